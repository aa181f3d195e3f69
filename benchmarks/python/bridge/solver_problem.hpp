#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <memory>
#include <optional>

namespace impactbench::python {

/// The contact solver of a class derived from impactbench.ContactSolver. Throws
/// ConfigurationError.
[[nodiscard]] std::unique_ptr<ContactSolver> make_solver(const Described& module,
                                                         const ParameterSet& given);
[[nodiscard]] std::optional<std::string> solver_refuses(const Described& module,
                                                        const SolverTask& task);

/// Defines the class that its `solve` receives.
void define_contact_problem(py::module_& m);

}  // namespace impactbench::python
