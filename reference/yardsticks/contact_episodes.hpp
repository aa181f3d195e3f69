#pragma once

#include "problems/model/mechanical_system.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace impactbench {

/// When another force than the external one acts on a motion that is known at the ends of steps,
/// and what it does, from velocities alone:
///
///   J = sum over the steps of an episode of M (v' - v) - h F,   active where |J| > 1e-9 m |v|
///
/// but not in a first step with J = -h F / 2: schemes of two steps begin with half of F (paoli2010,
/// z(h)), and no contact does so.
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

  /// `translations` are the entries of q and v that count; both must outlive this.
  ContactEpisodes(const MechanicalSystem& system, const std::vector<Eigen::Index>& translations,
                  double h);

  /// A step from (q, v) to velocities `after` at time t [s].
  void after_step(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& after,
                  double t);
  /// All so far, in order; the last one may last on.
  [[nodiscard]] std::vector<Episode> episodes() const;

 private:
  [[nodiscard]] std::optional<double> restitution() const;

  const MechanicalSystem& system_;
  const std::vector<Eigen::Index>& translations_;
  double h_;
  bool active_{false};
  double last_{0.0};  ///< end of the last active step
  std::vector<Episode> closed_;
  Eigen::VectorXd force_, impulse_, step_impulse_, v_begin_, v_end_;
};

}  // namespace impactbench
