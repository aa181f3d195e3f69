#pragma once

#include "problems/model/sphere_setup.hpp"
#include "reference/api/reference.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace impactbench::testing {

/// The one truth of a problem among all references.
inline Truth truth_of(const Problem& problem) {
  for (const ReferenceEntry& reference : reference_catalogue()) {
    if (auto truth = reference.truth(problem, std::nullopt)) return *truth;
  }
  throw std::logic_error("no truth for " + problem.name);
}

/// Largest error of a coordinate at the ends of steps until the horizon.
inline double largest_error(Session& session, const Truth& truth, double horizon, double h) {
  Eigen::VectorXd q(session.state.q), v(q);
  double worst = 0.0;
  session.run(std::llround(horizon / h), [&](const State& s) {
    EXPECT_TRUE(truth.at(static_cast<double>(s.step) * h, q, v));
    worst = larger(worst, (s.q - q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  return worst;
}

/// Least-squares slope of log error over log h.
inline double slope(const std::vector<double>& h, const std::vector<double>& error) {
  double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0;
  const auto n = static_cast<double>(h.size());
  for (std::size_t k = 0; k < h.size(); ++k)
    mx += std::log(h[k]) / n, my += std::log(error[k]) / n;
  for (std::size_t k = 0; k < h.size(); ++k) {
    const double x = std::log(h[k]) - mx;
    xy += x * (std::log(error[k]) - my), xx += x * x;
  }
  return xy / xx;
}

}  // namespace impactbench::testing
