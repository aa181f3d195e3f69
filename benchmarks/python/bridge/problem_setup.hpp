#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "problems/model/problem.hpp"

namespace impactbench::python {

/// The problem that a class derived from impactbench.Problem builds with these settings. Throws
/// ConfigurationError.
[[nodiscard]] Problem make_problem(const Described& module, const ParameterSet& given);

/// Defines the class that its `build` fills.
void define_setup(py::module_& m);

}  // namespace impactbench::python
