#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/polyhedral_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/mka3d/cell_forces.hpp"

#include <optional>
#include <vector>

namespace impactbench::mka3d {

struct Params {
  bool allow_unstable{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"allow_unstable", "-", "run with steps beyond the stability limit too"},
      self.allow_unstable);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// Mka3D: RATTLE for rigid cells with elastic links, as kick, drift and turn, kick:
///
///   v += h/2 F / m,   pi += h/2 Q^T M       (F, M at q^n and t^n)
///   X += h v,         Q <- Q R(e),  pi <- R(e)^T pi,  e from RotationStep (h pi)
///   v += h/2 F / m,   pi += h/2 Q^T M       (F, M at q^n+1 and t^n+1)
///
/// with pi = I omega in the principal frame. Explicit but for three unknowns a cell; symplectic,
/// reversible, of order 2; momentum and angular momentum are kept to rounding, the energy to
/// O(h^2) without drift. Forces stay from step to step: one evaluation each.
/// The printed staggered form (30)-(38) is the same map seen half a step later; its start
/// "T^-1/2 = 0" would shift time by h/2 under a force that acts at once, so a step begins with half
/// a kick.
/// Cells of prescribed motion are positioned after the drift; their velocities are means over the
/// step.
/// Faces at rigid planes are pushed by springs of their half cells (PlaneContact), with a
/// potential: the map stays symplectic and reversible, and of order 2 except at the instants of
/// contact changes. Stable below largest_step of the start, also with the faces that are foremost
/// there pressed against one plane; longer steps are refused unless allow_unstable. Reference:
/// Monasse & Mariotti, monasse2012, section 3.
///
/// Choose it for elastic bodies with finite rotations (beams, shells, blocks), when energy and
/// momenta must not drift over many explicit steps.
class Mka3d final : public Scheme {
 public:
  /// Throws ConfigurationError if h is beyond the stability limit at the start.
  Mka3d(const Params& params, const PolyhedralSystem& system, const State& start, double h);
  StepReport step(State& state) override;

  [[nodiscard]] double stability_limit() const { return limit_; }  ///< [s]

 private:
  static double stable_step(const PolyhedralSystem& system, const Eigen::VectorXd& q);
  void evaluate(double t, const State& state);
  void kick(State& state, std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool kick_and_drift(State& state, int& iterations);
  /// Moves and turns a cell; false where the turn exceeds the limit of one step.
  [[nodiscard]] bool turn(State& state, int cell, int& iterations);
  void follow(State& state);

  const PolyhedralSystem* system_;
  double h_, limit_;
  std::optional<CellForces> kernel_;
  std::vector<Mat3> turns_;
  std::vector<char> free_;
  Eigen::VectorXd now_, before_;  ///< cells of prescribed motion, at this step and the last
  Eigen::VectorXd terms_, force_, half_kick_;  ///< half_kick_: h/2 over the masses, 0 where fixed
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::mka3d
