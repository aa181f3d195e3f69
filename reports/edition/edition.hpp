#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/row.hpp"
#include "reports/edition/manifest.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Numbers of the recorded tables of a source; none for a source of pictures.
[[nodiscard]] std::vector<std::string> edition_tables(const std::string& source);

/// All runs behind the figures, the tables and the claims of a source, each cell once. Runs of
/// tables that are known to need more CPU time than `cpu_budget` [s] are left out, any other run
/// ends there. Throws ConfigurationError on an unknown source.
[[nodiscard]] Plan edition_plan(const std::string& source, double cpu_budget);

/// The items to draw, with the hashes of the rows behind them; draws nothing.
[[nodiscard]] Manifest survey(const std::string& source, const std::vector<Row>& rows);

/// An item and its outcome.
struct Drawn {
  std::string name;
  std::string why;   ///< it had to be drawn; empty: it is as it was
  bool made{false};  ///< there are files of it
};

/// Writes `folder`/figures (PDF, SVG, PNG, CSV), `folder`/tables (CSV, LaTeX), `folder`/SOURCE.tex
/// that includes them all, and `folder`/manifest.json. Items whose rows and description are those
/// of the manifest are left unchanged, unless `redraw`. An item without any of its rows is not
/// drawn. Throws ConfigurationError if a file cannot be written or gnuplot fails.
[[nodiscard]] std::vector<Drawn> write_edition(const std::string& source,
                                               const std::vector<Row>& rows,
                                               const std::string& folder, bool redraw);

/// The same, drawing and writing nothing.
[[nodiscard]] std::vector<Drawn> stale_items(const std::string& source,
                                             const std::vector<Row>& rows,
                                             const std::string& folder);

}  // namespace impactbench
