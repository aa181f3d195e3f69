#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/plots/plot.hpp"

#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// One figure from the rows of a store. Names of numbers: cpu, memory, step (or dt), a quantity
/// (position_error stands for position_error_sup), a parameter of problem, scheme or solver; with
/// time as x the history y of each run is drawn. Names of texts: problem, scheme, solver, method,
/// status, plan, revision and every parameter.
struct PlotRequest {
  std::string x, y;
  std::vector<std::string> by{"scheme"};                   ///< texts that name the curves
  std::vector<std::pair<std::string, std::string>> where;  ///< name and text that rows must have
  double width{84.0};                                      ///< [mm]
};

struct StorePlot {
  Plot plot;
  std::string csv;         ///< every point with the cell that it is of
  std::size_t points{0};   ///< or histories
  std::size_t without{0};  ///< rows that `where` takes and that lack x or y
};

/// "problem=falling_ball": the name and the text. Throws ConfigurationError on anything else.
[[nodiscard]] std::pair<std::string, std::string> condition_of(const std::string& text);

/// Runs that differ in x alone, not counting the step, are joined by lines. Where the rows are of
/// several problems, every curve names its problem. Curves that `by` gives the same name are told
/// apart by the settings that they differ in. An axis of positive numbers that span a decade is
/// logarithmic, for errors, costs and steps from a factor of two on. Throws ConfigurationError if
/// no row has both numbers or a name, of `by` too, is in none of them.
[[nodiscard]] StorePlot plot_of_rows(const std::vector<Row>& rows, const Histories& histories,
                                     const PlotRequest& request);

}  // namespace impactbench
