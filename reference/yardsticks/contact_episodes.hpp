#pragma once

#include "problems/model/mechanical_system.hpp"
#include "reference/yardsticks/translations.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace impactbench {

/// Whether bodies keep their velocities.
enum class Inertia { with, without };

/// The times at which another force than the external one acts on a motion known at the ends of
/// steps, and its effect, from velocities alone. With inertia:
///
///   J = sum over the steps of an episode of M (v' - v) - h F,   active where |J| > 1e-9 m |v|
///
/// but not in a first step with J = -h F / 2: two-step schemes begin with half of F (paoli2010,
/// z(h)), unlike any contact. Without inertia M v' = F(t, q) + R, and an episode is active where
/// |R| > 1e-9 m |v'|; it then has no restitution.
///
/// An episode lasts from the beginning of its first active step to the end of its last one. The
/// restitution that it realised is e = -(v_end . J) / (v_begin . J): Newton's coefficient where J
/// is that of one contact without friction, since v . J is then J times the speed of separation.
class ContactEpisodes {
 public:
  struct Episode {
    double begin;                       ///< [s]
    std::optional<double> end;          ///< [s]; absent: it lasts on
    std::optional<double> restitution;  ///< [-]; absent where nothing was approached
  };

  /// `entries` are the relevant ones of q and v, `stride` of them per body in a state; `system` and
  /// `entries` must outlive this.
  ContactEpisodes(const MechanicalSystem& system, const std::vector<Translation>& entries,
                  int stride, double h, Inertia inertia = Inertia::with);

  /// Takes a step from velocities v to `after` at time t [s], with the forces at q.
  void after_step(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& after,
                  double t);
  /// All so far, in order, for all bodies together; the last one may not have ended.
  [[nodiscard]] std::vector<Episode> episodes() const;
  /// The times at which a force began to act on some body without one for three steps, in order: a
  /// lasting contact elsewhere hides none of them, and an impact that a scheme spreads over some
  /// steps is one. A contact in the first step is present already and does not begin.
  [[nodiscard]] const std::vector<double>& begins() const { return begins_; }

 private:
  [[nodiscard]] std::optional<double> restitution() const;
  void note_begins(double speed, double t);

  const MechanicalSystem& system_;
  const std::vector<Translation>& entries_;
  int stride_;
  double h_;
  Inertia inertia_;
  bool active_{false};
  double last_{0.0};  ///< end of the last active step
  std::vector<Episode> closed_;
  std::vector<double> begins_;
  std::vector<double> last_active_;  ///< end of the last step in which a force acted, per body
  std::vector<bool> now_active_;
  Eigen::VectorXd force_, change_, impulse_, step_impulse_, v_begin_, v_end_;
};

}  // namespace impactbench
