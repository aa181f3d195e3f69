#include "schemes/mka3d_linear/mka3d_linear.hpp"

#include "problems/base/error.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "schemes/mka3d_linear/plane_strain.hpp"

namespace impactbench::mka3d_linear {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const PlaneGridSystem& grid, double h)
      : kernel_(grid, checked(params, grid, h), params.block) {}

  StepReport step(State& state) override { return advance(state, 1); }
  StepReport advance(State& state, std::int64_t steps) override {
    enter(Phase::update);
    if (steps < 1) return {};
    kernel_.load(state);
    kernel_.run(steps);
    kernel_.store(state);
    return {};
  }

 private:
  /// h; throws ConfigurationError beyond the stability limit.
  static double checked(const Params& params, const PlaneGridSystem& grid, double h) {
    const double limit = stability_limit(grid.material(), grid.layout().edge);
    if (h < limit || params.allow_unstable) return h;
    throw ConfigurationError("scheme mka3d_linear: the step is " + to_text(h) +
                             " s; it must be below the stability limit, " + to_text(limit) +
                             " s, or allow_unstable set");
  }

  PlaneStrain kernel_;
};

class Linear final : public Method {
 public:
  explicit Linear(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 2.0,
            .exact_free_fall = false,
            .order_contact = std::nullopt,
            .order_impact = std::nullopt,
            .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = false,
            .reversible = true,
            .contact = std::nullopt,
            .motion = MotionStep{.path = PathRule::centred},
            .source = "monasse2012, sections 3 and 4"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (traits.bodies != BodyKind::plane_grid) {
      return "mka3d_linear has the law of plane strain in square cells, and none for other bodies";
    }
    if (!(h > 0.0)) return "mka3d_linear goes forwards in time: dt must be above 0 s";
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State&,
                                                 double h, Solvers) const override {
    return std::make_unique<Stepper>(params_, *plane_grid_system(system), h);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "mka3d_linear",
          .summary = "Mka3D for small displacements of square cells in plane strain",
          .reference = "monasse2012, sections 2, 3 and 5.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Linear>(parse<Params>(given, "scheme mka3d_linear"));
          }};
}

}  // namespace impactbench::mka3d_linear
