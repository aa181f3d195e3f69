#pragma once

#include "schemes/support/coordinates/coordinate_contacts.hpp"

#include <limits>

namespace impactbench {

/// Whether a step inherits the velocity of the last one.
enum class Inertia { kept, none };

/// The part of its impulse that a contact keeps until the next step.
struct Glue {
  bool acts{false};
  double most{std::numeric_limits<double>::infinity()};  ///< kept at most [N s]
};

/// The velocity of a generalised system that is nearest to U among those with which no constraint,
/// linearised about q^n, closes within the step:
///
///   U = v^n + h M^-1 (F + S(q^n, v^n)),   M at q^n; without inertia U = M^-1 F,
///   u = argmin |u - U|_M^2 / 2  over  f_a(q^n) + h grad f_a(q^n) . u >= 0, all a,
///   v^{n+1} = u,   q^{n+1} = q^n + h u.
///
/// With glue the aim is U - sum p_a M^-1 grad f_a, p_a the impulses of the last step (Glue). In the
/// contact problem b is grad f_a . U + f_a / h, and the velocity unit is the system's length over
/// h.
class NearestCoordinates final : public Scheme {
 public:
  NearestCoordinates(Inertia inertia, Glue glue, bool warm_start, const GeneralisedSystem& system,
                     double h, ContactSolver& solver);
  StepReport step(State& state) override;
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  void aim(const State& state);

  double h_;
  Inertia inertia_;
  Glue glue_;
  CoordinateStep coordinates_;
  CoordinateContacts contacts_;
  Eigen::VectorXd pressed_;  ///< p_a of the last step, for glue
  Eigen::VectorXd pull_, u_;
};

}  // namespace impactbench
