#include "reference/yardsticks/gas_meter.hpp"

#include "reference/yardsticks/block_mean.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::int64_t blocks_of_a_run = 10;
constexpr int floor_wall = -3;
constexpr double normal_999 = 3.2905;  ///< two-sided quantile of 99.9 %

/// A wall in place of a partner: by the direction in which it pushes.
int wall_of(double x, double y) {
  if (std::abs(x) > std::abs(y)) return x > 0.0 ? -1 : -2;
  return y > 0.0 ? floor_wall : -4;
}

}  // namespace

GasMeter::GasMeter(const Problem& problem, double h, std::int64_t steps)
    : system_(*disc_system(*problem.system)),
      h_(h),
      mass_(system_.bodies().mass.front()),
      kinetic_0_(system_.kinetic_energy(problem.initial.q, problem.initial.v)),
      gravity_(-system_.gravity().y()),
      floor_(system_.wall(0).point.y() + system_.bodies().radius.front()),
      energy_(kinetic_0_) {
  for (Eigen::Index k = 1; k < problem.initial.q.size(); k += 3)
    energy_ += mass_ * gravity_ * (problem.initial.q[k] - floor_);
  const auto& walls = system_.walls();  // floor, right, ceiling, left
  middle_ = {0.5 * (walls[1].point.x() + walls[3].point.x()),
             0.5 * (walls[0].point.y() + walls[2].point.y())};
  room_ = walls[1].point.x() - walls[3].point.x() - 2.0 * system_.bodies().radius.front();
  length_ = std::max<std::int64_t>(1, 4 * steps / (5 * blocks_of_a_run));
  first_ = std::max<std::int64_t>(0, steps - length_ * blocks_of_a_run);
  blocks_.reserve(static_cast<std::size_t>(blocks_of_a_run));
  virial_ = virial(problem.initial);
  kinetic_first_ = kinetic_0_;
}

double GasMeter::virial(const State& state) const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < state.v.size(); k += 3)
    sum += state.v.segment<2>(k).dot(state.q.segment<2>(k) - middle_);
  return mass_ * sum;
}

double GasMeter::kinetic(const State& state) const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < state.v.size(); k += 3)
    sum += state.v.segment<2>(k).squaredNorm();
  return 0.5 * mass_ * sum;
}

void GasMeter::add_impulses(const ContactImpulses& recorded, Block& block) {
  const auto rows = static_cast<std::size_t>(recorded.rows);
  const auto dofs = static_cast<std::size_t>(recorded.dofs);
  for (std::size_t c = 0; c < recorded.contacts(); ++c) {
    const double p = recorded.impulse[c * rows];
    if (!(p > 0.0)) continue;
    const bool wall = recorded.body_b[c] == ContactProblem::fixed;
    const double* along = &recorded.jacobian_a[c * rows * dofs];
    const std::pair<int, int> key{recorded.body_a[c],
                                  wall ? wall_of(along[0], along[1]) : recorded.body_b[c]};
    const bool begins = !std::binary_search(last_.begin(), last_.end(), key);
    pushing_.push_back(key);
    if (wall) {
      block.compressibility += 0.5 * room_ * p;
    } else {
      block.impulse += p;
    }
    if (key.second == floor_wall) {
      block.floor_impulse += p;
      if (begins) block.floor += 1.0;
    }
    if (begins) (wall ? block.walls : block.collisions) += 1.0;
  }
}

void GasMeter::add_speeds(const State& state, Block& block) const {
  const double scale = 0.5 * mass_ / kinetic(state);
  const auto n = static_cast<double>(system_.bodies().size());
  for (Eigen::Index k = 0; k < state.v.size(); k += 3) {
    const double b = scale * state.v.segment<2>(k).squaredNorm();
    block.speed_mean += std::sqrt(b) / n;
    block.speed_fourth += b * b / n;
  }
  block.samples += 1.0;
}

void GasMeter::add_heights(const State& state, Block& block) const {
  const auto n = static_cast<double>(system_.bodies().size());
  const double unit = energy_ / (n * mass_ * gravity_);
  for (Eigen::Index k = 1; k < state.q.size(); k += 3) {
    const double z = (state.q[k] - floor_) / unit;
    block.height_square += z * z / n;
  }
  block.kinetic += kinetic(state) / energy_;
}

