#pragma once

#include "benchmarks/store/histories.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/derived_quantities.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/finding.hpp"
#include "reports/paper/known_reasons.hpp"
#include "reports/paper/recipe_book.hpp"
#include "reports/paper/source_errors.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The comparison of CPU times of a table: as ratios to those of the rows selected by `anchor`,
/// with the same settings except the solver.
struct TimeRatios {
  PrintedMatch anchor;
  std::string unlike;  ///< why ratios of ours may differ
};

/// Why a statement of a source is wrong as printed ([[theorem]] of errata.toml).
struct StatementErratum {
  std::string number;  ///< as in theorems.csv
  std::string text;
};

/// A published source described by its folder in reference/published: source.toml, recipes.toml,
/// figures.toml, errata.toml and findings.toml beside tables and claims (guide/sources.md).
struct Source {
  std::string name;      ///< of its folder
  std::string citation;  ///< author, title, where and when
  std::string tables;    ///< a sentence on its tables, where they are not the source's own
  std::string notation;  ///< of its theorems
  std::vector<std::string> sketches;  ///< figures without anything to compute
  std::vector<Figure> figures;
  std::optional<TimeRatios> times;
  RecipeBook recipes;
  KnownReasons reasons;
  std::vector<StatementErratum> statements;
  std::vector<SourceError> errors;
  /// CPU times of its long runs, on one core [s]: by title of the cell, or by problem/scheme/solver
  /// for the runs that are not listed.
  std::map<std::string, double> long_runs;
  DerivedQuantities derived;
  std::vector<FindingPart> findings;
};

/// The names of all sources, in alphabetical order.
[[nodiscard]] std::vector<std::string> source_names();
/// Reads a source once. Throws ConfigurationError naming the known ones, or with file:line:column
/// if its files are wrong.
[[nodiscard]] const Source& find_source(const std::string& name);
/// A quantity of a row, or one that the source of this name, if any, derives from it.
[[nodiscard]] std::optional<double> quantity_of(const Row& row, const std::string& quantity,
                                                const std::string& source);
/// The row with the quantities that the source derives from it; nothing if there are none.
[[nodiscard]] std::optional<Row> with_derived(const Row* row, const Source& from,
                                              const Histories& histories);
/// Reads sources again from here on; earlier references become invalid.
void forget_sources();

}  // namespace impactbench
