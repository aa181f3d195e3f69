#pragma once

#include "problems/base/fields.hpp"
#include "schemes/api/scheme.hpp"

namespace impactbench::mka3d_linear {

/// Mka3D linearised about rest for square cells in plane strain: the linear part of RATTLE, i.e.
/// kick, drift, kick:
///
///   v += h/2 M^-1 F(q, t),   q += h v,   v += h/2 M^-1 F(q, t + h),   F = -dU/dq + load,
///
/// U of PlaneGridSystem: (16), (18), (19) of monasse2012 with Delta u to first order, one rotation
/// a cell. Order 2 in time and, with the traction in the strain of the loaded cell, in space;
/// symplectic and reversible. Velocities in an absorbing border decay: v /= 1 + h/2 rate, twice.
/// Stable below stability_limit; longer steps are refused unless allow_unstable.
/// Reference: Monasse & Mariotti, monasse2012, sections 2, 3 and 5.1.
///
/// Choose it for waves of small displacement in plane strain on a square grid; mka3d has finite
/// rotations.
struct Params {
  int block{8};
  bool allow_unstable{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"block", "-", "sweeps that pass through memory together; no result depends on it"},
      self.block, Range::between(1.0, 64.0));
    f(Field{"allow_unstable", "-", "run with steps beyond the stability limit too"},
      self.allow_unstable);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::mka3d_linear
