#pragma once

#include "problems/model/problem.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace impactbench::testing {

/// The measurements of a run of an elastic bar.
struct Measured {
  std::map<std::string, double> quantities;
  double least{HUGE_VAL}, most{-HUGE_VAL}, start{0.0};  ///< energy of the system, at ends of steps
  double rise{0.0};                                     ///< largest of a step
};

inline Measured run(const char* scheme, const ParameterSet& settings, const Problem& problem,
                    std::int64_t steps) {
  const double h = problem.horizon / static_cast<double>(steps);
  Session session(scheme_entry(scheme), settings, problem, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  Meter meter(problem, std::nullopt, truth_of(problem), h, steps);
  const auto energy = [&](const State& s) {
    return problem.system->kinetic_energy(s.q, s.v) + problem.system->external_potential(0.0, s.q);
  };
  Measured out;
  out.start = out.least = out.most = energy(session.state);
  double last = out.start;
  State before = session.state;
  for (std::int64_t k = 0; k < steps; ++k) {
    before = session.state;
    EXPECT_EQ(session.step().status, StepStatus::done) << scheme << " at step " << k;
    meter.after_step(before, session.state, nullptr, {}, &recorded);
    const double now = energy(session.state);
    out.rise = larger(out.rise, now - last);
    last = now;
    out.least = std::min(out.least, now);
    out.most = larger(out.most, now);
  }
  out.quantities = meter.finish().quantities;
  return out;
}

inline Problem falling(std::int64_t n, double horizon, const char* mass = "lumped") {
  return problem_entry("bouncing_bar")
      .make({{"n", n}, {"horizon", horizon}, {"mass", std::string(mass)}});
}

}  // namespace impactbench::testing
