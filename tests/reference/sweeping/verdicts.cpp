// Verdicts on sweeping processes: right runs pass, and a number that is wrong by a tenth is missed.
#include "problems/model/sweeping_system.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

std::vector<ProblemEntry> sweeping_problems() {
  std::vector<ProblemEntry> out;
  for (const ProblemEntry& entry : problem_catalogue())
    if (entry.traits({}).bodies == BodyKind::sweeping) out.push_back(entry);
  return out;
}

/// The checks of a run of `moved` that is held against `right`, with the claims of such settings.
std::vector<Check> checks(const char* scheme, const ParameterSet& settings, const Problem& right,
                          const Problem& moved, const ParameterSet& claimed, double dt = 5e-4) {
  const SchemeEntry& entry = scheme_entry(scheme);
  const SchemeClaims claims = entry.make(claimed)->claims();
  std::optional<Truth> truth;
  for (const ReferenceEntry& reference : reference_catalogue())
    if (!truth) truth = reference.truth(right, std::nullopt);
  const bool rough = truth->sampling_order == 0.5;  // whose bounds say something at small steps
  const auto steps = std::llround(right.horizon / (rough ? std::min(dt, 1e-4) : dt));
  const double h = right.horizon / static_cast<double>(steps);
  Meter meter(right, claims.contact, truth, h, steps, claims.step, claims.motion, claims.set);
  Session session(entry, settings, moved, h);
  for (std::int64_t k = 0; k < steps; ++k) {
    const State before = session.state;
    (void)session.step();
    meter.after_step(before, session.state, session.scheme().contact_problem(),
                     session.scheme().impulses());
  }
  const Measurements measured = meter.finish();
  EXPECT_TRUE(measured.not_finite.empty());
  const JudgedRun run = run_to_judge(right, measured.quantities,
                                     {.scheme = scheme,
                                      .scheme_parameters = settings,
                                      .h = h,
                                      .claimed_energy = claims.energy,
                                      .contact = claims.contact,
                                      .claimed_order = claims.order_contact,
                                      .overlap = claims.overlap,
                                      .step = claims.step,
                                      .motion = claims.motion,
                                      .set = claims.set});
  return judge(run, "default");
}

std::string missed(const std::vector<Check>& all) {
  std::string out;
  for (const Check& c : all)
    if (!c.passed) out += c.name + (c.unresolved ? "? " : " ");
  return out;
}

class SweepingVerdict : public ::testing::TestWithParam<ProblemEntry> {};

TEST_P(SweepingVerdict, PassesRightRuns) {
  const Problem problem = GetParam().make({});
  for (const auto& [scheme, settings] : std::initializer_list<std::pair<const char*, ParameterSet>>{
           {"catching_up", {}},
           {"catching_up", {{"projection", std::string("linearised")}}},
           {"moreau_yosida", {}},
           {"projected_midpoint", {}}}) {
    const auto all = checks(scheme, settings, problem, problem, settings);
    EXPECT_EQ(missed(all), "") << scheme;
    EXPECT_GE(all.size(), 5U) << scheme;
    EXPECT_TRUE(judges_physics(all)) << scheme;
  }
}

TEST_P(SweepingVerdict, HoldsASteepRegularisationToItsLaw) {
  // d ~ r^(1/3): where hardly anything pushes, rounding alone is a distance of 1e-5. At 1e-4 s the
  // first push on pushed_disc is lost whole beside its place, and is zero.
  const Problem problem = GetParam().make({});
  const ParameterSet steep{{"alpha", 4.0}, {"lambda", 0.01}, {"lambda_per_step", 0.0}};
  for (const double dt : {5e-4, 1e-4}) {
    int held = 0;
    for (const Check& c : checks("moreau_yosida", steep, problem, problem, steep, dt)) {
      if (c.name != "law:normal_cone" && c.name != "law:place_in_set") continue;
      EXPECT_TRUE(c.passed) << c.name << " " << c.value.value_or(NAN) << " at " << dt;
      ++held;
    }
    EXPECT_EQ(held, 2);
  }
}

TEST_P(SweepingVerdict, MissesANumberOfTheSetThatIsWrongByATenth) {
  const Problem right = GetParam().make({});
  int tried = 0;
  for (const char* name : {"half_width", "yield", "radius", "offset", "inradius", "amplitude",
                           "rate", "speed", "resistance"}) {
    const auto it = right.parameters.find(name);
    if (it == right.parameters.end()) continue;
    const Problem wrong = GetParam().make({{name, 1.1 * std::get<double>(it->second)}});
    const auto all = checks("catching_up", {}, right, wrong, {});
    EXPECT_NE(missed(all), "") << name;
    ++tried;
  }
  EXPECT_GE(tried, 2);
}

TEST_P(SweepingVerdict, MissesARegularisationThatIsSofterThanItSays) {
  const Problem problem = GetParam().make({});
  const auto all = checks("moreau_yosida", {{"lambda_per_step", 1.5}}, problem, problem, {});
  EXPECT_NE(missed(all).find("law:place_in_set"), std::string::npos) << missed(all);
  const ParameterSet steep{{"alpha", 4.0}, {"lambda", 0.01}, {"lambda_per_step", 0.0}};
  ParameterSet softer = steep;
  softer["lambda"] = 0.0101;
  const auto soft = checks("moreau_yosida", softer, problem, problem, steep);
  EXPECT_NE(missed(soft).find("law:place_in_set"), std::string::npos) << missed(soft);
  const auto rigid = checks("moreau_yosida", {}, problem, problem, {{"lambda_per_step", 0.0}});
  EXPECT_NE(missed(rigid).find("claim:distance_from_set"), std::string::npos) << missed(rigid);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SweepingVerdict, ::testing::ValuesIn(sweeping_problems()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace impactbench::testing
