#pragma once

#include "schemes/support/coordinate_contacts.hpp"

#include <functional>
#include <limits>

namespace impactbench {

/// Whether velocities are inherited from the last step.
enum class Inertia { kept, none };

/// What a contact keeps of its impulse until the next step.
struct Glue {
  bool acts{false};
  double most{std::numeric_limits<double>::infinity()};  ///< kept at most [N s]
};

/// The nearest velocity of a generalised system with which no constraint that is linearised about
/// q^n closes within the step:
///
///   U = v^n + h M^-1 (F + S(q^n, v^n)),   M at q^n; without inertia U = M^-1 F,
///   u = argmin |u - U|_M^2 / 2  over  f_a(q^n) + h grad f_a(q^n) . u >= 0, all a,
///   v^{n+1} = u,   q^{n+1} = q^n + h u.
///
/// With glue the aim is U - sum p_a M^-1 grad f_a, p_a the impulses of the last step (Glue).
/// b of the contact problem is grad f_a . U + f_a / h; its velocity unit is the system's length
/// over h.
class NearestCoordinates {
 public:
  using Enter = std::function<void(Phase)>;

  void prepare(const GeneralisedSystem& system, double h, Inertia inertia, bool warm_start,
               Glue glue, ContactSolver& solver);
  StepReport step(State& state, ContactImpulses* told, const Enter& enter);
  [[nodiscard]] const CoordinateContacts& contacts() const { return contacts_; }

 private:
  void aim(const State& state, ContactImpulses* told);

  double h_{0.0};
  Inertia inertia_{Inertia::kept};
  Glue glue_;
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  Eigen::VectorXd pressed_;  ///< p_a of the last step, of glue
  Eigen::VectorXd pull_, u_;
};

}  // namespace impactbench
