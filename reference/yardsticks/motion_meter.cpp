#include "reference/yardsticks/motion_meter.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "problems/model/polyhedral_system.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// Positions of both ends and their difference are rounded, and a velocity that a scheme has from
/// positions is theirs over h.
constexpr double rounding_of_x = 16.0 * std::numeric_limits<double>::epsilon();

/// Instants at which forces are compared: an energy costs more than a step.
constexpr std::int64_t instants = 64;

/// The metres that a unit of each coordinate moves: a radius where bodies rotate.
Eigen::VectorXd arms_of_rotations(const MechanicalSystem& system) {
  Eigen::VectorXd out = arms_of(system);
  const RoundBodies bodies = round_bodies(system);
  for (Eigen::Index k = 0; bodies.size() > 0 && k < out.size(); ++k) {
    if (k % bodies.stride >= bodies.dimension)
      out[k] = bodies.radius[static_cast<std::size_t>(k / bodies.stride)];
  }
  return out;
}

/// Infinite where there is a defect of nothing.
double relative(double defect, double size) {
  if (!(defect > 0.0)) return defect;
  return size == 0.0 ? HUGE_VAL : defect / size;
}

}  // namespace

MotionMeter::MotionMeter(const Problem& problem, const MotionStep& motion, double h,
                         std::int64_t steps)
    : problem_(problem),
      rule_(motion.path),
      theta_(motion.theta),
      h_(h),
      elastic_(false),
      every_(std::max<std::int64_t>(1, steps / instants)) {
  const Eigen::Index dofs = problem.system->dofs();
  if (const auto* cells = polyhedral_system(*problem.system)) {
    for (int i = 0; i < cells->cells(); ++i) {
      for (int k = 0; k < 3 && !cells->is_fixed(i); ++k)
        coordinates_.push_back({7 * i + k, 6 * i + k});
    }
    length_ = std::numeric_limits<double>::infinity();
    for (const CellLink& link : cells->links())
      length_ = std::min(length_, 1e-9 * link.distance);
    elastic_ = rule_ == PathRule::centred;
  } else if (const auto* grid = plane_grid_system(*problem.system)) {
    const auto& layout = grid->layout();
    for (int k = 0; k < layout.rows; ++k) {
      for (int i = 0; i < layout.columns; ++i) {
        if (grid->decay(i, layout.columns) > 0.0 || grid->decay(k, layout.rows) > 0.0) continue;
        for (int part = 0; part < 3; ++part)
          coordinates_.push_back({grid->index(part, i, k), grid->index(part, i, k)});
      }
    }
    elastic_ = rule_ == PathRule::centred;
  } else {
    const Eigen::VectorXd arms = arms_of_rotations(*problem.system);
    for (Eigen::Index k = 0; k < dofs; ++k)
      coordinates_.push_back({k, k, arms[k]});
  }
  if (elastic_) force_ = Eigen::VectorXd::Zero(dofs);
}

void MotionMeter::after_step(const State& before, const State& after, double t) {
  measure_path(before, after);
  if (elastic_ && last_.size() > 0 && ++seen_ % every_ == 0) measure_force(before, after, t - h_);
  if (rule_ == PathRule::centred) last_ = before.q;
}

void MotionMeter::measure_path(const State& before, const State& after) {
  const bool centred = rule_ == PathRule::centred;
  if (centred && last_.size() == 0) return;
  compared_ = true;
  for (const auto& [q, v, arm] : coordinates_) {
    const double start = centred ? last_[q] : before.q[q];
    const double displacement = rule_ == PathRule::end ? h_ * after.v[v]
                                : rule_ == PathRule::mean
                                    ? h_ * ((1.0 - theta_) * before.v[v] + theta_ * after.v[v])
                                    : 2.0 * h_ * before.v[v];
    const double rounding = rounding_of_x * (std::abs(start) + std::abs(after.q[q]));
    keep_largest(defect_, arm * (std::abs(after.q[q] - start - displacement) - rounding));
    keep_largest(displacement_, arm * std::abs(displacement));
  }
}

/// The largest s for which no face meets or leaves its plane between q - s d and q + s d.
double MotionMeter::steady_move(const Eigen::VectorXd& q) const {
  double out = std::numeric_limits<double>::infinity();
  const auto* cells = polyhedral_system(*problem_.system);
  if (cells == nullptr) return out;
  for (const PlaneContact& contact : cells->plane_contacts()) {
    const Mat3 turn = cells->rotation(q, contact.cell).toRotationMatrix();
    const Vec3& normal = cells->options().planes[contact.plane].normal;
    const double rate = std::abs(normal.dot(along_.segment<3>(6 * Eigen::Index{contact.cell})));
    if (rate > 0.0) keep_smallest(out, std::abs(cells->overlap(contact, q, turn)) / rate);
  }
  return out;
}

/// d U(q + s d) / ds at s = 0 by a central difference, exact where U is quadratic; nothing where a
/// face is too near its plane.
std::optional<double> MotionMeter::slope(double t, const Eigen::VectorXd& q) {
  const double most = along_.cwiseAbs().maxCoeff();
  double length = length_;
  if (length == 0.0) length = q.cwiseAbs().maxCoeff();
  const double s = std::min(std::max(length, most) / most, 0.99 * steady_move(q));
  if (length_ > 0.0 && s * most < length_) return std::nullopt;
  const auto energy = [&](double by) {
    place_ = q;
    for (const auto& [at, v, arm] : coordinates_)
      place_[at] += by * along_[v];
    return problem_.system->internal_energy(t, place_);
  };
  return (energy(s) - energy(-s)) / (2.0 * s);
}

void MotionMeter::measure_force(const State& before, const State& after, double t) {
  const MechanicalSystem& system = *problem_.system;
  along_ = Eigen::VectorXd::Zero(system.dofs());
  double rounding = 0.0;  // an error r of d changes d.(M d - h^2 F) by no more than m r (|d| + r)
  for (const auto& [q, v, arm] : coordinates_) {
    along_[v] = after.q[q] - 2.0 * before.q[q] + last_[q];
    const double r = rounding_of_x * (std::abs(after.q[q]) + std::abs(last_[q]));
    rounding += system.mass()[v] * r * (std::abs(along_[v]) + r);
  }
  if (along_.isZero(0.0)) return;
  const std::optional<double> resistance = slope(t, before.q);
  if (!resistance) return;
  force_compared_ = true;
  system.external_force(t, before.q, before.v, force_);
  const double inertia = along_.cwiseAbs2().dot(system.mass());
  const double pushed = h_ * h_ * (along_.dot(force_) - *resistance);
  keep_largest(inertia_, inertia);
  keep_largest(force_defect_, std::abs(inertia - pushed) - rounding);
}

void MotionMeter::finish(std::map<std::string, double>& q) const {
  if (compared_) q["path_step_error"] = relative(defect_, displacement_);
  if (force_compared_) q["elastic_motion_error"] = relative(force_defect_, inertia_);
}

}  // namespace impactbench
