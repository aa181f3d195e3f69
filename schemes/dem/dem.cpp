#include "schemes/dem/dem.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "schemes/support/disc_schemes.hpp"

namespace impactbench::dem {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : stiffness_(1.0 / p.R) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, Solvers) override {
    system_ = &disc_system(system);
    h_ = h;
    force_.setZero(system.dofs());
    acceleration_.setZero(system.dofs());
    neighbours_.prepare(*system_, start.q, Search::cell_grid, NeighbourList::usual_skin(*system_));
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    neighbours_.update(state.q);
    enter(Phase::assembly);
    system_->external_force(static_cast<double>(state.step) * h_, state.q, state.v, force_);
    add_contact_forces(state.q);
    enter(Phase::update);
    acceleration_ = force_.cwiseQuotient(system_->mass());
    state.q += h_ * state.v + (0.5 * h_ * h_) * acceleration_;
    state.v += h_ * acceleration_;
    ++state.step;
    return {};
  }

 private:
  void add_contact_forces(const Eigen::VectorXd& q) {
    const auto& radius = system_->discs().radius;
    const auto r = [&](int i) { return radius[static_cast<std::size_t>(i)]; };
    for (const auto [i, w] : neighbours_.walls()) {
      const auto frame =
          wall_frame(centre(q, i), r(i), system_->walls()[static_cast<std::size_t>(w)]);
      if (frame.depth > 0.0) {
        force_.segment<2>(3 * i) -= stiffness_ * frame.depth * frame.normal;
      }
    }
    for (const auto [i, j] : neighbours_.pairs()) {
      const auto frame = pair_frame(centre(q, i), r(i), centre(q, j), r(j));
      if (frame.depth > 0.0) {
        const Vec2 push = stiffness_ * frame.depth * frame.normal;
        force_.segment<2>(3 * i) -= push;
        force_.segment<2>(3 * j) += push;
      }
    }
  }

  double stiffness_;
  double h_{0.0};
  const DiscSystem* system_{nullptr};
  NeighbourList neighbours_;
  Eigen::VectorXd force_, acceleration_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme dem");
}

SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 1.0,
          .exact_free_fall = true,
          .order_contact = 1.0,
          .order_impact = 1.0,
          .energy = EnergyBehaviour::gains,
          .momentum = true,
          .angular_momentum = false,
          .reversible = false,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "nguyen2024, section 4.2.2; energy gain: linear stability of the step"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "dem",
          .summary = "explicit discrete element method, linear elastic contact",
          .reference = "nguyen2024, section 4.2.2",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = [](const ParameterSet&,
                        const ProblemTraits& traits) { return refuse_dissipation("dem", traits); },
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(params(given));
          }};
}

}  // namespace impactbench::dem
