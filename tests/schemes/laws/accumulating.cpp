// Impacts are counted though each of them is late by what its scheme does about it: bodies that are
// stopped before they meet, or come out of one another, or fly longer (delay_of_impacts in
// reference/yardsticks/run_scales.hpp).
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
    if (r.provenance != Provenance::closed_form) continue;
    if (auto truth = r.truth(problem, std::nullopt); truth && truth->at) return truth;
  }
  return std::nullopt;
}

struct Count {
  double impacts, error;
};

/// `stated`: the yardstick knows the law of the step.
Count count(const SchemeEntry& entry, const ParameterSet& settings, const Problem& problem,
            double h, bool stated) {
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

/// Of moreau_jean on a ball that bounces to rest.
Count count(const ParameterSet& settings, double e, double h, bool stated) {
  const Problem problem =
      problem_entry("bouncing_ball").make({{"restitution", e}, {"horizon", 2.5}});
  return count(scheme_entry("moreau_jean"), settings, problem, h, stated);
}

TEST(ManyImpacts, AreCountedThoughEachIsLate) {
  // Some 1100 bounces from 1 cm without loss, each up to two steps late, of which schatzman_paoli
  // lengthens the flights after it too.
  const Problem problem = problem_entry("bouncing_ball").make({{"y", 0.21}, {"horizon", 100.0}});
  for (const char* scheme : {"nscd", "bathe", "time_dg", "schatzman_paoli"}) {
    const Count known = count(scheme_entry(scheme), {}, problem, 1e-3, true);
    EXPECT_GT(known.impacts, 1000.0) << scheme;
    EXPECT_EQ(known.error, 0.0) << scheme;
  }
  EXPECT_GT(count(scheme_entry("schatzman_paoli"), {}, problem, 1e-3, false).error, 0.0)
      << "two steps are enough, nothing was tested";
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
