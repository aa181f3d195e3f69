#include "schemes/dem/dem.hpp"

#include "problems/model/parallel.hpp"
#include "schemes/support/disc_schemes.hpp"

namespace impactbench::dem {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, Solvers) override {
    system_ = &disc_system(system);
    h_ = h;
    force_ = system_->weight();
    driven_ = !system_->constant_force();
    inverse_mass_ = system.mass().cwiseInverse();
    contacts_.prepare(*system_, start.q, h, params_);
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    contacts_.update(state.q);
    enter(Phase::assembly);
    if (driven_) {
      const double t = static_cast<double>(state.step) * h_;
      system_->mean_force(t, t + h_, state.q, state.v, force_);
    }
    contacts_.add(state.q, state.v, force_, told());
    enter(Phase::update);
    move(state);
    ++state.step;
    return {};
  }

 private:
  /// One pass over memory, which is what a step of many discs costs. Leaves the weight for
  /// the next step to add its contacts to.
  void move(State& state) {
    const double h = h_, half = 0.5 * h * h;
    const double* inverse_mass = inverse_mass_.data();
    const double* weight = system_->weight().data();
    double* force = force_.data();
    double* q = state.q.data();
    double* v = state.v.data();
    const std::size_t discs = system_->discs().size();
    for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = 3 * begin; k < 3 * end; ++k) {
        const double acceleration = force[k] * inverse_mass[k];
        q[k] += h * v[k] + half * acceleration;
        v[k] += h * acceleration;
        force[k] = weight[k];
      }
    });
  }

  Params params_;
  double h_{0.0};
  bool driven_{false};  ///< the external force differs from step to step
  const DiscSystem* system_{nullptr};
  SpringContacts contacts_;
  Eigen::VectorXd inverse_mass_, force_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme dem");
}

SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 1.0,
          .exact_free_fall = true,
          .order_contact = 1.0,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = 1.0, .impact = 1.0},
          .energy = EnergyBehaviour::gains,
          .momentum = true,
          .angular_momentum = false,
          .reversible = false,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "nguyen2024, section 4.2.2; energy gain: linear stability of the step"};
}

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  return refuse_springs("dem", params(given), traits, h);
}

}  // namespace

SchemeEntry entry() {
  return {
      .name = "dem",
      .summary = "explicit discrete element method, linear spring and dashpot, Cundall friction",
      .reference = "nguyen2024, section 4.2.2",
      .parameters = parameters_of<Params>(),
      .claims = claims,
      .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
      .refuses = refuses,
      .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
        return std::make_unique<Stepper>(params(given));
      }};
}

}  // namespace impactbench::dem
