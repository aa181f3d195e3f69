#pragma once

#include "problems/base/parallel.hpp"
#include "schemes/support/springs/spring_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// The step of explicit schemes with springs for round bodies; the schemes differ only in what they
/// do with the force.
template <int Dim, int Dofs>
class SpringBodies {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const RoundSystem& system, const State& start, double h, const SpringLaw& law);
  /// Finds contacts at the state, whose bodies have moved by h times a velocity between that of the
  /// last step and the present one. Writes the impulses of the step into `recorded` where it is not
  /// null.
  void detect(const State& state, ContactImpulses* recorded) {
    contacts_.begin_step(state.q, (1.0 + 1e-9) * h_ * std::max(last_speed_, speed_), recorded);
  }
  /// Whether a step may leave its end to the next one: forces keep no memory of places.
  [[nodiscard]] bool may_run_on() const { return !driven_; }

  /// Computes the force of the step, the mean external one plus contacts at the positions and
  /// velocities of the state, and calls f(q, v, force, inverse mass) for every coordinate. A body
  /// moves as soon as its force is complete: one pass over memory, the main cost of a step of many
  /// bodies. Leaves the weight for the next step to add its contacts to.
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
  /// Ends a step: the memory of forces follows the bodies.
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
  /// Coordinates treated in one block.
  static constexpr std::size_t row = 64 * width;

  void begin_forces(const State& state);

  /// Moves the bodies [first, last) and updates the largest speed.
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
  /// Moves one block of coordinates; returns the largest square of a speed of a centre.
  template <class F>
  double move_row(State& state, std::size_t at, std::size_t stop, const F& f) {
    const F own = f;  // its captures stay in registers: no store can change it
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

  /// A number per coordinate; where all bodies have the same, one block of them is kept, which
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
