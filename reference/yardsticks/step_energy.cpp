#include "reference/yardsticks/step_energy.hpp"

#include "problems/contact/gap.hpp"
#include "reference/support/fast_power.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// The force of the spring at that depth [N].
double force(const Compliance& law, double depth) {
  return depth > 0.0 ? law.exponent * law.coefficient * fast_power(depth, law.exponent - 1.0) : 0.0;
}

}  // namespace

StepEnergy::StepEnergy(const MechanicalSystem& system, const RoundBodies& bodies,
                       const ContactModel& contact, double h)
    : system_(system),
      generalised_(generalised_system(system)),
      bodies_(bodies),
      contact_(contact),
      h_(h),
      varies_(!system.constant_force()),
      light_(generalised_ != nullptr && generalised_->constant_mass()),
      rubs_(generalised_ != nullptr && generalised_->has_friction()),
      force_(Eigen::VectorXd::Zero(system.dofs())),
      force_before_(force_),
      gradient_(force_) {
  if (generalised_ != nullptr) mass_.setZero(force_.size(), force_.size());
  if (light_) {
    generalised_->mass_matrix(gradient_, mass_);
    factor_.compute(mass_);
  }
}

StepEnergy::Place StepEnergy::place(const ScannedContact& contact, const Eigen::VectorXd& q) const {
  return with_dimension(bodies_.dimension, [&](auto dimension) {
    constexpr int d = dimension();
    const auto radius = [&](int i) { return bodies_.radius[static_cast<std::size_t>(i)]; };
    const Vec<d> x = centre<d>(bodies_, q, contact.a);
    Place out{0.0, 0.0, x.template lpNorm<Eigen::Infinity>(), Eigen::Vector3d::Zero(),
              Eigen::Vector3d::Zero()};
    if (contact.is_pair()) {
      const Vec<d> y = centre<d>(bodies_, q, contact.b);
      const Gap<d> gap = pair_gap<d>(x, radius(contact.a), y, radius(contact.b));
      out.depth = -gap.distance;
      out.length = (y - x).norm();
      out.largest = std::max(out.largest, y.template lpNorm<Eigen::Infinity>());
      out.relative.head<d>() = y - x;
      return out;
    }
    const Obstacle& o = bodies_.obstacles[static_cast<std::size_t>(contact.obstacle())];
    const Gap<d> gap = obstacle_gap<d>(x, radius(contact.a), o);
    out.depth = -gap.distance;
    out.relative.head<d>() = x;
    if (!o.flat()) out.slope.head<d>() = gap.normal;
    return out;
  });
}

void StepEnergy::add_contact(const ScannedContact& contact, const State& before,
                             const State& after) {
  const Place p = place(contact, before.q), n = place(contact, after.q);
  const Compliance law =
      contact_->of_contact(reduced_radius(bodies_, contact.a, contact.b), !contact.is_pair());
  const auto light = [&](int i) { return 1.0 / bodies_.mass[static_cast<std::size_t>(i)]; };
  add_overlap(law, p.depth, n.depth,
              light(contact.a) + (contact.is_pair() ? light(contact.b) : 0.0), n.largest);
  const Eigen::Vector3d displacement = n.relative - p.relative;
  const double f = std::max(force(law, p.depth), force(law, n.depth));
  if (!contact.is_pair()) {
    if (!p.slope.isZero(0.0)) turn_ += f * bend(p, n, p.slope.dot(displacement));
    return;
  }
  // l'^2 - l^2 = 2 x . dx + dx^2, so that the tangential displacement follows from lengths.
  const double along = n.length - p.length;
  const double across = std::max(0.0, displacement.squaredNorm() - along * along);
  turn_ += f * across / (2.0 * p.length);
}

/// dg - n . dx of an obstacle: obstacles are convex, and so is the distance from one, which lies
/// above its tangents. What is below zero is rounding.
double StepEnergy::bend(const Place& before, const Place& after, double along) {
  return std::max(0.0, before.depth - after.depth - along);
}

