// Impacts that accumulate are counted though bodies that are stopped before they meet are late
// (delay_of_impacts in reference/yardsticks/meter.cpp).
#include "reference/api/reference.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

std::optional<Truth> truth_of(const Problem& problem) {
  for (const ReferenceEntry& r : reference_catalogue()) {
    if (auto truth = r.truth(problem, std::nullopt); truth && truth->at) return truth;
  }
  return std::nullopt;
}

struct Count {
  double impacts, error;
};

/// `stated`: the yardstick knows the law of the step.
Count count(const ParameterSet& settings, double e, double h, bool stated) {
  const Problem problem =
      problem_entry("bouncing_ball").make({{"restitution", e}, {"horizon", 2.5}});
  const SchemeEntry& entry = scheme_entry("moreau_jean");
  const SchemeClaims claims = entry.make(settings)->claims();
  Session session(entry, settings, problem, h);
  const auto steps = std::llround(problem.horizon / h);
  Meter meter(problem, std::nullopt, truth_of(problem), h, steps,
              stated ? claims.step : std::nullopt, stated ? claims.motion : std::nullopt);
  State before = problem.initial;
  session.run(steps, [&](const State& after) {
    meter.after_step(before, after, nullptr, {}, nullptr);
    before = after;
  });
  const auto quantities = meter.finish().quantities;
  return {quantities.at("impact_count"), quantities.at("impact_count_error")};
}

TEST(AccumulatingImpacts, AreCountedThoughBodiesStopBeforeTheyMeet) {
  const ParameterSet early{{"theta", 1.0}, {"projection", std::string("combined")}};
  double missed = 0.0, least = 100.0;
  for (const double e : {0.3, 0.5, 0.7}) {
    for (const double h : {1e-3, 3e-4, 1e-4, 5e-5}) {
      const Count known = count(early, e, h, true);
      least = std::min(least, known.impacts);
      EXPECT_EQ(known.error, 0.0) << "e = " << e << " h = " << h;
      missed += count(early, e, h, false).error;
      EXPECT_EQ(count({}, e, h, true).error, 0.0) << "e = " << e << " h = " << h;
    }
  }
  EXPECT_GT(least, 2.0);
  EXPECT_GT(missed, 0.0) << "a step is enough: nothing was tested";
}

}  // namespace
}  // namespace impactbench::testing
