#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/scope.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace impactbench {

/// A setting as written, and its place.
struct WrittenValue {
  Value value;
  std::string place;
};

/// A run, or a part of one, as written in a data file of a source: texts and formulas whose names
/// are not yet filled in. Absent parts come from the run below it.
struct WrittenRun {
  std::optional<WrittenValue> like;              ///< name of a [run.NAME] that it is laid over
  std::map<std::string, WrittenValue> names;     ///< problem, scheme, solver
  std::map<std::string, WrittenValue> settings;  ///< by key as in plans: "scheme.R", "dt"
  std::set<std::string> unset;                   ///< settings of what it is laid over
  std::optional<WrittenValue> label, style;      ///< of its curves
  std::string place;
};

/// The [run.NAME] of a file.
using RunBook = std::map<std::string, WrittenRun>;

/// Reads problem, scheme, solver, like, unset, label and style; every other key is a setting.
[[nodiscard]] WrittenRun written_run(DataTable table);
/// The tables of [run]; empty without any.
[[nodiscard]] RunBook run_book(DataTable& file);

/// `upper` laid over `lower`, after the run that it is `like`.
void lay_over(WrittenRun& lower, const WrittenRun& upper, const RunBook& book, const Scope& scope);

/// The run with names filled in and formulas evaluated, checked against the catalogues. Throws
/// ConfigurationError with the place of errors. `only_problem`: the scheme and the solver are
/// neither needed nor checked.
[[nodiscard]] CellRequest request_of(const WrittenRun& run, const Scope& scope,
                                     bool only_problem = false);

}  // namespace impactbench
