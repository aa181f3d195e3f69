#include "symplectic_penalty.hpp"

#include "problems/contact/gap.hpp"
#include "schemes/support/contacts/round_schemes.hpp"

namespace impactbench::symplectic_penalty {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& p, const MechanicalSystem& system, double h)
      : stiffness_(1.0 / p.R),
        system_(system),
        bodies_(round_bodies(system)),
        h_(h),
        force_(system.dofs()) {}

  StepReport step(State& state) override {
    const double t = static_cast<double>(state.step) * h_;
    move_bodies(system_, 0.5 * h_, state.v, state.q);
    system_.mean_force(t, t + h_, state.q, state.v, force_);
    with_dimension(bodies_.dimension, [&](auto dimension) { add_springs<dimension()>(state.q); });
    state.v += h_ * force_.cwiseQuotient(system_.mass());
    move_bodies(system_, 0.5 * h_, state.v, state.q);
    ++state.step;
    return {};
  }

 private:
  [[nodiscard]] double radius(int i) const { return bodies_.radius[static_cast<std::size_t>(i)]; }

  /// The springs do not turn bodies: in every space it is the centres that they push.
  template <int Dim>
  void add_springs(const Eigen::VectorXd& q) {
    const auto n = static_cast<int>(bodies_.size());
    for (int i = 0; i < n; ++i) {
      const Vec<Dim> x = centre<Dim>(bodies_, q, i);
      for (const Obstacle& obstacle : bodies_.obstacles)
        press<Dim>(obstacle_gap<Dim>(x, radius(i), obstacle), i, -1);
      for (int j = i + 1; j < n; ++j)
        press<Dim>(pair_gap<Dim>(x, radius(i), centre<Dim>(bodies_, q, j), radius(j)), j, i);
    }
  }
  /// Pushes `body` out along the normal, and the other one back unless it is an obstacle.
  template <int Dim>
  void press(const Gap<Dim>& gap, int body, int other) {
    if (!(gap.distance < 0.0)) return;
    const Vec<Dim> push = -stiffness_ * gap.distance * gap.normal;
    force_.segment<Dim>(bodies_.stride * body) += push;
    if (other >= 0) force_.segment<Dim>(bodies_.stride * other) -= push;
  }

  double stiffness_;
  const MechanicalSystem& system_;
  RoundBodies bodies_;
  double h_;
  Eigen::VectorXd force_;
};

class SymplecticPenalty final : public Method {
 public:
  explicit SymplecticPenalty(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 2.0,
            .exact_free_fall = true,
            .order_contact = 2.0,
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = true,
            .contact_energy = {.phase = 0.5},
            .reversible = true,
            .contact = Compliance{2.0, 0.5 / params_.R},
            .source = "Hairer, Lubich and Wanner 2003, section 1"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    if (auto reason = refuse_beside_dry_contacts("symplectic_penalty", traits)) return reason;
    if (traits.bodies != BodyKind::round) return "symplectic_penalty has springs between surfaces";
    if (traits.friction) return "symplectic_penalty has no law of friction";
    if (traits.restitution < 1.0)
      return "symplectic_penalty does not dissipate: restitution must be 1";
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State&,
                                                 double h, Solvers) const override {
    return std::make_unique<Stepper>(params_, system, h);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "symplectic_penalty",
          .summary = "leapfrog with a linear spring at every contact",
          .reference = "example of a plug-in",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<SymplecticPenalty>(
                parse<Params>(given, "scheme symplectic_penalty"));
          }};
}

}  // namespace impactbench::symplectic_penalty
