#include "benchmarks/peers/race/scene_meter.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
SceneMeter::SceneMeter(const Scene& scene, const ContactModel& contact)
    : system_(scene.system()),
      h_(scene.h),
      diameter_(2.0 * system_.largest_radius()),
      weight_(system_.gravity().norm() * scene.h),
      bodies_(round_bodies(system_)),
      scan_(system_, scene.start().q, contact) {
  if (weight_ == 0.0) weight_ = std::numeric_limits<double>::quiet_NaN();
  if (scene.in_plane()) {
    prepare_neighbours<2, 3>(neighbours_.emplace<Neighbours<2, 3>>(), system_, scene.start().q);
  } else {
    prepare_neighbours<3, 6>(neighbours_.emplace<Neighbours<3, 6>>(), system_, scene.start().q);
  }
  measure_energy(scene.start().q, scene.start().v);
  first_energy_ = energy_;
  energy_error_ = 0.0;
}

void SceneMeter::measure_energy(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  kinetic_ = kinetic_energy(system_, v);
  largest_kinetic_ = std::fmax(largest_kinetic_, kinetic_);
  energy_ = kinetic_ + system_.external_potential(0.0, q) + scan_.at(q).potential;
  const double error = std::abs(energy_ - first_energy_);
  if (!(error <= energy_error_)) energy_error_ = error;  // what is not a number stays
}

double SceneMeter::mean_penetration() const {
  return overlaps_ > 0.0 ? sum_ / overlaps_ / diameter_ : 0.0;
}

void SceneMeter::count(double before, double middle, double end, double opens_before,
                       double opens_after) {
  if (!(before > 0.0 && middle > 0.0 && end > 0.0)) return;
  violation_ = std::fmax(violation_, -(opens_after + system_.law().restitution * opens_before));
}

void SceneMeter::overlap(double depth) {
  if (!(depth > 0.0)) return;
  deepest_ = std::max(deepest_, depth);
  sum_ += depth;
  overlaps_ += 1.0;
}

void SceneMeter::step(const Eigen::VectorXd& q_before, const Eigen::VectorXd& v_before,
                      const Eigen::VectorXd& q_after, const Eigen::VectorXd& v_after) {
  if (system_.dimension() == 2) {
    look<2, 3>(q_before, v_before, q_after, v_after);
  } else {
    look<3, 6>(q_before, v_before, q_after, v_after);
  }
  measure_energy(q_after, v_after);
}

template <int Dim, int Dofs>
void SceneMeter::look(const Eigen::VectorXd& q_before, const Eigen::VectorXd& v_before,
                      const Eigen::VectorXd& q_after, const Eigen::VectorXd& v_after) {
  const auto radius = [&](int i) { return bodies_.radius[static_cast<std::size_t>(i)]; };
  const auto place = [](const Eigen::VectorXd& of, int i) -> Vec<Dim> {
    return centre<Dim, Dofs>(of, i);
  };
  auto& neighbours = std::get<Neighbours<Dim, Dofs>>(neighbours_);
  neighbours.update(q_before, q_after);
  for (const auto& [body, number] : neighbours.walls()) {
    const Obstacle& wall = bodies_.obstacles[static_cast<std::size_t>(number)];
    const double r = radius(body);
    const Vec<Dim> x = place(q_before, body), v = place(v_before, body);
    const auto depth = [&](const Vec<Dim>& at) { return -obstacle_gap<Dim>(at, r, wall).distance; };
    const Vec<Dim> inward = obstacle_gap<Dim>(x, r, wall).normal;
    overlap(depth(place(q_after, body)));
    count(depth(x), depth(x + 0.5 * h_ * v), depth(x + h_ * v), v.dot(inward),
          place(v_after, body).dot(inward));
  }
  for (const auto& [i, j] : neighbours.pairs()) {
    const double r_i = radius(i), r_j = radius(j);
    const Vec<Dim> x = place(q_before, j) - place(q_before, i);
    const Vec<Dim> v = place(v_before, j) - place(v_before, i);
    const Vec<Dim> v_end = place(v_after, j) - place(v_after, i);
    const auto depth = [&](const Vec<Dim>& d) { return r_i + r_j - d.norm(); };
    const Vec<Dim> n = x.normalized();
    overlap(depth(place(q_after, j) - place(q_after, i)));
    count(depth(x), depth(x + 0.5 * h_ * v), depth(x + h_ * v), v.dot(n), v_end.dot(n));
  }
}

}  // namespace impactbench
