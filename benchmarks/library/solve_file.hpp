#pragma once

#include "benchmarks/library/contact_file.hpp"
#include "benchmarks/matrix/child.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// One solver on one contact problem of a file, from zero impulses.
struct FileSolve {
  std::string file;                         ///< its name without folders
  int contacts{0}, rows{0}, bodies{0};      ///< 0: not known; bodies without factors: levels of W
  std::string solver;                       ///< name, with settings that are not at their defaults
  GivenMatrix data{GivenMatrix::delassus};  ///< what it was given of W
  double tolerance{0.0};
  double own_tolerance{0.0};  ///< that the solver was given, by its own measure
  double limit{0.0};          ///< of CPU time [s]
  /// passed where both measures meet the tolerance, else missed, or how the solver died
  RowStatus status{RowStatus::crashed};
  std::string reason;
  std::optional<double>
      residual{};                ///< natural residual, recomputed, in velocity units of the file
  std::optional<double> cone{};  ///< ConeResidual, likewise
  bool claimed{false};           ///< whether the solver called itself converged at that tolerance
  int iterations{0};
  std::optional<double> setup{}, cpu{};  ///< CPU times before a solve and of it (TimedSolve) [s]
};

struct FileRequest {
  std::string file, solver;
  ParameterSet settings;  ///< of the solver
  double tolerance{1e-8};
  GivenMatrix given{GivenMatrix::factors};
};

/// Solves in child processes with this budget, which alone limits iterations unless the settings
/// do. A solver with a parameter `stop` is given "natural". Solvers stop by measures of their own:
/// unless the settings say a tolerance, one that misses gets a tenth of it, four times at most, and
/// one that meets it ten times as much, twice at most; the loosest counts with which the recomputed
/// residual meets the tolerance asked for and ConeResidual ten times that. Status not_applicable,
/// with the sentence, where the solver refuses, or the file cannot be read or factored. Throws
/// ConfigurationError on an unknown solver or setting.
[[nodiscard]] FileSolve solve_file(const FileRequest& request, const Budget& budget);

/// Contact solvers of the catalogue, each with what it is to be given to solve any problem: several
/// of one name where a library brings methods of its own.
[[nodiscard]] std::vector<std::pair<std::string, ParameterSet>> all_contact_solvers();

/// CSV with a header line, and back. Throws ConfigurationError naming line and column.
void write_solves(const std::vector<FileSolve>& solves, std::ostream& out);
[[nodiscard]] std::vector<FileSolve> read_solves(const std::string& path);

}  // namespace impactbench
