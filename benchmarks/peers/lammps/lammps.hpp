#pragma once

#include "benchmarks/peers/peer.hpp"

namespace impactbench::lammps {

/// LAMMPS, pair style gran/hooke (with friction gran/hooke/history): linear springs and dashpots,
/// velocity Verlet. README.md describes how a scene becomes its input.
struct Params {
  double stiffness{1e6};
  double tangential{2.0 / 7.0};
  double tangential_damping{0.2};
  double skin{0.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"stiffness", "N/m", "normal spring of every contact"}, self.stiffness,
      Range::positive());
    f(Field{"tangential", "-", "tangential spring over the normal one"}, self.tangential,
      Range::positive());
    f(Field{"tangential_damping", "-", "damping ratio of the tangential spring"},
      self.tangential_damping, Range::between(0.0, 1.0));
    f(Field{"skin", "m", "of its neighbour lists"}, self.skin, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] std::optional<std::string> absence();
[[nodiscard]] std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::lammps
