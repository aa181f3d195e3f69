#pragma once

#include "problems/model/fields.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/mka3d_linear/plane_strain.hpp"

#include <optional>

namespace impactbench::mka3d_linear {

struct Params {
  int block{8};
  bool allow_unstable{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"block", "-", "sweeps that go through memory at once; no result depends on it"},
      self.block, Range::between(1.0, 64.0));
    f(Field{"allow_unstable", "-", "run with steps beyond the stability limit too"},
      self.allow_unstable);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// Mka3D linearised about rest for square cells in plane strain: the linear part of RATTLE, kick,
/// drift, kick,
///
///   v += h/2 M^-1 F(q, t),   q += h v,   v += h/2 M^-1 F(q, t + h),   F = -dU/dq + load,
///
/// U of PlaneGridSystem: (16), (18), (19) of monasse2012 with Delta u to first order, one rotation
/// a cell. Order 2 in time and, with the traction in the strain of the loaded cell, in space;
/// symplectic and reversible. Velocities in an absorbing border decay: v /= 1 + h/2 rate, twice.
/// Stable below stability_limit; prepare refuses longer steps unless allow_unstable.
/// Reference: Monasse & Mariotti, monasse2012, sections 2, 3 and 5.1.
class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& params) : params_(params) {}

  /// Throws ConfigurationError if the system is no plane grid, or if h is beyond the stability
  /// limit.
  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override;
  StepReport step(State& state) override { return advance(state, 1); }
  StepReport advance(State& state, std::int64_t steps) override;

 private:
  Params params_;
  std::optional<PlaneStrain> kernel_;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::mka3d_linear
