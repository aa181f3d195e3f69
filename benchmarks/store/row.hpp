#pragma once

#include "benchmarks/store/named_numbers.hpp"
#include "benchmarks/store/shared_parameters.hpp"
#include "problems/base/fields.hpp"
#include "reference/acceptance/check.hpp"
#include "reference/yardsticks/frame.hpp"
#include "reference/yardsticks/order_basis.hpp"
#include "reference/yardsticks/series.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

enum class RowStatus {
  passed,          ///< ran to the end, and every check held
  unjudged,        ///< ran to the end, and nothing that was checked could have failed for wrong
                   ///< physics; the sentence says why
  unresolved,      ///< ran to the end, and a limit reaches the scale of the problem: too coarse
  missed,          ///< ran to the end, some check failed
  not_applicable,  ///< scheme or solver refused, with a sentence
  stopped,         ///< the scheme gave up: no convergence, energy blow-up, not a number
  crashed,         ///< died by a signal or an exception
  timed_out,       ///< CPU-time budget used up
  out_of_memory,   ///< memory limit reached
  failed,          ///< trouble of the machine, such as a full disk; taken up by the next run
};

[[nodiscard]] std::string_view to_text(RowStatus status);
/// Whether the run reached its horizon, regardless of its checks.
[[nodiscard]] constexpr bool ran_to_the_end(RowStatus status) {
  return status <= RowStatus::missed;
}
/// Throws ConfigurationError on an unknown word.
[[nodiscard]] RowStatus row_status(std::string_view word);

/// Runs from perturbed starts: every component of the initial velocities of translation gains
/// amplitude times a number uniform in (-1, 1), of std::mt19937_64 with the seed; without inertia
/// every coordinate does.
struct Ensemble {
  std::int64_t size{0};  ///< runs; 0: none
  std::int64_t seed{1};
  double amplitude{1e-9};  ///< [m/s], without inertia [m]

  friend bool operator==(const Ensemble&, const Ensemble&) = default;
};

/// The truth behind the errors of a row.
struct TruthNote {
  std::string source, provenance;
  double uncertainty{0.0};  ///< in position [m]

  friend bool operator==(const TruthNote&, const TruthNote&) = default;
};

/// The energy c D^alpha of an overlap D, by which a scheme replaces rigid contact.
struct Springs {
  double coefficient{0.0};  ///< c [J / m^alpha]; times m^(-1/2) where the law takes radii
  double exponent{2.0};     ///< alpha [-]

  friend bool operator==(const Springs&, const Springs&) = default;
};

/// Facts of the problem, the scheme and the reference solution, as they were when the run was made,
/// for tables that join several runs. They follow from the cell and the revision: they are never
/// compared and never part of the digest.
struct JudgedBy {
  std::optional<Springs> contact{};     ///< absent: rigid
  std::optional<OrderBasis> orders{};   ///< absent: no reference solution is known
  std::optional<double> penetration{};  ///< largest of the reference solution, in diameters
  std::optional<double> radius{};       ///< the smallest [m]; absent: bodies are not round
  bool reversible{false};               ///< as the scheme claims

  friend bool operator==(const JudgedBy&, const JudgedBy&) = default;
};

/// One cell of the matrix, complete: every parameter with its value, defaults included. A solve of
/// a contact problem from a file is also a cell (benchmarks/matrix/contact_cell.hpp).
struct Cell {
  std::string problem, scheme;
  std::string solver;  ///< "none" for a scheme that needs no solver
  SharedParameters problem_parameters, scheme_parameters, solver_parameters;
  double dt{0.0};             ///< [s], as written; of a solve 1, since it is one step
  std::string dt_precision;   ///< "double", or "single": the step is dt rounded to single precision
  std::string tolerance_set;  ///< of reference/acceptance
  std::int64_t frames{0};     ///< instants kept of the motion after the start; 0: none, as usual
  Ensemble ensemble{};        ///< of perturbed starts beside the run itself; none, as usual
  /// Hash of the content of each file that a parameter names, by "problem.start"; for a file that
  /// such a file names by "problem.file.bodies.csv".
  std::map<std::string, std::string> files{};

  friend bool operator==(const Cell&, const Cell&) = default;
};

/// CPU times and memory; never compared, never part of the digest.
struct Timing {
  int repeats{0};
  double cpu_min{0.0}, cpu_median{0.0}, cpu_spread{0.0};  ///< [s]; spread = max - min
  NamedNumbers phases;                                    ///< share of each phase [-], instrumented
  /// Largest resident memory of the cell's process up to the end of the run with instruments [MiB].
  std::optional<double> peak_memory{};
  int threads{1};                    ///< that the cell was given
  double wall_min{0.0};              ///< least wall clock time of a run [s]
  std::optional<double> cpu_cell{};  ///< of the whole process of the cell [s]
  /// For a solve: least CPU time of the preceding work that does not depend on b [s]: factors of W
  /// that the file lacks, or the solver's own form of W, and its memory.
  std::optional<double> setup{};
  std::optional<double> limit{};  ///< CPU time of a solve's attempts, or of a run it stopped [s]
};

/// How much of a row is written or read.
enum class RowExtent {
  whole,
  brief,  ///< without histories and frames, which take nearly all of its room
};

/// The stored result of a cell.
struct Row {
  std::string key;   ///< content hash of cell, revision and build: 32 hex digits
  std::string plan;  ///< label of the plan that requested it first
  Cell cell;
  RowStatus status{RowStatus::crashed};
  std::string reason;           ///< a sentence; where passed empty, or warnings
  bool unexpected_pass{false};  ///< an expected failure did not happen
  NamedNumbers quantities;
  std::map<std::string, Series> series;
  std::vector<Frame> frames;  ///< only where the cell asks for them
  std::vector<Check> checks;
  std::optional<TruthNote> truth;       ///< absent where none is known
  std::optional<JudgedBy> judged_by{};  ///< of a run that reached its end
  std::optional<Timing> timing;
  std::map<std::string, std::string> environment;  ///< CPU, compiler, flags, BLAS, host, ...
  std::string revision;                            ///< of the source tree
  std::string build;                               ///< hash of compiler, flags and library versions
};

/// Whether the row missed something or stopped, and all of it is an expected failure.
[[nodiscard]] bool is_expected_failure(const Row& row);

/// Canonical text of all inputs of a key; equal cells give equal texts.
[[nodiscard]] std::string canonical_text(const Cell& cell, std::string_view revision,
                                         std::string_view build);
[[nodiscard]] std::string content_key(const Cell& cell, std::string_view revision,
                                      std::string_view build);
/// Hash of the bytes of a file, 32 hex digits. Throws ConfigurationError if it cannot be read.
[[nodiscard]] std::string file_hash(const std::string& path);

}  // namespace impactbench
