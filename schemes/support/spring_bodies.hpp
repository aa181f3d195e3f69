#pragma once

#include "problems/model/parallel.hpp"
#include "schemes/support/spring_contacts.hpp"

#include <algorithm>
#include <cstddef>

namespace impactbench {

/// Round bodies as explicit schemes with springs step them: they differ in what a step does with
/// the force alone.
template <int Dim, int Dofs>
class SpringBodies {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const RoundSystem& system, const State& start, double h, const SpringLaw& law);
  /// Finds contacts; before take_forces().
  void detect(const State& state) { contacts_.update(state.q); }
  /// The force of the step: the mean external one over it, and contacts at the positions and
  /// velocities of the state. Writes what contacts hand on into `told` where it is not null.
  void take_forces(const State& state, ContactImpulses* told);

  /// f(q, v, force, inverse mass) for every coordinate, in one pass over memory, which is what a
  /// step of many discs costs. It leaves the weight for the next step to add its contacts to.
  template <class F>
  void move(State& state, const F& f) {
    each_block([&](std::size_t begin, std::size_t end) {
      double* force = force_.data();
      double* q = state.q.data();
      double* v = state.v.data();
      for (std::size_t at = begin; at < end; at += row) {
        const F own = f;  // what it has captured stays in registers: no store can change it
        const double* inverse_mass = inverse_mass_.at(at);
        const double* weight = weight_.at(at);
        const std::size_t stop = std::min(row, end - at);
        for (std::size_t k = 0; k < stop; ++k) {
          own(q[at + k], v[at + k], force[at + k], inverse_mass[k]);
          force[at + k] = weight[k];
        }
      }
    });
  }
  /// The end of a step: what forces remember follows the bodies.
  void end_step(State& state) const {
    system_->remember(state.q);
    ++state.step;
  }
  /// q += t v.
  void drift(State& state, double t) const {
    each_block([&](std::size_t begin, std::size_t end) {
      const double time = t;
      double* q = state.q.data();
      const double* v = state.v.data();
      for (std::size_t k = begin; k < end; ++k)
        q[k] += time * v[k];
    });
  }

 private:
  /// f(first, last) of coordinates, block by block of bodies.
  template <class F>
  void each_block(F&& f) const {
    const std::size_t n = system_->bodies().size();
    constexpr auto width = static_cast<std::size_t>(Dofs);
    for_blocks(n, blocks_for(n),
               [&](int, std::size_t begin, std::size_t end) { f(width * begin, width * end); });
  }

  /// Coordinates that are looked at together.
  static constexpr std::size_t row = 64 * static_cast<std::size_t>(Dofs);
  /// Numbers of coordinates; where they are the same for all bodies, one row of them is kept, which
  /// stays in the cache.
  class Rows {
   public:
    void set(const Eigen::VectorXd& all) {
      const Eigen::Index same = all.size() - Dofs;
      const bool alike = same > 0 && all.head(same) == all.tail(same);
      const auto kept = static_cast<Eigen::Index>(row);
      numbers_ = alike ? Eigen::VectorXd(all.head(Dofs).replicate(kept / Dofs, 1)) : all;
      shift_ = alike ? 0 : 1;
    }
    [[nodiscard]] const double* at(std::size_t k) const { return numbers_.data() + shift_ * k; }

   private:
    Eigen::VectorXd numbers_;
    std::size_t shift_{1};
  };

  double h_{0.0};
  bool driven_{false};  ///< the external force differs from step to step
  const RoundSystem* system_{nullptr};
  SpringContacts<Dim, Dofs> contacts_;
  Rows inverse_mass_, weight_;
  Eigen::VectorXd force_;
};

}  // namespace impactbench
