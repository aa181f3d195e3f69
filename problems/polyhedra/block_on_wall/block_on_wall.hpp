#pragma once

#include "problems/polyhedra/setup/polyhedral_setup.hpp"

#include <cstdint>

namespace impactbench::block_on_wall {

/// A block of elastic cells flies end on against a rigid plane and is thrown back by its own waves:
/// `along` cells of length L / along on a section of `across` by `across` cells, w towards the
/// plane everywhere at t = 0. Observables: centre, displacement of the centre of mass along the
/// axis, 0 where the end touches the plane without strain; front, distance of that end from the
/// plane, the mean over its faces.
///
/// With c = sqrt(E / rho) a thin bar stays for 2 L / c and leaves with w. The block differs by the
/// size of its cells and by its lateral inertia, as it contracts by nu. The reference solution is
/// `block_wave`, for a thin bar; its limits allow for cells and lateral inertia. The problem shows
/// the rebound of an elastic body by its own waves. Source: code_aster's verification manual,
/// SDNV100 (0.2 m, section 0.02 m x 0.02 m, steel, 100 m/s, gap 2 mm), of which `bar_on_wall` is
/// the thin bar; the cells are monasse2012's.
struct Params {
  PolyhedralCommon common{};
  int along{40};
  int across{1};
  double length{0.2};
  double edge{0.02};
  double young{2e11};
  double poisson{0.3};
  double density{8000.0};
  double gap{2e-3};
  double speed{100.0};
  double horizon{2e-4};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    PolyhedralCommon::each_field(self.common, f);
    f(Field{"along", "-", "cells along the block"}, self.along, Range::between(2.0, 1e4));
    f(Field{"across", "-", "cells along each edge of the section"}, self.across,
      Range::between(1.0, 100.0));
    f(Field{"length", "m", "of the block"}, self.length, Range::positive());
    f(Field{"edge", "m", "of its square section"}, self.edge, Range::positive());
    each_elastic_field(self, f);
    f(Field{"gap", "m", "initial distance from the plane"}, self.gap, Range::at_least(0.0));
    f(Field{"speed", "m/s", "initial, towards the plane"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::block_on_wall
