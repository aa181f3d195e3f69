#include "reference/yardsticks/maxwell_meter.hpp"

#include "reference/yardsticks/block_mean.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::int64_t blocks_of_a_run = 10;
constexpr std::size_t fewest = 50;
constexpr double falls = 8.0;  ///< through the box, before the blocks begin

}  // namespace

bool MaxwellMeter::applies(const Problem& problem, double h, std::int64_t steps) {
  const auto* system = disc_system(*problem.system);
  if (system == nullptr || system->bodies().size() < fewest || !problem.traits.gravity ||
      problem.traits.friction || problem.traits.restitution != 1.0 ||
      problem.traits.initial_penetration || !system->constant_force()) {
    return false;
  }
  Vec2 low(0.0, 0.0), high(0.0, 0.0);
  for (const Wall& wall : system->walls()) {
    low = low.cwiseMin(wall.point);
    high = high.cwiseMax(wall.point);
  }
  const double fall = std::sqrt(2.0 * (high - low).norm() / system->gravity().norm());
  return 0.2 * h * static_cast<double>(steps) >= falls * fall;
}

MaxwellMeter::MaxwellMeter(const Problem& problem, double h, std::int64_t steps)
    : system_(*disc_system(*problem.system)),
      h_(h),
      length_(std::max<std::int64_t>(1, 4 * steps / (5 * blocks_of_a_run))),
      impacts_(system_.bodies().size(), 0) {
  first_ = steps - length_ * blocks_of_a_run;
  blocks_.reserve(static_cast<std::size_t>(blocks_of_a_run));
}

void MaxwellMeter::add_speeds(const State& state, double kinetic, Block& block) const {
  const auto& mass = system_.bodies().mass;
  const Vec2 down = system_.gravity().normalized().head<2>();
  const auto n = static_cast<double>(mass.size());
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const Vec2 v = state.v.segment<2>(3 * static_cast<Eigen::Index>(i));
    const double b = 0.5 * mass[i] * v.squaredNorm() / kinetic;
    const double along = v.dot(down);
    block.speed_mean += std::sqrt(b) / n;
    block.speed_fourth += b * b / n;
    block.across += b - 0.5 * mass[i] * along * along / kinetic;
  }
  block.samples += 1.0;
}

void MaxwellMeter::add_impulses(const ContactImpulses& recorded, double kinetic, Block& block) {
  const auto& discs = system_.bodies();
  const auto each = [&](auto&& f) {
    for (std::size_t c = 0; c < recorded.contacts(); ++c) {
      const double p = recorded.impulse[c * static_cast<std::size_t>(recorded.rows)];
      const bool wall = recorded.body_b[c] == ContactProblem::fixed;
      const auto i = static_cast<std::size_t>(recorded.body_a[c]);
      if (p > 0.0) f(p, i, wall ? i : static_cast<std::size_t>(recorded.body_b[c]), wall);
    }
  };
  std::fill(impacts_.begin(), impacts_.end(), 0);
  each([&](double, std::size_t i, std::size_t j, bool wall) {
    ++impacts_[i];
    if (!wall) ++impacts_[j];
  });
  each([&](double p, std::size_t i, std::size_t j, bool wall) {
    if (impacts_[i] > 1 || impacts_[j] > 1) block.together += 1.0;
    const double m_i = discs.mass[i], m_j = discs.mass[j];
    const double mass = wall ? m_i : m_i * m_j / (m_i + m_j);
    const double share = 0.5 * p / std::sqrt(2.0 * mass * kinetic);
    if (wall) {
      block.wall += share;
      block.walls += 1.0;
    } else {
      block.pair += share;
      block.pairs += 1.0;
      block.phase += 0.5 * h_ * p / mass / (discs.radius[i] + discs.radius[j]);
    }
  });
}

void MaxwellMeter::after_step(const State& after, const ContactImpulses* recorded) {
  recorded_ = recorded_ && recorded != nullptr && recorded->known;
  const std::int64_t at = after.step - first_;
  const bool samples = after.step % 16 == 0;
  if (!recorded_ || at <= 0 || (!samples && recorded->contacts() == 0)) return;
  blocks_.resize(static_cast<std::size_t>((at - 1) / length_) + 1);
  const double kinetic = system_.kinetic_energy(after.q, after.v);
  add_impulses(*recorded, kinetic, blocks_.back());
  if (samples) add_speeds(after, kinetic, blocks_.back());
}

void MaxwellMeter::finish(std::map<std::string, double>& q) const {
  const auto poor = [](const Block& b) {
    return b.samples == 0.0 || b.pairs == 0.0 || b.walls == 0.0;
  };
  if (!recorded_ || blocks_.size() < static_cast<std::size_t>(blocks_of_a_run) ||
      std::any_of(blocks_.begin(), blocks_.end(), poor)) {
    return;
  }
  const auto add = [&](const std::string& name, auto&& value) {
    std::vector<double> values;
    for (const Block& b : blocks_)
      values.push_back(value(b));
    const BlockMean mean = block_mean(values);
    q["maxwell_" + name] = mean.mean;
    return mean.half_width;
  };
  const auto add_both = [&](const std::string& name, auto&& value) {
    q["maxwell_" + name + "_half_width"] = add(name, value);
  };
  add_both("speed_mean", [](const Block& b) { return b.speed_mean / b.samples; });
  add_both("speed_fourth", [](const Block& b) { return b.speed_fourth / b.samples; });
  add_both("across", [](const Block& b) { return b.across / b.samples; });
  add_both("pair_impulse", [](const Block& b) { return b.pair / b.pairs; });
  add_both("wall_impulse", [](const Block& b) { return b.wall / b.walls; });
  add("phase", [](const Block& b) { return b.phase / b.pairs; });
  add("together", [](const Block& b) { return b.together / (b.pairs + b.walls); });
}

}  // namespace impactbench
