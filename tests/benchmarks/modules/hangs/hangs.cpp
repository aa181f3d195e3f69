#include "tests/benchmarks/modules/hangs/hangs.hpp"

namespace impactbench::hangs {
namespace {

/// Never comes back from its third step.
class Stepper final : public Scheme {
 public:
  void prepare(const MechanicalSystem&, const State&, double, Solvers) override {}
  StepReport step(State& state) override {
    volatile bool forever = state.step == 2;
    while (forever) {
    }
    ++state.step;
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "hangs",
          .summary = "test only",
          .reference = "test only",
          .parameters = parameters_of<NoParameters>(),
          .claims = [](const ParameterSet&) { return SchemeClaims{}; },
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = [](const ParameterSet&, const ProblemTraits&) -> std::optional<std::string> {
            return {};
          },
          .make = [](const ParameterSet&) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>();
          }};
}

}  // namespace impactbench::hangs
