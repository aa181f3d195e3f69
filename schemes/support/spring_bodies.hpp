#pragma once

#include "problems/model/parallel.hpp"
#include "schemes/support/spring_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Round bodies as explicit schemes with springs step them: they differ in what a step does with
/// the force alone.
template <int Dim, int Dofs>
class SpringBodies {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const RoundSystem& system, const State& start, double h, const SpringLaw& law);
  /// Finds contacts at the state, whose bodies have moved by h times a velocity between those that
  /// they had in the last step and have now. Writes the impulses of the step into `recorded` where
  /// it is not null.
  void detect(const State& state, ContactImpulses* recorded) {
    contacts_.begin_step(state.q, (1.0 + 1e-9) * h_ * std::max(last_speed_, speed_), recorded);
  }
  /// Whether steps may leave it to the next one to end them: forces remember nothing of places.
  [[nodiscard]] bool may_run_on() const { return !driven_; }

  /// The force of the step, the mean external one over it and contacts at the positions and
  /// velocities of the state, and f(q, v, force, inverse mass) for every coordinate. A body moves
  /// as soon as it has all of its force, in one pass over memory, which is what a step of many
  /// bodies costs. It leaves the weight for the next step to add its contacts to.
  template <class F>
  void move(State& state, const F& f) {
    begin_forces(state);
    last_speed_ = speed_;
    speed_ = 0.0;
    const std::size_t bodies = system_->bodies().size();
    for (std::size_t moved = 0; moved < bodies;) {
      const std::size_t until = contacts_.add_next(state.q, state.v, force_);
      move(state, moved, until, f);
      moved = until;
    }
  }
  /// The end of a step: what forces remember follows the bodies.
  void end_step(State& state) const {
    system_->remember(state.q);
    ++state.step;
  }
  /// q += t v.
  void drift(State& state, double t) const {
    const std::size_t n = system_->bodies().size();
    for_blocks(n, blocks_for(n), [&](int, std::size_t begin, std::size_t end) {
      const double time = t;
      double* q = state.q.data();
      const double* v = state.v.data();
      for (std::size_t k = width * begin; k < width * end; ++k)
        q[k] += time * v[k];
    });
  }

 private:
  static constexpr auto width = static_cast<std::size_t>(Dofs);
  /// Coordinates that are looked at together.
  static constexpr std::size_t row = 64 * width;

  void begin_forces(const State& state);

  /// Moves the bodies [first, last) and raises the speed to theirs.
  template <class F>
  void move(State& state, std::size_t first, std::size_t last, const F& f) {
    const std::size_t n = last - first;
    const int blocks = blocks_for(n);
    speeds_.assign(static_cast<std::size_t>(blocks), 0.0);
    for_blocks(n, blocks, [&](int b, std::size_t begin, std::size_t end) {
      double square = 0.0;
      for (std::size_t at = width * (first + begin); at < width * (first + end);) {
        const std::size_t stop = std::min(at + row, width * (first + end));
        square = std::max(square, move_row(state, at, stop, f));
        at = stop;
      }
      speeds_[static_cast<std::size_t>(b)] = std::sqrt(square);
    });
    for (const double speed : speeds_)
      speed_ = std::max(speed_, speed);
  }
  /// The same for coordinates of one row; the largest square of a speed of a centre.
  template <class F>
  double move_row(State& state, std::size_t at, std::size_t stop, const F& f) {
    const F own = f;  // what it has captured stays in registers: no store can change it
    double* force = force_.data();
    double* q = state.q.data();
    double* v = state.v.data();
    const double* inverse_mass = inverse_mass_.at(at);
    const double* weight = weight_.at(at);
    for (std::size_t k = 0; k < stop - at; ++k) {
      own(q[at + k], v[at + k], force[at + k], inverse_mass[k]);
      force[at + k] = weight[k];
    }
    double square = 0.0;
    for (std::size_t k = at; k < stop; k += width)
      square = std::max(square, Eigen::Map<const Vec<Dim>>(v + k).squaredNorm());
    return square;
  }

  /// Numbers of coordinates; where they are the same for all bodies, one row of them is kept, which
  /// stays in the cache.
  class Rows {
   public:
    void set(const Eigen::VectorXd& all) {
      const Eigen::Index same = all.size() - Dofs;
      alike_ = same > 0 && all.head(same) == all.tail(same);
      const auto kept = static_cast<Eigen::Index>(row);
      numbers_ = alike_ ? Eigen::VectorXd(all.head(Dofs).replicate(kept / Dofs, 1)) : all;
    }
    [[nodiscard]] const double* at(std::size_t k) const {
      return numbers_.data() + (alike_ ? 0 : k);
    }

   private:
    Eigen::VectorXd numbers_;
    bool alike_{false};
  };

  double h_{0.0};
  bool driven_{false};  ///< the external force differs from step to step
  const RoundSystem* system_{nullptr};
  SpringContacts<Dim, Dofs> contacts_;
  Rows inverse_mass_, weight_;
  Eigen::VectorXd force_;
  double last_speed_{0.0}, speed_{0.0};  ///< no centre was or is faster [m/s]
  std::vector<double> speeds_;           ///< of blocks
};

}  // namespace impactbench
