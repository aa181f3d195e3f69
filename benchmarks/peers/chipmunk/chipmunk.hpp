#pragma once

#include "benchmarks/peers/peer.hpp"

namespace impactbench::chipmunk {

/// Chipmunk 7: sequential impulses with warm start, overlaps removed by a second velocity.
/// README.md describes how a scene becomes a space.
struct Params {
  int iterations{10};
  double slop{1e-4};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"iterations", "-", "sweeps over the contacts"}, self.iterations,
      Range::between(1, 1e6));
    f(Field{"slop", "m", "overlap that is tolerated"}, self.slop, Range::at_least(0.0));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] std::optional<std::string> absence();
[[nodiscard]] std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::chipmunk
