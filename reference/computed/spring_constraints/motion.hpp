#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>

#include <optional>
#include <vector>

namespace impactbench::computed::spring_constraints {

/// Positions, then velocities.
using Phase = std::vector<double>;

/// The state of a constraint between two events.
struct Contact {
  bool closed{false};
  bool presses{true};  ///< where the force ends before the overlap: it has not ended yet
};
using Contacts = std::vector<Contact>;

/// M(q) dv/dt = F + S + sum lam_a grad f_a with D_a = -f_a and, for a closed constraint,
///
///   lam_a = alpha c D_a^(alpha-1) + eta_a D_a^(alpha/2-1) dD_a/dt,
///   eta_a = zeta alpha sqrt(2 c / (grad f_a . M^-1 grad f_a)),
///
/// (Compliance); smooth until a constraint opens, closes or stops pressing.
class Forces {
 public:
  Forces(const GeneralisedSystem& system, const Compliance& law);

  void derivative(const Contacts& contacts, const Phase& x, Phase& dx, double t);
  /// D_a and dD_a/dt.
  [[nodiscard]] double depth(Eigen::Index a, const Phase& x);
  [[nodiscard]] double rate(Eigen::Index a, const Phase& x);
  /// lam_a of a closed constraint, without the end of its force.
  [[nodiscard]] double force(Eigen::Index a, const Phase& x);
  [[nodiscard]] bool ends_with_force() const {
    return zeta_ > 0.0 && law_.end == ContactEnd::force;
  }
  [[nodiscard]] const GeneralisedSystem& system() const { return system_; }

 private:
  void look(const Phase& x);
  [[nodiscard]] double force_here(Eigen::Index a);

  const GeneralisedSystem& system_;
  Compliance law_;
  double zeta_;
  Eigen::VectorXd q_, v_, force_, inertial_, gradient_, push_;
  Eigen::MatrixXd mass_;
  Eigen::LLT<Eigen::MatrixXd> llt_;
};

/// The motion from event to event: steps of Cash and Karp's method of orders 4 and 5 whose error
/// estimate is below `tolerance` (velocities times the time for the system's length);
/// constraints that open or close, and forces that end, are located by halving the step to
/// rounding.
class Motion {
 public:
  Motion(const GeneralisedSystem& system, const Compliance& law, const State& start, double end,
         double tolerance);

  /// Returns nothing if steps are too many or events accumulate at one instant.
  [[nodiscard]] bool run();
  /// State at a time within the motion.
  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v);

  [[nodiscard]] const std::vector<double>& begins() const { return begins_; }
  [[nodiscard]] const std::vector<double>& events() const { return events_; }
  [[nodiscard]] double deepest() const { return deepest_; }

 private:
  struct Node {
    double t;
    Phase x;
    Contacts contacts;
  };

  /// Takes a step of h from a node into x_; returns its error estimate.
  double step(const Node& from, double h);
  /// The first constraint that is beyond an event at x_, or -1; and that event itself.
  [[nodiscard]] Eigen::Index changed(const Contacts& contacts, const Phase& x);
  void change(Eigen::Index a, Node& node);
  void record_depths(const Node& from, double h);

  Forces forces_;
  double end_;
  double time_;           ///< in which a coordinate goes no further than the system's length [s]
  Eigen::VectorXd arms_;  ///< of coordinates (CoordinateArms)
  double longest_;        ///< of steps, so that none passes over a contact [s]
  double tolerance_;
  boost::numeric::odeint::runge_kutta_cash_karp54<Phase> method_;
  Phase x_, error_;
  std::vector<Node> nodes_;
  std::vector<double> begins_, events_;
  double deepest_{0.0};
};

}  // namespace impactbench::computed::spring_constraints
