#pragma once

#include "benchmarks/matrix/child.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// One solver on one contact problem of a file, from zero impulses.
struct FileSolve {
  std::string file;                     ///< its name without folders
  int contacts{0}, rows{0}, bodies{0};  ///< 0: not known; bodies without factors: levels of W
  std::string solver;                   ///< name, with settings that are not at their defaults
  double tolerance{0.0};
  /// passed where the recomputed residual meets the tolerance, else missed, or how the solver died
  RowStatus status{RowStatus::crashed};
  std::string reason;
  std::optional<double> residual;  ///< natural residual, recomputed, in velocity units of the file
  bool claimed{false};             ///< whether the solver called itself converged
  int iterations{0};
  /// CPU time of one solve, the mean of as many as fill 0.03 s, and the time of making factors that
  /// the file does not have [s].
  std::optional<double> cpu;
};

struct FileRequest {
  std::string file, solver;
  ParameterSet settings;  ///< of the solver
  double tolerance{1e-8};
};

/// Solves in a child process with this budget, which alone limits iterations unless the settings
/// do. A solver with a parameter `stop` is given "natural". Status not_applicable, with the
/// sentence, where the solver refuses, or the file cannot be read or factored. Throws
/// ConfigurationError on an unknown solver or setting.
[[nodiscard]] FileSolve solve_file(const FileRequest& request, const Budget& budget);

/// Contact solvers of the catalogue, each with what it is to be given to solve any problem: several
/// of one name where a library brings methods of its own.
[[nodiscard]] std::vector<std::pair<std::string, ParameterSet>> all_contact_solvers();

/// CSV with a header line, and back. Throws ConfigurationError naming line and column.
void write_solves(const std::vector<FileSolve>& solves, std::ostream& out);
[[nodiscard]] std::vector<FileSolve> read_solves(const std::string& path);

}  // namespace impactbench
