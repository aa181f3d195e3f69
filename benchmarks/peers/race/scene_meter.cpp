#include "benchmarks/peers/race/scene_meter.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

Vec2 velocity(const Eigen::VectorXd& v, int disc) {
  return v.segment<2>(3 * static_cast<Eigen::Index>(disc));
}

}  // namespace

SceneMeter::SceneMeter(const Scene& scene, const ContactModel& contact)
    : system_(scene.system()),
      h_(scene.h),
      diameter_(2.0 * system_.largest_radius()),
      weight_(system_.gravity().norm() * scene.h),
      scan_(system_, scene.start().q, contact) {
  if (weight_ == 0.0) weight_ = std::numeric_limits<double>::quiet_NaN();
  neighbours_.prepare(system_, scene.start().q, Search::cell_grid,
                      NeighbourList::usual_skin(system_));
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

void SceneMeter::step(const Eigen::VectorXd& q_before, const Eigen::VectorXd& v_before,
                      const Eigen::VectorXd& q_after, const Eigen::VectorXd& v_after) {
  const auto& radius = system_.bodies().radius;
  const auto overlap = [&](double depth) {
    if (!(depth > 0.0)) return;
    deepest_ = std::max(deepest_, depth);
    sum_ += depth;
    overlaps_ += 1.0;
  };
  neighbours_.update(q_before, q_after);
  for (const auto [disc, number] : neighbours_.walls()) {
    const Wall& wall = system_.wall(static_cast<std::size_t>(number));
    const double r = radius[static_cast<std::size_t>(disc)];
    const Vec2 x = centre(q_before, disc), v = velocity(v_before, disc);
    const auto depth = [&](double t) { return wall_frame(x + t * v, r, wall).depth; };
    overlap(wall_frame(centre(q_after, disc), r, wall).depth);
    count(depth(0.0), depth(0.5 * h_), depth(h_), v.dot(wall.inward),
          velocity(v_after, disc).dot(wall.inward));
  }
  for (const auto [i, j] : neighbours_.pairs()) {
    const double r_i = radius[static_cast<std::size_t>(i)],
                 r_j = radius[static_cast<std::size_t>(j)];
    const Vec2 x_i = centre(q_before, i), x_j = centre(q_before, j);
    const Vec2 v_i = velocity(v_before, i), v_j = velocity(v_before, j);
    const auto depth = [&](double t) {
      return pair_frame(x_i + t * v_i, r_i, x_j + t * v_j, r_j).depth;
    };
    const Vec2 n = pair_frame(x_i, r_i, x_j, r_j).normal;
    overlap(pair_frame(centre(q_after, i), r_i, centre(q_after, j), r_j).depth);
    count(depth(0.0), depth(0.5 * h_), depth(h_), (v_j - v_i).dot(n),
          (velocity(v_after, j) - velocity(v_after, i)).dot(n));
  }
  measure_energy(q_after, v_after);
}

}  // namespace impactbench
