#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/set_step.hpp"
#include "problems/model/state.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

struct ContactImpulses;

/// Orders of the velocity error, in L1 over time and of filled-in graphs, by kind of motion. An
/// impact is located to within a step, so no scheme has more than 1 across one.
struct VelocityOrders {
  std::optional<double> free, contact, impact;
};

/// What the paper of a scheme promises, as data that tests and reports read. Orders are of the
/// position error at a fixed time. An absent order is "no claim".
struct SchemeClaims {
  std::optional<double> order_free;     ///< forces smooth and not constant, nothing touches
  bool exact_free_fall{false};          ///< no error but rounding under uniform gravity
  std::optional<double> order_contact;  ///< across a persistent contact of the scheme's own model
  /// Position order where friction or restitution < 1 dissipates energy; absent: order_contact.
  std::optional<double> order_dissipation{};
  std::optional<double> order_impact;  ///< across one impact
  VelocityOrders velocity;             ///< the same of velocities
  EnergyBehaviour energy{EnergyBehaviour::conserves_nearly};
  bool momentum{true};                            ///< linear momentum conserved away from walls
  bool angular_momentum{false};                   ///< the same, about any point, without friction
  OverlapBound overlap{OverlapBound::half_step};  ///< of bodies that are rigid to it
  bool rebound_takes_a_step{false};  ///< the velocity of that step lies between before and after
  /// Velocities may jump inside of a step, or after its displacement: those at the ends of a step
  /// do not give its path.
  bool jumps_within{false};
  ContactEnergy contact_energy{};  ///< of compliant contact, restitution 1, without friction
  bool reversible{false};          ///< a step back with -v returns to the start (solver tolerance)
  ContactModel contact;  ///< the compliance that the scheme puts in place of rigid contact
  /// Its contacts have friction against rolling and twisting where the problem asks for it.
  bool rolling_friction{false}, twisting_friction{false};
  bool static_friction{false};         ///< and hold more at rest than in slip (ContactLaw)
  std::optional<ContactStep> step{};   ///< the laws of contact of one step; absent: not stated
  std::optional<MotionStep> motion{};  ///< the law of motion of one step; absent: not stated
  std::optional<SetStep> set{};        ///< what one step makes of a moving set; absent: not stated
  std::optional<LocatedErrors> located{};  ///< instead of an order in h (order_free is absent)
  std::string_view source;  ///< where the claims are stated: key, section, equation, page
};

/// The claims on such a problem: order_contact becomes order_dissipation where contacts dissipate
/// energy, and bounds the order of velocities in contact.
[[nodiscard]] inline SchemeClaims claims_on(SchemeClaims claims, const ProblemTraits& traits) {
  if (!claims.order_dissipation || !(traits.friction || traits.restitution < 1.0)) return claims;
  claims.order_contact = claims.order_dissipation;
  if (claims.velocity.contact > claims.order_dissipation)
    claims.velocity.contact = claims.order_dissipation;
  return claims;
}

enum class StepStatus {
  done,
  not_converged,  ///< the nonlinear iteration or a solver hit its limit; the state is the last
                  ///< iterate
  breakdown,      ///< singular matrix or not a number; the state is unusable
};

/// The report of one step; it contains no judgement.
struct StepReport {
  StepStatus status{StepStatus::done};
  int nonlinear_iterations{0};  ///< Newton iterations, or sweeps of a contact solver
  int linear_iterations{0};     ///< iterations inside the linear solver
  double own_residual{0.0};     ///< of the last solve, in the solver's measure
  bool two_cycle{false};        ///< not_converged, as two iterates take turns
  std::string_view reason{};    ///< with static storage; when done, a remark or empty
};

/// The parts of a step whose cost is shown separately.
enum class Phase { detection, assembly, solve, update };

/// Is notified when a part of a step begins. A step reads no clock; the listener may.
class PhaseListener {
 public:
  virtual ~PhaseListener() = default;
  virtual void enter(Phase phase) = 0;
};

