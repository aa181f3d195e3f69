// Rate independence: a sweeping process without a force of its own goes through the same places
// however fast its set moves.
#include "tests/schemes/sweeping/cases.hpp"

#include <gtest/gtest.h>

#include <string>

namespace impactbench::testing {
namespace {

/// The setting of a problem that says how fast its set moves; empty for a circuit, which has a time
/// constant of its own.
std::string rate_of(const ProblemEntry& entry) {
  for (const FieldInfo& field : entry.parameters.fields())
    if (field.name == "rate" || field.name == "speed") return field.name;
  return "";
}

/// Places at the ends of 100 steps with everything so many times as fast.
std::vector<Eigen::VectorXd> places(const ProblemEntry& entry, const std::string& rate,
                                    const Swept& by, double faster) {
  const Problem usual = entry.make({});
  ParameterSet given{{"horizon", usual.horizon / faster}};
  if (!rate.empty()) given[rate] = faster * std::get<double>(usual.parameters.at(rate));
  const Problem problem = entry.make(given);
  Session session(scheme_entry(by.scheme), by.settings, problem, problem.horizon / 100);
  std::vector<Eigen::VectorXd> out;
  session.run(100, [&](const State& s) { out.push_back(s.q); });
  return out;
}

class Rates : public ::testing::TestWithParam<ProblemEntry> {};

TEST_P(Rates, ChangeNothingButTheClock) {
  // Powers of two, so that all times are scaled without rounding: the same bits.
  const std::string rate = rate_of(GetParam());
  for (const Swept& by : {Swept{"catching_up", {}}, Swept{"projected_midpoint", {}},
                          Swept{"moreau_yosida", {}}, Swept{"moreau_yosida", {{"alpha", 3.0}}}}) {
    const auto once = places(GetParam(), rate, by, 1.0);
    for (const double faster : {4.0, 0.125}) {
      // A regularisation proportional to the step makes h / R a number.
      EXPECT_EQ(places(GetParam(), rate, by, faster) == once, !rate.empty())
          << by.scheme << ' ' << by.settings.size() << ' ' << faster;
    }
  }
}

TEST_P(Rates, ChangeARegularisationInSeconds) {
  // lambda is a time: what lags is lambda times the speed.
  const Swept held{"moreau_yosida", {{"lambda", 0.01}, {"lambda_per_step", 0.0}}};
  const std::string rate = rate_of(GetParam());
  EXPECT_NE(places(GetParam(), rate, held, 4.0), places(GetParam(), rate, held, 1.0));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Rates, ::testing::ValuesIn(sweeping_problems()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace impactbench::testing
