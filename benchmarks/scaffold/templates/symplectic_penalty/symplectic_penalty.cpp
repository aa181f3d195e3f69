#include "symplectic_penalty.hpp"

#include "problems/contact/geometry.hpp"
#include "schemes/support/disc_schemes.hpp"

namespace impactbench::symplectic_penalty {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& p, const RoundSystem& system, double h)
      : stiffness_(1.0 / p.R), system_(&system), h_(h), force_(system.dofs()) {}

  StepReport step(State& state) override {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    const auto n = static_cast<int>(system_->bodies().size());
    for (int i = 0; i < n; ++i) {
      for (std::size_t w = 0; w < system_->obstacles().size(); ++w)
        press(wall_frame(centre(state.q, i), radius(i), system_->wall(w)), i, -1);
      for (int j = i + 1; j < n; ++j)
        press(pair_frame(centre(state.q, i), radius(i), centre(state.q, j), radius(j)), i, j);
    }
    state.v += h_ * force_.cwiseQuotient(system_->mass());
    state.q += h_ * state.v;
    ++state.step;
    return {};
  }

 private:
  [[nodiscard]] double radius(int i) const {
    return system_->bodies().radius[static_cast<std::size_t>(i)];
  }
  void press(const ContactFrame& frame, int i, int j) {
    if (!(frame.depth > 0.0)) return;
    const Vec2 push = stiffness_ * frame.depth * frame.normal;
    force_.segment<2>(3 * i) -= push;
    if (j >= 0) force_.segment<2>(3 * j) += push;
  }

  double stiffness_;
  const RoundSystem* system_;
  double h_;
  Eigen::VectorXd force_;
};

class SymplecticPenalty final : public Method {
 public:
  explicit SymplecticPenalty(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 1.0,
            .order_contact = 1.0,
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = true,
            .contact = Compliance{2.0, 0.5 / params_.R},
            .source = "Hairer, Lubich and Wanner 2006, section I.1.2"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    if (auto reason = refuse_other_bodies("symplectic_penalty", traits)) return reason;
    if (traits.friction) return "symplectic_penalty has no law of friction";
    if (traits.restitution < 1.0) return "symplectic_penalty loses nothing: restitution must be 1";
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State&,
                                                 double h, Solvers) const override {
    return std::make_unique<Stepper>(params_, *disc_system(system), h);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "symplectic_penalty",
          .summary = "symplectic Euler with a linear spring at every contact",
          .reference = "example of a plug-in",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<SymplecticPenalty>(
                parse<Params>(given, "scheme symplectic_penalty"));
          }};
}

}  // namespace impactbench::symplectic_penalty