/// The solvers that a cell has chosen; both null for a scheme that needs none.
struct Solvers {
  LinearSolver* linear{nullptr};
  ContactSolver* contact{nullptr};
};

/// One system stepped by a method with one step size.
class Scheme {
 public:
  virtual ~Scheme() = default;
  Scheme() = default;
  Scheme(const Scheme&) = delete;  // the listener and the record belong to one run
  Scheme& operator=(const Scheme&) = delete;

  /// Advances the state from step k to k + 1 (t = k h, k = state.step). It must be the state that
  /// the scheme was made for or that the last step returned, since a scheme may keep parts of it.
  /// Allocates nothing, prints nothing, reads no clock.
  virtual StepReport step(State& state) = 0;

  /// Takes `steps` steps and returns the report of the last one: the same as `step`, up to
  /// rounding. A scheme that can keep several steps in the processor's cache overrides it.
  virtual StepReport advance(State& state, std::int64_t steps) {
    StepReport report;
    for (std::int64_t k = 0; k < steps && report.status != StepStatus::breakdown; ++k)
      report = step(state);
    return report;
  }

  /// The contact problem of the last step and the impulses that solved it, for the complementarity
  /// residual; null for schemes that pose none.
  [[nodiscard]] virtual const ContactProblem* contact_problem() const { return nullptr; }
  [[nodiscard]] virtual std::span<const double> impulses() const { return {}; }

  void listen(PhaseListener* listener) { listener_ = listener; }

  /// From the next step on writes the impulses of contacts into `out`, for the energy budget; null
  /// ends that. A scheme that does not know its impulses leaves `out` alone. May allocate there.
  virtual void record_impulses(ContactImpulses* out) { recorded_ = out; }

 protected:
  [[nodiscard]] ContactImpulses* recorded() const { return recorded_; }
  void enter(Phase phase) const {
    if (listener_ != nullptr) listener_->enter(phase);
  }

 private:
  PhaseListener* listener_{nullptr};
  ContactImpulses* recorded_{nullptr};
};

/// A time-stepping method with its settings: what it claims, what it asks for, what it refuses, and
/// its instances, each of which steps one system.
class Method {
 public:
  virtual ~Method() = default;

  [[nodiscard]] virtual SchemeClaims claims() const = 0;
  /// The requirements on a solver for such a problem.
  [[nodiscard]] virtual SolverTask task(const ProblemTraits& /*traits*/) const { return {}; }
  /// The reason, in a sentence, why the method cannot run such a problem with steps of `h` [s], for
  /// example a law that it lacks; or nothing.
  [[nodiscard]] virtual std::optional<std::string> refuses(const ProblemTraits& traits,
                                                           double h) const = 0;
  /// A sentence on the aspects of such a problem that the source's theory does not cover, although
  /// the method can run it; or nothing.
  [[nodiscard]] virtual std::optional<std::string> warns(const ProblemTraits& /*traits*/) const {
    return std::nullopt;
  }
  /// An instance for a system that the method does not refuse, from `start` on with steps of `h` >
  /// 0 [s]. System and solvers must outlive it.
  [[nodiscard]] virtual std::unique_ptr<Scheme> instance(const MechanicalSystem& system,
                                                         const State& start, double h,
                                                         Solvers solvers) const = 0;
};

/// One catalogue entry of schemes/.
struct SchemeEntry {
  std::string_view name;
  std::string_view summary;    ///< one sentence
  std::string_view reference;  ///< bibliography key and section
  ParameterFunctions parameters;
  /// `given` is a (partial) parameter set. Throws ConfigurationError on bad parameters.
  std::unique_ptr<const Method> (*make)(const ParameterSet& given);
};

/// All schemes in alphabetical order (generated from the folders).
[[nodiscard]] std::span<const SchemeEntry> scheme_catalogue();

inline std::ostream& operator<<(std::ostream& out, const SchemeEntry& entry) {
  return out << entry.name;
}

}  // namespace impactbench
