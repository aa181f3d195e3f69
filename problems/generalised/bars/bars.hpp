#pragma once

#include "problems/model/generalised_setup.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::bars {

/// A bar in linear finite elements: m d2u/dt2 = EA d2u/ds2 - m g over 0 <= s <= L, m the mass per
/// length, its ends free of stress except in contact. An element of length d between the nodes i
/// and i + 1 has
///
///   tension      (EA / d) (u_{i+1} - u_i)
///   lumped       m d / 2 at either node
///   consistent   m d / 6 (2 u_i'^2 + 2 u_i' u_{i+1}' + 2 u_{i+1}'^2) / 2 of kinetic energy
///   weight       m g d / 2 at either node
struct Bar {
  Eigen::Index first;  ///< node
  Eigen::Index nodes;
  double length;     ///< [m]
  double stiffness;  ///< EA [N]
  double density;    ///< m [kg/m]

  [[nodiscard]] double element() const { return length / static_cast<double>(nodes - 1); }
};

/// Bars along one line whose ends meet each other or a wall, without friction. Coordinates:
/// displacements of nodes from the position in which unstrained ends touch, if the gap is 0.
struct Layout {
  std::vector<Bar> bars;
  bool consistent;
  double gravity;       ///< [m/s2], against the coordinates
  Eigen::Index ahead;   ///< node of the constraint gap + u_ahead - u_behind >= 0
  Eigen::Index behind;  ///< -1: a wall at rest
  double gap;           ///< [m]
  double restitution;   ///< of the nodes that meet
  double top_speed;     ///< [m/s]
};

[[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete, Layout layout,
                           State start, double horizon);

/// One bar above a wall at 0, which its first node meets.
struct Single {
  std::int64_t n{51};
  double length{10.0};
  double stiffness{900.0};
  double density{1.0};
  double gravity{10.0};
  double gap{5.0};
  double speed{0.0};
  std::string mass{"lumped"};
  double restitution{0.0};
  double horizon{16.0 / 3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"n", "-", "number of nodes"}, self.n, Range::between(2.0, 1000.0));
    f(Field{"length", "m", "of the bar"}, self.length, Range::positive());
    f(Field{"stiffness", "N", "EA: Young's modulus times area"}, self.stiffness, Range::positive());
    f(Field{"density", "kg/m", "mass per length"}, self.density, Range::positive());
    f(Field{"gravity", "m/s2", "towards the wall"}, self.gravity, Range::at_least(0.0));
    f(Field{"gap", "m", "initial distance from the wall"}, self.gap, Range::at_least(0.0));
    f(Field{"speed", "m/s", "initial, towards the wall"}, self.speed, Range::at_least(0.0));
    f(Field{"mass", "-", "mass matrix of the elements"}, self.mass, OneOf{"lumped", "consistent"});
    f(Field{"restitution", "-", "of the first node"}, self.restitution, Range::between(0.0, 1.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Single&, const Single&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Single& p, const ParameterSet& complete);

}  // namespace impactbench::bars
