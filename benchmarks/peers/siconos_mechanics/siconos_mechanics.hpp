#pragma once

#include "benchmarks/peers/peer.hpp"

namespace impactbench::siconos_mechanics {

/// Siconos: Moreau and Jean's scheme, theta = 1/2, with its own discs and contact search and its
/// Gauss-Seidel solver for plane friction. README.md describes how a scene becomes a model.
struct Params {
  double tolerance{1e-4};
  int max_iterations{1000};
  double scale{5.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "of its solver, relative to |q|_2"}, self.tolerance,
      Range::positive());
    f(Field{"max_iterations", "-", "most sweeps a step"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"scale", "-", "lengths of its model over ours: its cells have whole numbers for sizes"},
      self.scale, Range{1e-3, 1e3, false, false});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] std::optional<std::string> absence();
[[nodiscard]] std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::siconos_mechanics
