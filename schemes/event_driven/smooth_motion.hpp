#pragma once

#include "problems/model/state.hpp"
#include "schemes/event_driven/contacts.hpp"
#include "schemes/solvers/api/contact_solver.hpp"

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace impactbench::event_driven {

/// A closed contact, and its behaviour over a step of the integrator.
struct Closed {
  std::size_t contact;
  bool carries{false};  ///< a force
  Directions slides{};  ///< in which directions at the start of the step; nothing where it sticks
};

/// The reason why no motion may exist for the present slip.
inline constexpr std::string_view no_slide =
    "Painleve's paradox: for the present slip no force, or several, satisfy Coulomb's law of "
    "accelerations; event_driven has no law for the jump that follows";

/// The motion between events, by steps of Dormand and Prince's method for places and velocities,
/// with the closed contacts as unilateral constraints on accelerations: friction of a sliding
/// contact is at its bound, against the slip, which keeps its sign; for a sticking one Coulomb's
/// law of accelerations decides.
class SmoothMotion {
 public:
  SmoothMotion(Contacts& contacts, const State& start, ContactSolver& solver, double tolerance);

  void reserve(std::size_t contacts);
  /// Sets the closed contacts; keeps the reference.
  void hold(const std::vector<Closed>& closed) { closed_ = &closed; }
  /// Sets the point where the next step begins.
  void begin(double t, const State& state);
  /// Takes a step from there; returns its error over the tolerance, with speeds in `speed`.
  double take(double length, double speed);
  /// The end of that step, and the dense output after a time in it.
  void end(State& state) const;
  void at(double time, State& state) const;

  /// The forces of the closed contacts at a state, in their order, along their rows.
  [[nodiscard]] std::span<const double> forces(double t, const State& state);
  /// Whether stages of steps are kept, which `record` needs.
  void keep_stages(bool keeps) { keeps_ = keeps; }
  /// Records the impulses of the closed contacts over the last step: the forces of its stages by
  /// their weights.
  void record(StepImpulses& out);
  [[nodiscard]] bool broken() const { return broken_; }
  /// The fault of the last solves; empty: none.
  [[nodiscard]] std::string_view fault() const { return fault_; }
  void forgive() { fault_ = {}; }
  [[nodiscard]] int iterations() const { return iterations_; }  ///< of the solver, so far

 private:
  using Point = std::vector<double>;
  /// A stage of a step, where forces are evaluated.
  struct Stage {
    Eigen::VectorXd q;
    std::vector<double> forces;
    std::vector<Directions> along;
  };
  void keep_stage();
  void rates(const Point& x, Point& dx, double t);
  void solve(double t);
  [[nodiscard]] AlongRows bend(std::size_t c);
  [[nodiscard]] Directions against(const Closed& closed);
  void check_slides();
  void write(const Point& x, State& state) const;

  Contacts& contacts_;
  ContactSolver& solver_;
  double tolerance_;
  const std::vector<Closed>* closed_{nullptr};
  Eigen::Index dofs_;
  double t_{0.0}, length_{0.0};
  Point from_, slope_, to_, slope_end_, error_;
  mutable Point inside_;
  Eigen::VectorXd q_, v_, a_, moved_;
  ContactProblem problem_;
  std::vector<double> forces_;
  std::vector<Directions> along_;  ///< of the slip of each closed contact, in the last solve
  bool keeps_{false};
  std::array<Stage, 6> stages_;
  std::size_t stage_{0};  ///< the next one
  bool broken_{false};
  std::string_view fault_{};
  int iterations_{0};
  boost::numeric::odeint::runge_kutta_dopri5<Point> stepper_;
};

}  // namespace impactbench::event_driven
