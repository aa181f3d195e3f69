#pragma once

#include "problems/model/sphere_setup.hpp"

#include <cstdint>

namespace impactbench::bead_chain {

/// A free chain of beads in the plane that resists stretching and bending (a macroscopic body):
///
///   V = k/2 sum (|q_{i+1} - q_i| - l)^2 + k_a/2 sum c_i,   c_i = a_i.b_i,
///   a_i = (q_{i+1} - q_i) / |.|,   b_i = (q_{i-1} - q_i) / |.|,
///
/// c_i = -1 where it is straight: there the potential is least for k_a > 0. A small angle psi at a
/// bead costs k_a psi^2 / 4, so that the bending stiffness is EI = k_a l / 2. The chain starts at
/// rest, bent into the first mode of a free Euler-Bernoulli beam of length n l, whose angular
/// frequency is (4.730041 / (n l))^2 sqrt(EI l / m). Beads do not overlap. No trajectory is used as
/// a reference: the momenta and the energy judge a run. The problem shows the order of a scheme on
/// smooth elastic motion with forces that depend on places. Source: maury-slides, macroscopic
/// bodies, without numbers.
struct Params {
  SphereCommon common{};
  std::int64_t n{21};
  double mass{0.01};
  double radius{0.02};
  double spacing{0.05};
  double stretching{400.0};
  double bending{0.4};
  double amplitude{0.002};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of beads"}, self.n, Range::between(3.0, 1e4));
    f(Field{"mass", "kg", "of each bead"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of each bead, at most half the spacing"}, self.radius,
      Range::positive());
    f(Field{"spacing", "m", "l, of neighbours"}, self.spacing, Range::positive());
    f(Field{"stretching", "N/m", "k"}, self.stretching, Range::positive());
    f(Field{"bending", "N m", "k_a"}, self.bending, Range::at_least(0.0));
    f(Field{"amplitude", "m", "of the start"}, self.amplitude, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::bead_chain
