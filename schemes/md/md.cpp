#include "schemes/md/md.hpp"

#include "problems/model/parallel.hpp"
#include "schemes/support/disc_schemes.hpp"

namespace impactbench::md {
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
    enter(Phase::update);
    drift(state);
    enter(Phase::detection);
    contacts_.update(state.q);
    enter(Phase::assembly);
    if (driven_) {
      const double t = static_cast<double>(state.step) * h_;
      system_->mean_force(t, t + h_, state.q, state.v, force_);
    }
    contacts_.add(state.q, state.v, force_, told());
    enter(Phase::update);
    kick_and_drift(state);
    ++state.step;
    return {};
  }

 private:
  void drift(State& state) const {
    const double half = 0.5 * h_;
    double* q = state.q.data();
    const double* v = state.v.data();
    const std::size_t discs = system_->discs().size();
    for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = 3 * begin; k < 3 * end; ++k)
        q[k] += half * v[k];
    });
  }

  /// Leaves the weight for the next step to add its contacts to.
  void kick_and_drift(State& state) {
    const double h = h_, half = 0.5 * h_;
    const double* inverse_mass = inverse_mass_.data();
    const double* weight = system_->weight().data();
    double* force = force_.data();
    double* q = state.q.data();
    double* v = state.v.data();
    const std::size_t discs = system_->discs().size();
    for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = 3 * begin; k < 3 * end; ++k) {
        v[k] += h * force[k] * inverse_mass[k];
        q[k] += half * v[k];
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
  return parse<Params>(given, "scheme md");
}

SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 2.0,
          .exact_free_fall = true,
          .order_contact = 2.0,
          .order_impact = std::nullopt,
          .velocity = {.free = std::nullopt, .contact = 2.0, .impact = std::nullopt},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = true,
          .reversible = true,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "Hairer, Lubich and Wanner 2003, section 1"};
}

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  return refuse_springs("md", params(given), traits, h);
}

}  // namespace

SchemeEntry entry() {
  return {.name = "md",
          .summary = "molecular dynamics: leapfrog with the springs, dashpots and friction of dem",
          .reference = "Verlet 1967; Hairer, Lubich and Wanner 2003",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(params(given));
          }};
}

}  // namespace impactbench::md
