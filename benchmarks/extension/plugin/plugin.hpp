#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <vector>

namespace impactbench {

/// The modules that a plug-in adds to the catalogues. A plug-in is a shared library made by
/// impactbench_plugin() of the installed CMake package, which writes the two symbols that a program
/// looks for,
///
///   const char impactbench_plugin_abi[]   what it was compiled with
///   (benchmarks/extension/plugin/abi.hpp) void impactbench_plugin(Plugin&)      fills the lists
///   from the entry() of each module
///
/// The library is not linked with our libraries: it finds their functions in the program.
struct Plugin {
  std::vector<ProblemEntry> problems;
  std::vector<SchemeEntry> schemes;
  std::vector<SolverEntry> solvers;
  std::vector<ReferenceEntry> references;
};

}  // namespace impactbench
