#pragma once

#include "schemes/api/restartable.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/event_driven/event_driven.hpp"
#include "schemes/event_driven/smooth_motion.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/step_impulses.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace impactbench::event_driven {

/// Steps of the run from event to event; event_driven.hpp has the rules.
class EventSteps final : public Scheme {
 public:
  EventSteps(const Params& params, const MechanicalSystem& system, const State& start, double h,
             ContactSolver& solver);
  StepReport step(State& state) override;
  void record_impulses(ContactImpulses* out) override;

  /// The problem of the last impact of the step; impacts with obstacles take precedence.
  [[nodiscard]] const ContactProblem* contact_problem() const override { return &shown_; }
  [[nodiscard]] std::span<const double> impulses() const override { return shown_impulses_; }

 private:
  void fail(StepStatus status, std::string_view reason);
  void touch(const State& state);
  void meet(double& done, State& state);
  [[nodiscard]] bool impact(State& state);
  void close_slowly(double& done, State& state);
  [[nodiscard]] bool closes_another(const State& state);
  [[nodiscard]] bool has_closed(const State& state);
  void settle(State& state);

  // Chooses stick, slip or opening for closed contacts.
  void choose_modes(double t, const State& state);
  void check_slide(const Closed& closed, const State& state);
  void release(double t, const State& state);
  void keep_closed(State& state, bool places);
  void push_back(std::size_t c, std::size_t row, double off, bool place, State& state);
  void compute_row(std::size_t c, const State& state, const Directions& along);
  [[nodiscard]] double weight(std::size_t row, std::size_t other) const;
  [[nodiscard]] std::optional<Direction> direction(std::size_t c, std::size_t pair,
                                                   const AlongRows& u, double least) const;

  // The time of an event: event_times.cpp.
  [[nodiscard]] double integrate(double left);
  [[nodiscard]] std::optional<double> first_impact(const State& from, double length);
  [[nodiscard]] std::optional<double> impact_of(std::size_t c, const State& from, double length);
  [[nodiscard]] double land_on(std::size_t c, double time, double length);
  [[nodiscard]] std::optional<double> first_stop(double length);
  [[nodiscard]] double slip(const Closed& closed, std::size_t pair, const State& state);
  [[nodiscard]] double land_on_stop(const Closed& closed, std::size_t pair, double time,
                                    double length);
  [[nodiscard]] double first_change(double t, double length);
  [[nodiscard]] bool changed(double t, const State& state);
  void compute_gaps(const State& state, Eigen::VectorXd& gaps) const;

  Params params_;
  const RoundSystem* remembers_;  ///< for forces that may remember
  double h_, time_{0.0};          ///< time_: of the start of the step of the run
  std::unique_ptr<Contacts> contacts_;
  ContactSolver& solver_;
  double touching_;  ///< gaps up to this are closed [m]
  double speed_;     ///< V
  int looks_;        ///< at forces in a step of the integrator
  std::vector<std::size_t> touched_;
  std::vector<Closed> closed_;
  std::vector<char> is_closed_;  ///< of all contacts
  std::vector<char> rests_;      ///< of all: its impacts accumulate
  SmoothMotion motion_;
  double next_;  ///< length of the integrator's next step [s]
  State to_, inside_;
  Eigen::VectorXd gaps_, gaps_end_;
  ContactProblem problem_, one_, shown_;
  std::vector<double> impulses_, one_impulse_, shown_impulses_;
  StepReport report_;

  double small_;                  ///< step of moreau_jean where impacts accumulate [s]
  std::unique_ptr<Scheme> slow_;  ///< with that step
  Restartable* slow_start_;
  StepImpulses step_impulses_;  ///< in the step of the run, where they are recorded
  ContactImpulses slow_recorded_;
};

}  // namespace impactbench::event_driven