void StepEnergy::add_overlap(const Compliance& law, double depth_before, double depth,
                             double inverse_mass, double largest) {
  const double a = law.exponent, c = law.coefficient;
  const auto energy = [&](double d) { return d > 0.0 ? c * fast_power(d, a) : 0.0; };
  const double was = std::max(depth_before, 0.0), is = std::max(depth, 0.0);
  const double stiffness = a * (a - 1.0) * c * fast_power(0.5 * (was + is), a - 2.0);
  const double change = std::abs(energy(is) - energy(was));
  stroke_ += 0.5 * stiffness * (is - was) * (is - was);
  if (depth <= 0.0) edge_ += force(law, was) * -depth, ends_ += energy(was);
  if (depth_before <= 0.0) edge_ += force(law, is) * -depth_before, ends_ += energy(is);
  phase_ += 0.5 * h_ * h_ * stiffness * inverse_mass * change;
  work_ += 0.5 * change;
  const double rounded = force(law, is) * std::numeric_limits<double>::epsilon() * largest;
  rounding_squared_ += rounded * rounded;
}

void StepEnergy::add_constraint(Eigen::Index a, const State& before, const State& after) {
  const double was = generalised_->constraint(a, before.q),
               is = generalised_->constraint(a, after.q);
  if (was >= 0.0 && is >= 0.0) return;
  generalised_->constraint_gradient(a, before.q, gradient_);
  generalised_->mass_matrix(before.q, mass_);
  add_overlap(*contact_, -was, -is, gradient_.dot(mass_.llt().solve(gradient_)),
              gradient_.cwiseAbs().dot(after.q.cwiseAbs()));
  turn_ += std::max(force(*contact_, -was), force(*contact_, -is)) *
           (is - was - gradient_.dot(after.q - before.q));
}

void StepEnergy::add_force(const State& before, const State& after) {
  const double t = static_cast<double>(before.step) * h_;
  system_.external_force(t, before.q, before.v, force_before_);
  system_.external_force(t + h_, after.q, after.v, force_);
  const Eigen::Index n = force_.size();
  const auto displacement = (after.q.head(n) - before.q.head(n)).cwiseAbs();
  of_force_ += (force_ - force_before_).cwiseAbs().dot(displacement);
  const double kick = 0.5 * h_ * h_ * (force_.array().square() / system_.mass().array()).sum();
  keep_largest(sway_, h_ * std::abs(force_.dot(after.v)) + kick);
  if (!light_) {
    of_force_ += kick;
    return;
  }
  const auto left = 0.5 * h_ * (before.v + after.v) - (after.q.head(n) - before.q.head(n));
  of_force_ += force_.cwiseAbs().cwiseMax(force_before_.cwiseAbs()).dot(left.cwiseAbs());
}

void StepEnergy::add_meeting(const State& before, const ContactImpulses& recorded) {
  met_ = true;
  const auto dofs = static_cast<std::size_t>(recorded.dofs);
  const auto row = [&](std::size_t r) {
    return Eigen::Map<const Eigen::VectorXd>(recorded.jacobian_a.data() + r * dofs,
                                             static_cast<Eigen::Index>(dofs));
  };
  bool along = false;
  for (std::size_t r = 0; r < recorded.impulse.size(); ++r) {
    const double rate = row(r).dot(before.v);
    keep_largest(fastest_, std::abs(rate));
    along = along || recorded.impulse[r] * rate > 1e-9 * fastest_ * std::abs(recorded.impulse[r]);
  }
  if (!along) return;
  const double t = static_cast<double>(before.step) * h_;
  system_.external_force(t, before.q, before.v, gradient_);
  factor_.solveInPlace(gradient_);
  for (std::size_t r = 0; r < recorded.impulse.size(); ++r)
    meeting_ += h_ * std::abs(recorded.impulse[r] * row(r).dot(gradient_));
}

