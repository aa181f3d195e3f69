#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "reports/paper/figure_panel.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// One drawing of a figure: its files have the name fig4_NN and the letter.
struct FigurePanel {
  std::string letter;
  std::string what;  ///< what it shows, one phrase
  PanelKind kind;
};

/// A published figure, reproduced.
struct Figure {
  std::string number;  ///< "4.13"
  std::string caption;
  /// Unknown or chosen properties of the published figure; empty if there are none.
  std::string remark;
  std::vector<FigurePanel> panels;
  std::string source{};  ///< of the tables that its curves name
};

/// A figure at the time of drawing.
struct DrawnFigure {
  std::vector<std::string> files;  ///< paths
  std::vector<std::string> notes;  ///< sentences on runs that are absent or stopped early
};

/// The runs behind a panel; exact solutions and printed tables need none.
[[nodiscard]] std::vector<CellRequest> runs_of(const FigurePanel& panel);

/// The runs behind a figure, each cell once, without timing.
[[nodiscard]] Plan figure_plan(const Figure& figure);

/// Draws every panel from the rows (of any revision) as PDF, SVG and PNG, with the data as CSV
/// beside them, into `folder`, which must exist.
[[nodiscard]] DrawnFigure draw_figure(const Figure& figure, const std::vector<Row>& rows,
                                      const std::string& folder);

/// The figure "4.NN" or "N" of a source. Throws ConfigurationError naming the known ones.
[[nodiscard]] const Figure& find_figure(const std::string& source, const std::string& number);

}  // namespace impactbench
