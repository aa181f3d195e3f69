#include "tests/benchmarks/modules/eats_memory/eats_memory.hpp"

#include <string>
#include <vector>

namespace impactbench::eats_memory {
namespace {

/// Takes 16 MiB more in every step.
class Stepper final : public Scheme {
 public:
  void prepare(const MechanicalSystem&, const State&, double, Solvers) override {}
  StepReport step(State& state) override {
    eaten_.emplace_back(std::size_t{1} << 24U, 'x');
    ++state.step;
    return {};
  }

 private:
  std::vector<std::string> eaten_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "eats_memory",
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

}  // namespace impactbench::eats_memory
