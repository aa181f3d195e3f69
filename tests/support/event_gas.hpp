#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace impactbench::testing {

/// A gas of equal discs in a box without gravity, impact by impact in doubles, restitution 0 < e
/// <= 1: the independent computation for testing the theory of
/// reference/support/hard_disc_gas.hpp. Every disc keeps its next impact; a disc whose partner has
/// met another finds a new one.
class EventGas {
 public:
  struct Impact {
    double time, impulse;
    bool wall;
  };

  explicit EventGas(const Problem& problem) {
    const auto& system = *disc_system(*problem.system);
    radius_ = system.bodies().radius.front();
    mass_ = system.bodies().mass.front();
    restitution_ = system.law().restitution;
    const auto& walls = system.walls();
    low_ = walls[3].point.x() + radius_;
    high_ = walls[1].point.x() - radius_;
    for (std::size_t i = 0; i < system.bodies().size(); ++i) {
      const auto k = static_cast<Eigen::Index>(3 * i);
      discs_.push_back({0.0, problem.initial.q.segment<2>(k), problem.initial.v.segment<2>(k)});
    }
    next_.resize(discs_.size());
    for (std::size_t i = 0; i < discs_.size(); ++i)
      predict(i);
  }

  /// Continues until `end`, and calls heard(impact) at each impact.
  template <class F>
  void run(double end, F&& heard) {
    for (;;) {
      std::size_t i = 0;
      for (std::size_t k = 1; k < next_.size(); ++k) {
        if (next_[k].time < next_[i].time) i = k;
      }
      if (!(next_[i].time <= end)) break;
      now_ = next_[i].time;
      heard(collide(i, next_[i].partner));
    }
    now_ = end;
  }

  [[nodiscard]] double kinetic() const {
    double sum = 0.0;
    for (const Disc& d : discs_)
      sum += d.v.squaredNorm();
    return 0.5 * mass_ * sum;
  }
  /// sum m (x - x_c) . v
  [[nodiscard]] double virial() const {
    double sum = 0.0;
    for (const Disc& d : discs_)
      sum += d.v.dot(at(d) - Vec2::Constant(0.5 * (low_ + high_)));
    return mass_ * sum;
  }
  [[nodiscard]] double room() const { return high_ - low_; }
  [[nodiscard]] std::size_t size() const { return discs_.size(); }
  [[nodiscard]] const Vec2& velocity(std::size_t i) const { return discs_[i].v; }
  [[nodiscard]] double mass() const { return mass_; }

 private:
  struct Disc {
    double time;
    Vec2 x, v;
  };
  struct Event {
    double time;
    int partner;  ///< a disc, or wall -1 .. -4
  };

  [[nodiscard]] Vec2 at(const Disc& d) const { return d.x + (now_ - d.time) * d.v; }

  [[nodiscard]] double meeting(const Disc& a, const Disc& b) const {
    const Vec2 d = at(b) - at(a), w = b.v - a.v;
    const double approach = d.dot(w);
    if (!(approach < 0.0)) return std::numeric_limits<double>::infinity();
    const double c = std::max(0.0, d.squaredNorm() - 4.0 * radius_ * radius_);
    const double under = approach * approach - w.squaredNorm() * c;
    if (under < 0.0) return std::numeric_limits<double>::infinity();
    return now_ + c / (std::sqrt(under) - approach);
  }

  void predict(std::size_t i) {
    Event first{std::numeric_limits<double>::infinity(), 0};
    const auto take = [&](double time, int partner) {
      if (time < first.time) first = {time, partner};
    };
    const Disc& disc = discs_[i];
    const Vec2 x = at(disc);
    for (int axis = 0; axis < 2; ++axis) {
      const double v = disc.v[axis];
      if (v < 0.0) take(now_ + std::max(0.0, (low_ - x[axis]) / v), -1 - 2 * axis);
      if (v > 0.0) take(now_ + std::max(0.0, (high_ - x[axis]) / v), -2 - 2 * axis);
    }
    for (std::size_t k = 0; k < discs_.size(); ++k) {
      if (k != i) take(meeting(disc, discs_[k]), static_cast<int>(k));
    }
    next_[i] = first;
  }

  void move(std::size_t i) {
    discs_[i].x = at(discs_[i]);
    discs_[i].time = now_;
  }

  Impact collide(std::size_t i, int partner) {
    move(i);
    if (partner < 0) {
      double& v = discs_[i].v[(-1 - partner) / 2];
      const double impulse = (1.0 + restitution_) * mass_ * std::abs(v);
      v *= -restitution_;
      predict(i);
      refresh(i, i);
      return {now_, impulse, true};
    }
    const auto k = static_cast<std::size_t>(partner);
    move(k);
    const Vec2 n = (discs_[k].x - discs_[i].x).normalized();
    const double p = 0.5 * (1.0 + restitution_) * mass_ * (discs_[i].v - discs_[k].v).dot(n);
    discs_[i].v -= p / mass_ * n;
    discs_[k].v += p / mass_ * n;
    predict(i);
    predict(k);
    refresh(i, k);
    return {now_, p, false};
  }

  /// Updates the others whose impact was with i or k, or that now meet one of them earlier.
  void refresh(std::size_t i, std::size_t k) {
    for (std::size_t other = 0; other < discs_.size(); ++other) {
      if (other == i || other == k) continue;
      const int partner = next_[other].partner;
      if (partner == static_cast<int>(i) || partner == static_cast<int>(k)) {
        predict(other);
        continue;
      }
      for (const std::size_t changed : {i, k}) {
        const double time = meeting(discs_[other], discs_[changed]);
        if (time < next_[other].time) next_[other] = {time, static_cast<int>(changed)};
      }
    }
  }

  double radius_, mass_, restitution_, low_, high_, now_{0.0};
  std::vector<Disc> discs_;
  std::vector<Event> next_;
};

}  // namespace impactbench::testing
