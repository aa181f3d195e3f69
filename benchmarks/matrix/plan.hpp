#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"
#include "schemes/api/scheme.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// One combination requested by a user: names, and settings by unprefixed or prefixed key
/// ("radius", "scheme.alpha", "dt"). Keys are looked up in run, problem, scheme and solver.
struct CellRequest {
  std::string problem, scheme;
  std::optional<std::string> solver;  ///< absent: the usual one of the kind that the scheme needs
  ParameterSet settings;
  /// Nobody chose this problem: its plan asks for all. One with a horizon shorter than the step is
  /// then not applicable, instead of an error.
  bool problem_is_any{false};
};

/// A cell, or the sentence that explains why there is none. Names and settings are checked.
struct PlannedCell {
  Cell cell;
  std::optional<std::string> refusal;
  std::optional<int> repeats{};  ///< instead of the plan's
};

/// The cells to be run, in order, each of them once.
struct Plan {
  std::string label;
  int repeats{5};              ///< timed runs after the instrumented one; 0: none
  double cpu_budget{60.0};     ///< per cell [s]
  double memory_budget{2048};  ///< per cell [MiB]
  int threads{1};              ///< per cell, of schemes that can use several
  std::vector<PlannedCell> cells;
};

/// Settings of the run that belong to no module.
struct RunSettings {
  double dt{1e-4};
  std::string dt_precision{"double"};
  std::int64_t frames{0};
  Ensemble ensemble{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"dt", "s", "step size"}, self.dt, Range::positive());
    f(Field{"dt_precision", "-", "single: dt is rounded to single precision, as in old listings"},
      self.dt_precision, OneOf{"double", "single"});
    f(Field{"frames", "-",
            "instants of positions, velocities and contact forces kept after the start; 0: none"},
      self.frames, Range::between(0.0, 1e5));
    f(Field{"ensemble", "-",
            "runs from perturbed starts beside the run itself, 2 or more; 0: none"},
      self.ensemble.size, Range::between(0.0, 1000.0));
    f(Field{"ensemble_seed", "-", "of the perturbations"}, self.ensemble.seed,
      Range::between(0.0, 0x1p53));
    f(Field{"ensemble_amplitude", "m/s",
            "largest perturbation of a velocity component; without inertia of a coordinate [m]"},
      self.ensemble.amplitude, Range::positive());
  }
};

/// Catalogue lookups; throw ConfigurationError with the nearest name and all known ones.
[[nodiscard]] const ProblemEntry& find_problem(std::string_view name);
[[nodiscard]] const SchemeEntry& find_scheme(std::string_view name);
[[nodiscard]] const SolverEntry& find_solver(std::string_view name);

/// Parameters of a problem or a scheme of the catalogue, or of a solve (contact_cell.hpp).
[[nodiscard]] ParameterFunctions problem_parameters(std::string_view name);
[[nodiscard]] ParameterFunctions scheme_parameters(std::string_view name);

/// Hash of the contents of each file that a parameter of the cell names now, and of those that such
/// a file names, in the form of Cell::files.
[[nodiscard]] std::map<std::string, std::string> files_of(const Cell& cell);

/// Outlines of problems, made once for all cells of the same parameters.
class Outlines {
 public:
  [[nodiscard]] const ProblemOutline& of(const std::string& problem,
                                         const SharedParameters& parameters);

 private:
  std::map<std::string, std::map<SharedParameters, ProblemOutline, std::less<ParameterSet>>,
           std::less<>>
      all_;
};

/// Resolves names and settings against the catalogues, without making the problem. Throws
/// ConfigurationError naming what is wrong, where, and what is allowed.
[[nodiscard]] Cell resolve_cell(const CellRequest& request, std::string_view tolerance_set);

/// resolve_cell, and whether the cell can be run at all, by the outline of its problem.
/// `outlines` are those of the cells planned before, and of this one.
[[nodiscard]] PlannedCell plan_cell(const CellRequest& request, std::string_view tolerance_set,
                                    Outlines& outlines);
[[nodiscard]] PlannedCell plan_cell(const CellRequest& request, std::string_view tolerance_set);

/// Why this program cannot make the cell again: a name, a parameter or a value that its
/// catalogue lacks, because a plug-in is absent or the row is of another revision. Nothing if it
/// can.
[[nodiscard]] std::optional<std::string> unknown_here(const Cell& cell);

/// Reads a TOML plan (format: benchmarks/plans/README.md). `where` names the file in errors.
[[nodiscard]] Plan parse_plan(std::string_view toml, const std::string& where);
[[nodiscard]] Plan read_plan(const std::string& path);

/// The text of a plan file, unchanged; throws ConfigurationError if it cannot be read.
[[nodiscard]] std::string plan_text(const std::string& path);

}  // namespace impactbench
