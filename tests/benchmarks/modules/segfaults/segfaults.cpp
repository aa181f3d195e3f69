#include "tests/benchmarks/modules/segfaults/segfaults.hpp"

#include <csignal>

namespace impactbench::segfaults {
namespace {

/// Dies by a signal in its third step.
class Stepper final : public Scheme {
 public:
  void prepare(const MechanicalSystem&, const State&, double, Solvers) override {}
  StepReport step(State& state) override {
    if (state.step == 2) std::raise(SIGSEGV);
    ++state.step;
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "segfaults",
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

}  // namespace impactbench::segfaults
