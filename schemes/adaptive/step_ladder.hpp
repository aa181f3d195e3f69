#pragma once

#include "schemes/api/restartable.hpp"
#include "schemes/api/scheme.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace impactbench::adaptive {

/// Instances of one method with steps h, h / 2, ..., h / 2^deepest. Time within a step of the run
/// is an integer number of the shortest steps, so that all times are exact.
class StepLadder {
 public:
  /// Throws ConfigurationError if `name` remembers more than positions and velocities.
  StepLadder(std::string_view name, const Method& method, const MechanicalSystem& system,
             const State& start, double h, int deepest, Solvers solvers);

  void listen(PhaseListener* listener);
  /// All of them record the impulses of their steps there; null ends that.
  void record_impulses(ContactImpulses* out);
  [[nodiscard]] int deepest() const { return static_cast<int>(rungs_.size()) - 1; }
  [[nodiscard]] std::int64_t ticks(int level) const {
    return std::int64_t{1} << (deepest() - level);
  }
  [[nodiscard]] double length(int level) const { return rungs_[index(level)].h; }  ///< [s]
  [[nodiscard]] const Scheme& at(int level) const { return *rungs_[index(level)].scheme; }

  /// Takes one step of length h / 2^level, `tick` shortest steps into step `outer` of the run.
  /// `goes_on`: it starts from the state that the last step of this length has left.
  StepReport step(int level, State& state, std::int64_t outer, std::int64_t tick, bool goes_on);

 private:
  struct Rung {
    std::unique_ptr<Scheme> scheme;
    Restartable* anew;
    double h;
  };
  static std::size_t index(int level) { return static_cast<std::size_t>(level); }

  std::vector<Rung> rungs_;
};

}  // namespace impactbench::adaptive
