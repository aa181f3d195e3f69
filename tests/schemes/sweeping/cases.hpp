#pragma once

#include "problems/model/sweeping_system.hpp"
#include "reference/api/reference.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace impactbench::testing {

/// All problems of sweeping processes.
inline std::vector<ProblemEntry> sweeping_problems() {
  std::vector<ProblemEntry> out;
  for (const ProblemEntry& entry : problem_catalogue())
    if (entry.traits({}).bodies == BodyKind::sweeping) out.push_back(entry);
  return out;
}

inline std::optional<Truth> truth_of(const Problem& problem) {
  for (const ReferenceEntry& reference : reference_catalogue())
    if (auto found = reference.truth(problem, std::nullopt)) return found;
  return std::nullopt;
}

/// A scheme with one setting.
struct Swept {
  const char* scheme;
  ParameterSet settings;
};
inline std::vector<Swept> swept_by() {
  return {{"catching_up", {}},
          {"catching_up", {{"projection", std::string("linearised")}}},
          {"moreau_yosida", {}},
          {"moreau_yosida", {{"lambda", 0.01}, {"lambda_per_step", 0.0}}},
          {"moreau_yosida", {{"alpha", 3.0}}},
          {"projected_midpoint", {}}};
}

/// The largest error of a coordinate at the ends of n steps.
inline double error_of(const Swept& by, const Problem& problem, const Truth& truth, int n) {
  const double h = problem.horizon / n;
  Session session(scheme_entry(by.scheme), by.settings, problem, h);
  Eigen::VectorXd q = problem.initial.q, v = q;
  double worst = 0.0;
  session.run(n, [&](const State& s) {
    if (truth.at(static_cast<double>(s.step) * h, q, v))
      worst = larger(worst, (s.q - q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  return worst;
}

/// Least-squares slope of log(error) over log(step).
inline double slope_of(const std::vector<double>& steps, const std::vector<double>& errors) {
  const auto n = static_cast<double>(steps.size());
  double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    mx += std::log(steps[i]) / n, my += std::log(errors[i]) / n;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    xy += (std::log(steps[i]) - mx) * (std::log(errors[i]) - my);
    xx += (std::log(steps[i]) - mx) * (std::log(steps[i]) - mx);
  }
  return xy / xx;
}

}  // namespace impactbench::testing
