// Steps do not depend on the unit of length: where some coordinates are lengths and others angles,
// no norm, tolerance or rounding of a scheme may add metres to radians.
#include "tests/support/units.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::testing {
namespace {

struct Case {
  std::string_view problem, scheme;
  ParameterSet settings{}, numbers{};
  double dt{1e-3};

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.problem << ", " << c.scheme;
  }
};

/// The accuracy of an end: Newton corrections of 1e-12 m are left out, over steps of 1 ms.
constexpr double near = 1e-8;

/// The end of a run in units of length 1 / `metre`, its coordinates as lengths in metres; how often
/// steps iterated, and how many did not converge.
struct End {
  Eigen::VectorXd place, speed;
  std::int64_t iterations, unconverged;
};
End end_of(const Case& c, double metre) {
  const Units units{.length = metre};
  const auto converted = [&](const ParameterFunctions& of, const ParameterSet& given) {
    return in_units(of.fields(), of.resolve(given, "units"), units);
  };
  const ProblemEntry& entry = problem_entry(c.problem);
  const Problem problem = entry.make(converted(entry.parameters, c.numbers));
  const SchemeEntry& scheme = scheme_entry(c.scheme);
  const bool contact = scheme.make(c.settings)->task(problem.traits).kind == SolverKind::contact;
  const ParameterSet solver =
      contact ? converted(solver_entry("nlgs").parameters, {}) : ParameterSet{};
  Session run(scheme, converted(scheme.parameters, c.settings), problem, c.dt, {}, solver);
  run.run(std::llround(problem.horizon / c.dt));
  const Eigen::VectorXd arms = arms_of(*problem.system) / metre;
  return {run.state.q.cwiseProduct(arms), run.state.v.cwiseProduct(arms),
          run.nonlinear_iterations(), run.unconverged()};
}

class Lengths : public ::testing::TestWithParam<Case> {};

// A number of a power of two is scaled without rounding, so that all sums round alike: the run in
// units of 2^20 m, or of 2^-20 m, is the run in metres, digit for digit but for roots and powers.
TEST_P(Lengths, InAnotherUnitAreSteppedAlike) {
  const End metres = end_of(GetParam(), 1.0);
  ASSERT_TRUE(metres.place.allFinite());
  for (const double metre : {0x1p20, 0x1p-20}) {
    SCOPED_TRACE(metre);
    const End other = end_of(GetParam(), metre);
    // Roots and powers are rounded, and an iteration more or less does what rounding does.
    EXPECT_NEAR(static_cast<double>(other.iterations), static_cast<double>(metres.iterations), 1.0);
    EXPECT_EQ(other.unconverged, metres.unconverged);
    for (Eigen::Index k = 0; k < metres.place.size(); ++k) {
      EXPECT_NEAR(other.place[k], metres.place[k], near * metres.place.cwiseAbs().maxCoeff()) << k;
      EXPECT_NEAR(other.speed[k], metres.speed[k], near * metres.speed.cwiseAbs().maxCoeff()) << k;
    }
  }
}

/// Whether the scheme takes the problem with these numbers.
bool takes(const Case& c) {
  const auto traits = problem_entry(c.problem).traits(c.numbers);
  return !scheme_entry(c.scheme).make(c.settings)->refuses(traits, c.dt);
}

/// All schemes on problems with angles until they have struck their constraints, as they are or
/// without rebound; the slider only until rounding decides the side at which it strikes.
std::vector<Case> cases() {
  struct Run {
    std::string_view problem;
    double horizon, dt;
  };
  std::vector<Case> out;
  for (const Run& run : {Run{"polar_wall", 1.5, 1e-3}, Run{"double_pendulum", 1.5, 1e-3},
                         Run{"rocking_block", 0.3, 1e-3}, Run{"slider_crank", 0.02, 1e-4}}) {
    for (const SchemeEntry& scheme : scheme_catalogue()) {
      if (scheme.name == "adaptive" && run.problem == "slider_crank") continue;  // a minute
      Case c{run.problem, scheme.name, {}, {{"horizon", run.horizon}}, run.dt};
      if (!takes(c)) c.numbers["restitution"] = 0.0;
      if (takes(c)) out.push_back(c);
    }
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Units, Lengths, ::testing::ValuesIn(cases()), [](const auto& test) {
  return std::string(test.param.problem) + "_" + std::string(test.param.scheme);
});

}  // namespace
}  // namespace impactbench::testing
