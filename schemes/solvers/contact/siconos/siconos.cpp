#include "schemes/solvers/contact/siconos/siconos.hpp"

namespace impactbench::siconos {

SolverEntry entry() {
  return {.name = "siconos",
          .summary = "solvers of the library Siconos: nsgs, nsn_ac, lemke and others (optional)",
          .reference = "Siconos 4.4 (Acary, Bremond and Huber 2018)",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return make(parse<Params>(given, "solver siconos"));
          }},
          .refuses = [](const SolverTask&) { return absence(); }};
}

}  // namespace impactbench::siconos
