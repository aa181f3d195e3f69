#pragma once

#include "benchmarks/peers/peer.hpp"

namespace impactbench::box2d {

/// Box2D 2.4: sequential impulses on velocities with warm start, then sweeps that push overlaps
/// apart; single precision. README.md describes how a scene becomes a world.
struct Params {
  int velocity_iterations{8};
  int position_iterations{3};
  double scale{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"velocity_iterations", "-", "sweeps over the contacts for velocities"},
      self.velocity_iterations, Range::between(1, 1e6));
    f(Field{"position_iterations", "-", "sweeps over the contacts for positions"},
      self.position_iterations, Range::between(0, 1e6));
    f(Field{"scale", "-", "lengths of its world over ours: its slop is 5 mm in its own"},
      self.scale, Range{1e-3, 1e3, false, false});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] std::optional<std::string> absence();
[[nodiscard]] std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::box2d
