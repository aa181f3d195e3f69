#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/event_driven/event_driven.hpp"
#include "schemes/event_driven/smooth_motion.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impactbench::event_driven {

/// Steps of the run from event to event; event_driven.hpp has the rules.
class EventSteps final : public Scheme {
 public:
  EventSteps(const Params& params, const MechanicalSystem& system, const State& start, double h,
             ContactSolver& solver);
  StepReport step(State& state) override;

  /// Of the last impact of the step, one with an obstacle before all others.
  [[nodiscard]] const ContactProblem* contact_problem() const override { return &shown_; }
  [[nodiscard]] std::span<const double> impulses() const override { return shown_impulses_; }

 private:
  void meet(State& state);
  [[nodiscard]] bool impact(State& state);
  void settle(State& state);
  void let_go(double t, const State& state);
  void keep_closed(State& state, bool places);
  [[nodiscard]] double weight(std::size_t c, const State& state);
  [[nodiscard]] double integrate(double left);
  [[nodiscard]] std::optional<double> first_impact(const State& from, double length);
  [[nodiscard]] std::optional<double> impact_of(std::size_t c, const State& from, double length);
  [[nodiscard]] double land_on(std::size_t c, double time, double length);
  [[nodiscard]] double first_change(double t, double length);
  [[nodiscard]] bool changed(double t, const State& state);
  void take_gaps(const State& state, Eigen::VectorXd& gaps) const;

  Params params_;
  const RoundSystem* remembers_;  ///< whose forces may remember
  double h_;
  std::unique_ptr<Contacts> contacts_;
  ContactSolver& solver_;
  double touching_;  ///< gaps up to this are closed [m]
  double speed_;     ///< V
  std::vector<std::size_t> closed_, touched_;
  std::vector<char> is_closed_;
  std::vector<char> rests_;    ///< of the touched ones: the last of accumulating impacts
  std::vector<char> carries_;  ///< of the closed ones, at the start of a step of the integrator
  SmoothMotion motion_;
  double next_;  ///< length of the next step of the integrator [s]
  State to_, inside_;
  Eigen::VectorXd gaps_, gaps_end_;
  ContactProblem problem_, one_, shown_;
  std::vector<double> impulses_, one_impulse_, shown_impulses_;
  StepReport report_;
};

}  // namespace impactbench::event_driven
