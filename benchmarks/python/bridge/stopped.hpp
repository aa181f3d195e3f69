#pragma once

#include "benchmarks/python/bridge/described.hpp"

namespace impactbench::python {

/// An end requested by Python code through an exception of impactbench.modules.
enum class Stopped { no, not_converged, breakdown };

[[nodiscard]] inline Stopped stopped(const py::error_already_set& error) {
  const py::module_ modules = py::module_::import("impactbench.modules");
  if (error.matches(modules.attr("NotConverged"))) return Stopped::not_converged;
  if (error.matches(modules.attr("Breakdown"))) return Stopped::breakdown;
  return Stopped::no;
}

}  // namespace impactbench::python