void GasMeter::after_step(const State& after, const ContactImpulses* recorded) {
  recorded_ = recorded_ && recorded != nullptr && recorded->known;
  if (!recorded_) return;
  std::swap(pushing_, last_);
  pushing_.clear();
  Block before;  // what comes before the blocks is forgotten
  const std::int64_t at = after.step - first_;
  if (at > 0 && (at - 1) % length_ == 0) blocks_.emplace_back();
  Block& block = at > 0 ? blocks_.back() : before;
  add_impulses(*recorded, block);
  std::sort(pushing_.begin(), pushing_.end());
  if (at >= 0 && at % length_ == 0) {
    const double now = virial(after);
    block.compressibility += now - virial_;
    virial_ = now;
    kinetic_last_ = kinetic(after);
    if (at == 0) kinetic_first_ = kinetic_last_;
  }
  // Speeds change by impacts alone, of a disc every some hundred steps.
  if (at > 0 && after.step % 16 == 0) add_speeds(after, block);
  if (at > 0 && after.step % 16 == 0 && gravity_ > 0.0) add_heights(after, block);
}

void GasMeter::add_cooling(double span, double impacts, std::map<std::string, double>& q) const {
  const double e = system_.law().restitution;
  const double share = (1.0 - e * e) / (static_cast<double>(system_.bodies().size()) + 0.5);
  const double begin = 1.0 / std::sqrt(kinetic_first_), end = 1.0 / std::sqrt(kinetic_last_);
  if (!(impacts > 0.0 && end > begin)) return;
  q["gas_cooling"] = (end - begin) / span;
  q["gas_loss_per_impact"] = 2.0 * std::log(end / begin) / impacts;
  const double scatter = std::sqrt(share * (end + begin) / (2.0 * (end - begin)));
  q["gas_cooling_half_width"] = 1.2 * normal_999 * scatter * q["gas_cooling"];
  q["gas_loss_per_impact_half_width"] =
      normal_999 * std::sqrt(2.0 / impacts) * q["gas_loss_per_impact"];
}

void GasMeter::finish(std::map<std::string, double>& q) const {
  if (!recorded_ || blocks_.size() < static_cast<std::size_t>(blocks_of_a_run)) return;
  const auto n = static_cast<double>(blocks_.size());
  const double time = h_ * static_cast<double>(length_);
  const auto add = [&](const std::string& name, auto&& value) {
    std::vector<double> values;
    for (const Block& b : blocks_)
      values.push_back(value(b));
    const BlockMean mean = block_mean(values);
    q[name] = mean.mean;
    q[name + "_half_width"] = mean.half_width;
  };
  const auto add_per = [&](const std::string& name, double Block::*sum, double Block::*count) {
    for (const Block& b : blocks_)
      if (!(b.*count > 0.0)) return;
    add(name, [&](const Block& b) { return b.*sum / b.*count; });
  };
  double impacts = 0.0;
  for (const Block& b : blocks_)
    impacts += b.collisions + b.walls;
  q["gas_impacts"] = impacts;
  if (system_.law().restitution < 1.0) {
    add_cooling(n * time, impacts, q);
    return;
  }
  if (gravity_ > 0.0) {
    add_per("gas_kinetic", &Block::kinetic, &Block::samples);
    add_per("gas_height_square", &Block::height_square, &Block::samples);
    add("gas_floor_rate", [&](const Block& b) { return b.floor / time; });
    add_per("gas_floor_impulse", &Block::floor_impulse, &Block::floor);
  } else {
    add("gas_compressibility",
        [&](const Block& b) { return b.compressibility / (2.0 * kinetic_0_ * time); });
    add("gas_wall_rate", [&](const Block& b) { return b.walls / time; });
  }
  add("gas_collision_rate", [&](const Block& b) { return b.collisions / time; });
  add_per("gas_impulse", &Block::impulse, &Block::collisions);
  add_per("gas_speed_mean", &Block::speed_mean, &Block::samples);
  add_per("gas_speed_fourth", &Block::speed_fourth, &Block::samples);
}

}  // namespace impactbench
