#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench {

/// Bodies fly through each other and through walls; what a derived class does wrong, it does in
/// misbehave().
class FreeFlight : public Scheme {
 public:
  void prepare(const MechanicalSystem&, const State&, double h, Solvers) override { h_ = h; }

  StepReport step(State& state) override {
    state.q += h_ * state.v;
    ++state.step;
    return misbehave(state);
  }

 protected:
  virtual StepReport misbehave(State& state) = 0;

 private:
  double h_{0.0};
};

template <class Misbehaving>
SchemeEntry misbehaving_entry(std::string_view name, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .reference = "tests of the runner",
          .parameters = parameters_of<NoParameters>(),
          .claims = [](const ParameterSet&) { return SchemeClaims{}; },
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = [](const ParameterSet&, const ProblemTraits&,
                        double) -> std::optional<std::string> { return std::nullopt; },
          .make = [](const ParameterSet&) -> std::unique_ptr<Scheme> {
            return std::make_unique<Misbehaving>();
          }};
}

}  // namespace impactbench