void StepEnergy::add_impacts(const State& before, const ContactImpulses& recorded) {
  const auto dofs = static_cast<std::size_t>(recorded.dofs);
  const auto rows = static_cast<std::size_t>(recorded.rows);
  const auto rate = [&](std::size_t row) {
    return Eigen::Map<const Eigen::VectorXd>(recorded.jacobian_a.data() + row * dofs,
                                             static_cast<Eigen::Index>(dofs))
        .dot(before.v);
  };
  for (std::size_t c = 0; c < recorded.contacts(); ++c) {
    const double approach = rate(c * rows), e = generalised_->law(recorded.body_a[c]).restitution;
    if (!(approach < 0.0)) continue;
    double work = (1.0 - e) * recorded.impulse[c * rows] * approach;
    for (std::size_t r = c * rows + 1; r < (c + 1) * rows; ++r)
      work += recorded.impulse[r] * rate(r);
    impacts_ += 0.5 * std::max(0.0, work);
  }
}

void StepEnergy::add_handed(const State& before, const State& after) {
  if (varies_ || (generalised_ != nullptr ? !light_ : bodies_.size() == 0)) return;
  unrecorded_ = true;
  system_.external_force(0.0, before.q, before.v, force_);
  force_before_ = after.v - before.v;
  if (light_) {
    gradient_.noalias() = mass_ * force_before_;
  } else {
    gradient_ = system_.mass().cwiseProduct(force_before_);
  }
  gradient_ -= h_ * force_;  // d
  force_before_ = force_;
  if (light_) {
    factor_.solveInPlace(force_);
  } else {
    force_.array() /= system_.mass().array();
  }
  const double most = 0.25 * h_ * force_before_.dot(force_);
  handed_ += 0.5 * h_ * std::min(std::abs(gradient_.dot(force_)), most);
}

void StepEnergy::after_step(const State& before, const State& after,
                            std::span<const ScannedContact> contacts,
                            const ContactImpulses* recorded) {
  if (contact_) {
    for (const ScannedContact& c : contacts)
      add_contact(c, before, after);
    for (const ScannedContact& c : last_) {  // those that have opened
      if (place(c, after.q).depth <= 0.0) add_contact(c, before, after);
    }
    last_.assign(contacts.begin(), contacts.end());
    for (Eigen::Index a = 0; generalised_ != nullptr && a < generalised_->constraints(); ++a)
      add_constraint(a, before, after);
  }
  if (varies_) add_force(before, after);
  keep_largest(kick_, 0.5 * (system_.mass().array() * (after.v - before.v).array().square()).sum());
  if (recorded == nullptr || !recorded->known) return add_handed(before, after);
  const auto rows = static_cast<std::size_t>(recorded->rows);
  for (std::size_t c = 0; c < recorded->contacts(); ++c)
    impulse_ += std::abs(recorded->impulse[c * rows]);
  if (light_) add_meeting(before, *recorded);
  if (rubs_) add_impacts(before, *recorded);
}

void StepEnergy::finish(std::map<std::string, double>& q) const {
  q["step_kick_energy"] = kick_;
  q["step_impulse"] = impulse_;
  if (varies_) q["step_force_energy"] = of_force_;
  if (varies_) q["step_sway_energy"] = sway_;
  if (rubs_) q["step_impact_energy"] = impacts_;
  if (unrecorded_) q["step_handed_energy"] = handed_;
  if (met_) q["step_meeting_energy"] = meeting_ + 1e-9 * fastest_ * impulse_;
  if (!contact_) return;
  q["step_stroke_energy"] = stroke_;
  q["step_edge_energy"] = edge_;
  q["step_end_energy"] = ends_;
  q["step_turn_energy"] = turn_;
  q["step_phase_energy"] = phase_;
  q["step_contact_work"] = work_;
  q["step_rounding_energy"] = std::sqrt(rounding_squared_);
}

}  // namespace impactbench
