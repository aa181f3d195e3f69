#include "schemes/snc/snc.hpp"

#include "schemes/support/newmark_newton.hpp"

namespace impactbench::snc {
namespace {

struct LinearSpring {
  static constexpr bool looks_back = false;
  double stiffness;

  [[nodiscard]] std::optional<ContactResponse> wall(const Vec2& x, const Vec2&, double r,
                                                    const Wall& wall, int) const {
    const ContactFrame frame = wall_frame(x, r, wall);
    if (!wall_touches(frame.depth)) return std::nullopt;
    return response(frame);
  }
  [[nodiscard]] std::optional<ContactResponse> pair(const Vec2& x_i, const Vec2& x_j, const Vec2&,
                                                    const Vec2&, double r_i, double r_j,
                                                    int) const {
    const ContactFrame frame = pair_frame(x_i, r_i, x_j, r_j);
    if (!pair_touches(frame.depth)) return std::nullopt;
    return response(frame);
  }

 private:
  [[nodiscard]] ContactResponse response(const ContactFrame& frame) const {
    return {frame.normal, stiffness * std::max(frame.depth, 0.0), stiffness};
  }
};
static_assert(NormalLaw<LinearSpring>);

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p)
      : newton_(LinearSpring{1.0 / p.R}, {p.newton_tolerance, p.newton_limit, false}) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    newton_.prepare(system, start, h, *solvers.linear);
  }
  StepReport step(State& state) override {
    return newton_.step(state, [this](Phase phase) { enter(phase); });
  }

 private:
  NewmarkNewton<LinearSpring> newton_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme snc");
}

SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 1.0,
          .exact_free_fall = true,
          .order_contact = 1.0,
          .order_impact = 1.0,
          .energy = EnergyBehaviour::dissipates,
          .momentum = true,
          .angular_momentum = false,
          .reversible = false,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "nguyen2024, section 4.2.1 (Newmark gamma = 1, beta = 1/2)"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "snc",
          .summary = "implicit penalty method, linear elastic contact at the end of the step",
          .reference = "nguyen2024, section 4.2.1",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet&, const ProblemTraits&) {
                return SolverTask{.kind = SolverKind::linear, .symmetric = true, .friction = false};
              },
          .refuses = [](const ParameterSet&,
                        const ProblemTraits& traits) { return refuse_dissipation("snc", traits); },
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(params(given));
          }};
}

}  // namespace impactbench::snc
