#pragma once

#include "problems/model/state.hpp"

namespace impactbench {

/// A scheme whose next step depends on positions and velocities alone, so that it can go on from a
/// state that it has not seen. Other data that it keeps (lists of neighbours, starting impulses of
/// a solver) change no result beyond the tolerance of its solver.
class Restartable {
 public:
  virtual ~Restartable() = default;
  Restartable() = default;
  Restartable(const Restartable&) = delete;
  Restartable& operator=(const Restartable&) = delete;

  /// False where the settings make it remember more than positions and velocities.
  [[nodiscard]] virtual bool one_step() const { return true; }
  /// Lets the next step begin at this state. Allocates nothing.
  virtual void restart(const State& state) = 0;
};

}  // namespace impactbench
