#include "reference/yardsticks/elastic_meter.hpp"

#include "problems/model/polyhedral_system.hpp"
#include "reference/yardsticks/extremes.hpp"
#include "reference/yardsticks/momentum.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

ElasticMeter::ElasticMeter(const Problem& problem)
    : problem_(problem),
      cells_(problem.traits.bodies == BodyKind::polyhedra),
      free_(cells_ && !problem.traits.held && !problem.traits.driven) {
  if (!free_) return;
  momentum_0_ = linear_momentum(*problem.system, problem.initial);
  angular_0_ = angular_momentum(*problem.system, problem.initial);
}

void ElasticMeter::after_step(const State& after, double t, double gain) {
  measured_ = true;
  steps_ += 1.0;
  t_ += t;
  tt_ += t * t;
  gain_ += gain;
  t_gain_ += t * gain;
  if (!cells_) return;
  if (pressed(after)) {
    if (!first_pressed_) first_pressed_ = t;
    last_pressed_ = t;
  }
  const MechanicalSystem& system = *problem_.system;
  double momentum = 0.0, angular = 0.0;
  for (Eigen::Index i = 0; 7 * i < after.q.size(); ++i) {
    keep_largest(rotation_, std::abs(after.q.segment<4>(7 * i + 3).squaredNorm() - 1.0));
    const double size = system.mass()[6 * i] * after.v.segment<3>(6 * i).norm();
    momentum += size;
    angular += size * after.q.segment<3>(7 * i).norm();
  }
  if (!free_) return;
  momentum_scale_ = std::max(momentum_scale_, momentum);
  angular_scale_ = std::max(angular_scale_, angular);
  keep_largest(momentum_, (linear_momentum(system, after) - momentum_0_).norm());
  keep_largest(angular_, (angular_momentum(system, after) - angular_0_).norm());
}

/// Whether a face is behind the first plane.
bool ElasticMeter::pressed(const State& state) const {
  const PolyhedralSystem& body = *polyhedral_system(*problem_.system);
  for (const PlaneContact& contact : body.plane_contacts()) {
    if (contact.plane != 0) continue;
    const Mat3 turn = PolyhedralSystem::rotation(state.q, contact.cell).toRotationMatrix();
    if (body.overlap(contact, state.q, turn) > 0.0) return true;
  }
  return false;
}

void ElasticMeter::finish(double end, const State& last, double start,
                          std::map<std::string, double>& quantities) const {
  const MechanicalSystem& system = *problem_.system;
  quantities["elastic_energy_initial"] = system.internal_energy(0.0, problem_.initial.q);
  quantities["elastic_energy"] = system.internal_energy(end, last.q);
  if (!measured_) return;
  const double spread = steps_ * tt_ - t_ * t_;
  if (!problem_.traits.driven && start != 0.0 && spread > 0.0) {
    const double slope = (steps_ * t_gain_ - t_ * gain_) / spread;
    quantities["energy_trend_relative"] = std::abs(slope * end / start);
  }
  if (cells_) quantities["rotation_error"] = rotation_;
  if (first_pressed_ && *last_pressed_ < end - 1e-9 * end && !pressed(last)) {
    const Vec3 normal = polyhedral_system(system)->options().planes[0].normal;
    const double before = linear_momentum(system, problem_.initial).dot(normal);
    quantities["plane_contact_time"] = *last_pressed_ - *first_pressed_;
    if (before < 0.0)
      quantities["plane_rebound"] = -linear_momentum(system, last).dot(normal) / before;
  }
  if (momentum_scale_ > 0.0) {
    quantities["momentum_drift_relative"] = momentum_ / momentum_scale_;
    quantities["angular_momentum_drift_relative"] = angular_ / angular_scale_;
  }
}

}  // namespace impactbench
