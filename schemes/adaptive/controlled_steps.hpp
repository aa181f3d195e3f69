#pragma once

#include "schemes/adaptive/contact_set.hpp"
#include "schemes/adaptive/error_norm.hpp"
#include "schemes/adaptive/step_ladder.hpp"
#include "schemes/support/contacts/step_impulses.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace impactbench::adaptive {

/// The properties of the inner scheme that the step control uses.
struct Control {
  std::string_view inner;
  double order;      ///< p
  double tolerance;  ///< of a step
  bool extrapolate;
};

/// Steps of the run made of inner steps under error control; adaptive.hpp has the rules.
class ControlledSteps final : public Scheme {
 public:
  ControlledSteps(const Control& control, const Method& inner, const MechanicalSystem& system,
                  const State& start, double h, Solvers solvers);
  StepReport step(State& state) override;
  void record_impulses(ContactImpulses* out) override;

  /// The problem of an inner step in which a contact changed, or else of the last one.
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return with_change_ ? &change_ : ladder_.at(last_level_).contact_problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return with_change_ ? std::span<const double>(change_impulses_)
                        : ladder_.at(last_level_).impulses();
  }

 private:
  /// An intermediate state, and the contacts that acted before it.
  struct Point {
    State state;
    std::int64_t tick{0};
    ContactSet acting;
    int level{0};  ///< of the step that begins there
  };
  /// The end of an inner step from now_ or from its middle, and what contacts gave in that step.
  struct Trial {
    State state;
    ContactSet acting;
    ContactImpulses recorded;  ///< where impulses are recorded
  };
  /// The impulses of an accepted step: those of both halves and, where the state is extrapolated by
  /// this share of what both ends differ by, of the step of the whole length.
  struct Accepted {
    ContactImpulses first, second, whole;
    double share{0.0};
  };
  /// Passes the phases of inner steps on as those of this step.
  class Phases final : public PhaseListener {
   public:
    explicit Phases(const ControlledSteps& owner) : owner_(owner) {}
    void enter(Phase phase) override { owner_.enter(phase); }

   private:
    const ControlledSteps& owner_;
  };

  [[nodiscard]] bool inner_step(int level, Trial& trial, std::int64_t tick, bool goes_on);
  [[nodiscard]] bool try_step();
  [[nodiscard]] bool came_late();
  [[nodiscard]] bool restore_last();
  void halve(int levels);
  void accept();
  void record(double share);
  void sum_last();
  void keep_change(const ContactProblem* problem, std::span<const double> impulses);
  void choose_level();
  [[nodiscard]] bool at_deepest() const { return now_.level + 1 >= ladder_.deepest(); }

  Control control_;
  double weight_;    ///< 2^p - 1
  bool gives_back_;  ///< a contact that stays closed may reverse a residue of its velocity
  ErrorNorm norm_;
  StepLadder ladder_;
  Phases phases_{*this};
  std::int64_t outer_{0};
  Point now_, before_;  ///< where the inner step begins, and the one before it
  bool can_go_back_{false};
  Trial whole_, half_, end_, probe_;
  bool whole_known_{false};  ///< whole_ is the first half of a step that was too long
  bool half_known_{false};   ///< half_ is that of this step
  bool looked_{false};       ///< whether contacts act at once at now_
  bool changed_{false};
  double error_{0.0}, last_error_{1.0};  ///< over the tolerance
  double growth_left_{0.0};  ///< the controller's growth beyond the length of the step [levels]
  int last_level_{0};
  bool with_change_{false};
  ContactProblem change_, first_;  ///< first_ of half_, if contacts acted in it
  std::vector<double> change_impulses_, first_impulses_;
  ContactImpulses inner_;    ///< of the inner step that was taken last
  Accepted last_;            ///< of the last accepted step, while it may be taken back
  StepImpulses sums_;        ///< of the accepted steps before it
  bool sums_known_{false};   ///< some step has been accepted since the step of the run began
  bool last_counts_{false};  ///< last_ has neither been summed nor taken back
  StepReport report_;
};

}  // namespace impactbench::adaptive
