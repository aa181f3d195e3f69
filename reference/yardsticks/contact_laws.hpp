#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "reference/yardsticks/impact_list.hpp"
#include "reference/yardsticks/law_contacts.hpp"
#include "reference/yardsticks/law_rules.hpp"
#include "reference/yardsticks/spring_friction.hpp"
#include "reference/yardsticks/stated_force.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// The laws of contact, contact by contact and step by step: the recorded impulses of a scheme
/// against the problem's own restitution, friction, radii and masses, at the place in the step
/// where the scheme states (ContactStep) that its laws hold. Gaps, normals and levers are measured
/// here, and closed contacts are also searched here, so that a contact missed by the scheme is a
/// defect.
///
/// If a scheme records nothing, the impulse of a body whose only contact is within reach is M dv -
/// h F, if that force is known. If it states no ContactStep, the laws that hold for every scheme
/// are checked, with contacts measured in the middle of the step: no pull, the cone, law_slip for
/// the slower slip where a contact slips alike before and after the step, by more than twice the
/// difference of its slip between the places of both ends, and restitution beyond the difference of
/// normal velocities there.
///
/// Written by finish() [-], each the largest over contacts and steps, in units of the largest
/// normal impulse that a contact transmitted, or should have transmitted:
///   law_pull          -p_n (for `glue` and `film`: of its sum), except for springs with dashpots
///                     that end with the overlap
///   law_distance      p_n of a contact whose gap is open, or without anything near
///   law_normal        |p_n - what the normal rule demands|: p_n - max(0, p_n - m u) where the rule
///                     is a complementarity with u, m the reduced mass
///   law_cone          |p_t| - mu p_n
///   law_slip          |p_t - P(p_t - s / W_t)|, P on the cone: not opposed to the slip s, or not
///                     on the cone while s != 0; for torques against rolling and twisting the same
///                     over the reduced radius
///   law_reaction      impulses of the two bodies that do not cancel
///   law_lever         torque minus lever x impulse, over the radius
///   law_momentum      M dv - h F minus the impulses with the levers of the problem (torques over
///                     the radius), of the steps whose impulses are recorded; absent if F varies
///                     and impulses accompany a law of motion that is not stated
/// law_restitution: |u_n after + e u_n before| of an event (consecutive steps in which a contact,
/// the only one of its bodies, transmits impulses; one step where the law of velocities is stated)
/// over the largest speed of approach of the events. law_friction_gain: positive work of friction
/// on bodies over all its work. law_impulse: that unit [N s]; law_approach: that speed [m/s];
/// law_contacts: contacts judged, summed over steps; law_unknown: bodies with an impulse that was
/// neither recorded nor can be inferred; law_events: events of law_restitution.
class ContactLaws {
 public:
  /// The problem, of round bodies, must outlive this.
  ContactLaws(const Problem& problem, const ContactModel& contact,
              const std::optional<ContactStep>& step, double h,
              const std::optional<MotionStep>& motion = std::nullopt);

  /// `t` at the end of the step [s]; `recorded` may be null.
  void after_step(const State& before, const State& after, double t,
                  const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

  /// The impacts of the run, which it always follows.
  [[nodiscard]] ImpactList& impacts() { return impacts_; }

 private:
  void collect(const ContactImpulses* recorded);
  void infer();
  void add_passed_over();
  void add_others(const std::vector<LawKey>& keys);
  void measure_defect(const State& before, const State& after, double t);
  void judge(const LawContact& c, const State& before, const State& after);
  [[nodiscard]] double fastest(const State& before, const State& after);
  [[nodiscard]] bool may_act(const LawContact& c, double p, const State& before,
                             const State& after);
  void judge_normal(const LawContact& c, const State& before, const State& after);
  void judge_cone(const LawContact& c, const State& before, const State& after);
  [[nodiscard]] double barrier_at(double gap) const;
  void judge_rubbing(const LawContact& c, const State& after);
  [[nodiscard]] ConeSoftness softness(const LawContact& c) const;
  [[nodiscard]] double open_tolerance(const LawContact& c) const;
  void judge_friction(const LawContact& c, const State& before, const State& after);
  [[nodiscard]] ContactStep of_contact(const LawContact& c) const;
  void judge_steady_slip(const LawContact& c, double bound, const State& before,
                         const State& after);
  [[nodiscard]] Vec3 law_slip(const LawContact& c, const State& before, const State& after) const;
  [[nodiscard]] double turn_defect(const LawContact& c, double friction_load,
                                   const State& after) const;
  void judge_reaction(const LawContact& c);
  void judge_momentum();
  void close(const Impact& event);
  [[nodiscard]] const ContactLaw& law(const LawKey& key) const;
  [[nodiscard]] double complementary(const LawContact& c, double p, double speed) const;

  const Problem& problem_;
  bool stated_, never_pulls_, recorded_{true}, stepped_{false};
  bool balanced_{false};  ///< in some step, whose impulses were recorded
  ContactStep step_;
  double h_;
  std::vector<double> damping_ratios_;  ///< by the places of MaterialLaws
  LawContacts contacts_;
  SpringFriction springs_;
  StatedForce stated_force_;
  bool moves_;  ///< the forces of a step are known
  std::vector<LawContact> now_;
  std::vector<LawKey> closed_;
  Eigen::VectorXd force_, defect_, mean_;
  std::vector<double> impulse_scale_;  ///< of each entry of defect_: 1, or the radius
  std::map<LawKey, double> sums_;      ///< P of glue and film [N s]
  ImpactList impacts_{contacts_, !stated_};
  std::optional<double> fastest_;  ///< of any body at either end of the step, where asked for [m/s]

  double largest_{0.0}, pull_{0.0}, distance_{0.0}, normal_{0.0}, cone_{0.0}, slip_{0.0};
  double reaction_{0.0}, lever_{0.0}, momentum_{0.0};
  double friction_gain_{0.0}, friction_work_{0.0};
  double approach_{0.0}, restitution_defect_{0.0}, event_count_{0.0};
  double judged_{0.0}, unknown_{0.0};
};

}  // namespace impactbench
