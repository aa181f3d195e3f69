#include "problems/model/round_start.hpp"

#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// Overlap that counts as rounding at a place this far from the origin [m].
double allowed_at(double coordinate) {
  return std::max(1e-12, 8.0 * std::numeric_limits<double>::epsilon() * std::abs(coordinate));
}

std::string numbered(std::string_view body, int i) {
  return std::string(body) + " " + std::to_string(i + 1);
}

template <int Dim>
std::string body_at(std::string_view body, int i, const Vec<Dim>& x) {
  std::string text = "start: " + numbered(body, i) + " at (";
  for (int k = 0; k < Dim; ++k)
    text += (k == 0 ? "" : ", ") + to_text(x[k]);
  return text + ") m";
}

template <int Dim>
void refuse(std::string_view body, const RoundBodies& bodies, const Eigen::VectorXd& q) {
  const auto at = [&](int i) { return centre<Dim>(bodies, q, i); };
  const auto r = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    if (!(at(i).cwiseAbs().maxCoeff() < 0x1p50 * r(i))) {
      throw ConfigurationError(body_at<Dim>(body, i, at(i)) +
                               ": a double does not resolve its radius there; at most " +
                               to_text(0x1p50 * r(i)) + " m is allowed");
    }
    const double allowed = allowed_at(at(i).cwiseAbs().maxCoeff());
    for (std::size_t k = 0; k < bodies.obstacles.size(); ++k) {
      const double depth = -obstacle_gap<Dim>(at(i), r(i), bodies.obstacles[k]).distance;
      if (!(depth <= allowed)) {
        throw ConfigurationError(body_at<Dim>(body, i, at(i)) + " reaches " + to_text(depth) +
                                 " m into obstacle " + std::to_string(k + 1) + "; at most " +
                                 to_text(allowed) + " m is allowed");
      }
    }
  }
  PairTree<Dim> tree;
  tree.prepare(bodies.size());
  tree.build(bodies, q);
  tree.near(0.0, [&](int i, int j) {
    const std::string both = "start: " + numbered(body, i) + " and " + numbered(body, j);
    if (at(i) == at(j)) throw ConfigurationError(both + " share their centre; all must differ");
    const double depth = -pair_gap<Dim>(at(i), r(i), at(j), r(j)).distance;
    const double allowed =
        allowed_at(std::max(at(i).cwiseAbs().maxCoeff(), at(j).cwiseAbs().maxCoeff()));
    if (!(depth <= allowed)) {
      throw ConfigurationError(both + " overlap by " + to_text(depth) + " m; at most " +
                               to_text(allowed) + " m is allowed");
    }
  });
}

}  // namespace

double smallest_reduced_mass(std::vector<double> mass) {
  if (mass.size() < 2) return mass.empty() ? 0.0 : mass.front();
  std::nth_element(mass.begin(), mass.begin() + 1, mass.end());
  return mass[0] * mass[1] / (mass[0] + mass[1]);
}

void require_finite(const std::string& what, const Vec3& value, const char* unit) {
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    if (std::isfinite(value[k])) continue;
    throw ConfigurationError("start: " + what + " along " + kAxis[k] + " = " + to_text(value[k]) +
                             " " + unit + " is not allowed; it must be finite");
  }
}

void require_horizon(double horizon) {
  if (horizon > 0.0 && std::isfinite(horizon)) return;
  throw ConfigurationError("start: horizon = " + to_text(horizon) +
                           " s is not allowed; it must be in (0, inf)");
}

void refuse_overlaps(std::string_view body, const MechanicalSystem& system,
                     const Eigen::VectorXd& q) {
  const RoundBodies bodies = round_bodies(system);
  with_dimension(bodies.dimension, [&](auto dimension) { refuse<dimension()>(body, bodies, q); });
}

}  // namespace impactbench
