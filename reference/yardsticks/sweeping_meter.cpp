#include "reference/yardsticks/sweeping_meter.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// A constraint nearer to zero than this acts, over the length.
constexpr double acting = 1e-9;
/// A nearest point need not be known closer, over the length.
constexpr double nearest = 1e-13;

}  // namespace

SweepingMeter::SweepingMeter(const Problem& problem, const std::optional<SetStep>& law, double h)
    : system_(*sweeping_system(*problem.system)),
      law_(law),
      h_(h),
      arms_(arms_of(system_)),
      force_(Eigen::VectorXd::Zero(system_.dofs())),
      reaction_(force_),
      place_(force_),
      middle_(force_),
      gradient_(force_),
      rest_(force_),
      p_(Eigen::VectorXd::Zero(system_.constraints())),
      last_(force_),
      active_(Eigen::MatrixXd::Zero(system_.dofs(), system_.constraints())) {}

ContactState SweepingMeter::at(double t, const Eigen::VectorXd& q) {
  ContactState out;
  const SetAt set{t, q};
  for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
    system_.constraint_gradient(a, set, q, gradient_);
    const double steep = steepness();
    const double f = system_.constraint(a, set, q);
    const double depth = steep > 0.0 ? -f / steep : -f;
    if (!(depth <= out.deepest)) out.deepest = depth;  // not a number stays
    if (pair_touches(depth / system_.length())) ++out.touching;
  }
  out.at_wall = out.touching > 0;
  return out;
}

void SweepingMeter::measure_force(const State& before, const State& after, double t) {
  middle_ = 0.5 * (before.q + after.q);
  const bool halfway = law_ && law_->normals == SetStep::Normals::middle;
  system_.mean_force(t - h_, t, halfway ? middle_ : before.q, before.v, force_);
  reaction_ = after.v - force_;
  keep_largest(push_, norm(reaction_));
  keep_largest(fastest_, std::max(norm(after.v), norm(force_)));
  work_ -= h_ * after.q.cwiseProduct(arms_).dot(reaction_.cwiseProduct(arms_));
}

/// |r - sum p g| of the nearest point of the cone of the columns of active_ to r, by sweeps, in the
/// unit of the set as these columns are.
double SweepingMeter::outside_of_cone() {
  rest_ = reaction_.cwiseProduct(arms_);
  const double size = rest_.norm();
  p_.setZero();
  for (int sweep = 0; sweep < 2000; ++sweep) {
    double change = 0.0;
    for (Eigen::Index a = 0; a < p_.size(); ++a) {
      const double square = active_.col(a).squaredNorm();
      if (!(square > 0.0)) continue;
      const double next = std::max(0.0, p_[a] + active_.col(a).dot(rest_) / square);
      rest_ -= (next - p_[a]) * active_.col(a);
      change = std::max(change, std::abs(next - p_[a]) * std::sqrt(square));
      p_[a] = next;
    }
    if (!(change > 1e-15 * size)) break;
  }
  return rest_.norm();
}

/// The error of a place that is d from the point along r: r is known to rounding and to the
/// tolerance of nearest points, and with alpha > 2 the distance of a small r is steep.
double SweepingMeter::rounding_of_place(const State& after, double push, double d) const {
  const double speeds = norm(after.q) / h_ + norm(after.v) + norm(force_);
  const double rounding =
      4.0 * std::numeric_limits<double>::epsilon() * speeds + nearest * system_.length() / h_;
  const double longer = law_->distance(push + rounding, h_);
  const double shorter = law_->distance(std::max(0.0, push - rounding), h_);
  return longer - shorter + (rounding < push ? d * rounding / push : d);
}

void SweepingMeter::judge(const State& before, const State& after, double t) {
  const double size = norm(reaction_);
  place_ = after.q;
  const double d = law_->distance(size, h_);
  if (d > 0.0 && size > 0.0) place_ += d / size * reaction_;
  const double unknown = rounding_of_place(after, size, d);  // of a force that rounds to zero, too
  const bool linearised = law_->normals == SetStep::Normals::start;
  const bool halfway = law_->normals == SetStep::Normals::middle;
  const SetAt end{t, halfway ? after.q : before.q}, half{t - 0.5 * h_, middle_};
  for (Eigen::Index a = 0; a < p_.size(); ++a) {
    const Eigen::VectorXd& where = linearised ? before.q : place_;
    system_.constraint_gradient(a, end, where, gradient_);
    double f = system_.constraint(a, end, where);
    if (linearised) f += gradient_.dot(after.q - before.q);
    const double steep = steepness();
    const double gap = steep > 0.0 ? f / steep : f;
    keep_largest(distance_, -gap - unknown);
    if (halfway) system_.constraint_gradient(a, half, middle_, gradient_);
    active_.col(a).setZero();
    if (gap <= acting * system_.length() + unknown) active_.col(a) = gradient_.cwiseProduct(arms_);
  }
  keep_largest(normal_, outside_of_cone());
}

/// How far and how fast the set itself passes the place that the point has come to.
void SweepingMeter::measure_speed(const State& after, double t) {
  const SetAt end{t, after.q}, half{t - 0.5 * h_, after.q}, start{t - h_, after.q};
  double farthest = 0.0;
  for (Eigen::Index a = 0; a < p_.size(); ++a) {
    system_.constraint_gradient(a, end, after.q, gradient_);
    const double steep = steepness();
    if (!(steep > 0.0)) continue;
    const double f = system_.constraint(a, end, after.q);
    const double middle = system_.constraint(a, half, after.q);
    const double before = system_.constraint(a, start, after.q);
    keep_largest(farthest, (std::abs(f - middle) + std::abs(middle - before)) / steep);
    if (f <= acting * system_.length() * steep)
      keep_largest(speed_, std::abs(f - before) / (steep * h_));
  }
  squares_ += farthest * farthest;
}

/// The angle by which the push has turned since the step before, if that pushed too.
void SweepingMeter::measure_turn() {
  const double size = norm(reaction_), before = norm(last_);
  if (size > acting * fastest_ && before > acting * fastest_) {
    rest_ = reaction_ / size - last_ / before;
    turn_ += 2.0 * std::asin(std::min(0.5 * norm(rest_), 1.0));
  }
  last_ = reaction_;
}

void SweepingMeter::after_step(const State& before, const State& after, double t) {
  measure_force(before, after, t);
  measure_speed(after, t);
  measure_turn();
  if (law_) judge(before, after, t);
}

void SweepingMeter::finish(std::map<std::string, double>& q) const {
  q["set_speed"] = speed_;
  q["set_displacement"] = std::sqrt(squares_);
  q["normal_turn"] = turn_;
  q["dissipated_work"] = work_;
  q["sweep_push"] = push_;
  if (!law_) return;
  const double unit = fastest_ > 0.0 ? fastest_ : 1.0;
  q["sweep_normal"] = normal_ / unit;
  q["sweep_place"] = distance_ / system_.length();
}

}  // namespace impactbench
