#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/run_scales.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// The instants at which constraints of a generalised system begin and cease to act, and at which
/// slip along them starts and stops, from the recorded impulses and the velocities of a scheme,
/// against the events of a reference (Truth::constraint_events).
///
/// A constraint closes where it transmits an impulse, above 1e-9 of its largest so far, after two
/// steps or more without one, and opens after the last one. The instants are those at which its gap
/// f would be zero on a straight line, from the state at t before the first of these steps, and
/// after the last,
///
///   t - f / (df/dt),   at most a step away; t itself if it closes, or opens, no faster than 1e-9
///                      of the largest rate that the top speed can give f
///
/// so that they are known to O(h^2) if the run has no other error.
///
/// Slip s = t . v along a constraint that acts in the step and has one tangent t starts at its last
/// zero before it exceeds the residue that a scheme may leave in stick, whose law holds somewhere
/// between the places of a step,
///
///   |s| > r of the top speed + 2 |(t(q^{n+1}) - t(q^n)) . v^{n+1}|,
///
/// r being the tolerance of solvers, 1e-9, or within the cone of friction, |p_t| < (1 - 1e-6) mu
/// p_n, 1e-5, since a contact that sticks in the middle of a step is off by O(h^3) at its end. It
/// stops at its first zero after that, between the states of two steps on a straight line; in a
/// step that ends without slip, on the line of the step before it.
///
///   event_count         events of the reference [-]
///   event_count_error   sum over constraints and kinds of |events - events of the reference| [-]
///   event_time_error    largest |t_k - t_k of the reference| of events of one constraint and kind
///                       [s], of as many as both have
///   events_lone         how long before the end the first event comes that one of both motions has
///                       more than the other [s]; 0 where there is none
///   events_apart        least time between two events of the reference of one constraint and kind
///                       [s]; the length of the run where there are no two
class ConstraintEvents {
 public:
  /// System and truth must outlive this.
  ConstraintEvents(const GeneralisedSystem& system, const Truth& truth, double h, double end);

  /// `recorded`: null or unknown if the scheme records no impulses; then nothing is measured.
  void after_step(const State& before, const State& after, double t,
                  const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Watched {
    bool acts{false};
    double largest{0.0};              ///< impulse of a step so far
    std::int64_t last{0};             ///< step that transmitted the last impulse
    double opened{0.0};               ///< where its gap is zero about the end of that step [s]
    double side{0.0};                 ///< sign of the slip beyond the threshold
    double slip{0.0}, older{0.0};     ///< of the last two steps [m/s]
    double rested{0.0};               ///< when it was last zero [s]
    std::optional<double> stopped{};  ///< when it was first zero after it slipped [s]
    std::array<std::vector<double>, 4> at{};  ///< by ConstraintEvent::Kind [s]
  };
  [[nodiscard]] double crossing(Eigen::Index a, const State& state, double t, double sense);
  void watch_contact(Eigen::Index a, Watched& one, const State& before, const State& after,
                     double t);
  void watch_slip(Watched& one, double slip, double residue, double t);
  [[nodiscard]] double residue(Eigen::Index a) const;
  [[nodiscard]] double slip_of(Eigen::Index a, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  [[nodiscard]] std::vector<double> exact(Eigen::Index a, ConstraintEvent::Kind kind) const;

  const GeneralisedSystem& system_;
  const Truth& truth_;
  double h_, end_;
  double top_;            ///< speed of the system [m/s]
  Eigen::VectorXd arms_;  ///< of coordinates (CoordinateArms)
  bool knows_{true};
  std::vector<Watched> watched_;
  Eigen::VectorXd gradient_, pressed_, rubbed_;  ///< impulses of a step: normal, tangential
};

}  // namespace impactbench
