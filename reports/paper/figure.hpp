#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// One curve of a figure, or one run behind its snapshots.
struct FigureCurve {
  CellRequest run;
  /// A series of the row (kinetic_energy, total_energy, penetration_relative, an observable, ..);
  /// stored_energy and energy_change from those of the energies, NAME_error of an observable less
  /// its exact history; from its frames x1, y1, vx1, vy1 or omega1 of body 1 (in space also z1,
  /// vz1, omega_x1, omega_y1, omega_z1), rise1, its y since the start, or contact_force, the sum of
  /// the normal forces. Of an exact solution any of a body, kinetic_energy, or force1, the force
  /// along y on body 1. Of a generalised system x1, x2, .. are its coordinates.
  std::string quantity;
  std::string label;  ///< in the key
  int style{0};
  bool exact{false};       ///< the exact solution of the run's problem with rigid contact instead
  std::string solution{};  ///< which one, where there are several: a name of Truth::branches
  /// For PanelKind::against, instead of `run`: one point each, a quantity of the row over a setting
  /// of its problem.
  std::vector<CellRequest> runs{};
  std::string setting{};
  /// For PanelKind::against: a table of the source instead of runs, with the values whose quantity
  /// begins with `quantity` and ends in a number, the abscissa over `scale`.
  std::string table{};
  double scale{1.0};
  std::string abscissa{};  ///< of PanelKind::loop: as `quantity`, along the other axis
};

enum class PanelKind {
  history,          ///< quantity over time
  final_positions,  ///< x of each disc at the end over its number
  paths,            ///< centres in the plane
  trajectories,     ///< x of each body over time
  snapshots,        ///< discs coloured by force, with the lines of force
  loop,             ///< quantity over another one of the same instants
  against,          ///< a quantity over a setting of the runs
  cells,            ///< centres of polyhedral cells, joined by their links, seen from the side
  field,            ///< displacement of a plane grid by colours
};

/// A part of the plane [m].
struct Window {
  double x_low{0.0}, x_high{1.0}, y_low{0.0}, y_high{1.0};
};

/// One drawing of a figure: its files have the name fig4_NN and the letter.
struct FigurePanel {
  std::string letter;
  std::string what;  ///< what it shows, one phrase
  PanelKind kind{PanelKind::history};
  std::string y_label;
  std::vector<FigureCurve> curves;
  std::vector<double> times{};  ///< of the snapshots of each run [s]; the nearest frames are drawn
  std::optional<double> y_low{}, y_high{};
  bool full_width{false};
  bool log_y{false};
  double leave_above{0.0};  ///< times the largest initial value: higher curves leave it; 0: none
  double mean_over{0.0};    ///< means over windows of this length are drawn; 0: the values [s]
  std::optional<Window> window{};  ///< of snapshots and paths; else the box that four walls make
  std::string x_label{};           ///< where the kind does not say it all: of against, cells
  bool log_x{false};
  std::vector<std::pair<double, double>> outline{};  ///< of paths: corners of a grey line, K's edge
  double level{0.0};  ///< of PanelKind::against: a note says where each curve crosses it; 0: none
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

/// The runs behind a curve.
[[nodiscard]] std::vector<CellRequest> runs_of(const FigureCurve& curve);

/// The runs behind a figure, each cell once, without timing.
[[nodiscard]] Plan figure_plan(const Figure& figure);

/// Draws every panel from the rows (of any revision) as PDF, SVG and PNG, with the data as CSV
/// beside them, into `folder`, which must exist.
[[nodiscard]] DrawnFigure draw_figure(const Figure& figure, const std::vector<Row>& rows,
                                      const std::string& folder);

/// The figure "4.NN" or "N" of a source. Throws ConfigurationError naming the known ones.
[[nodiscard]] const Figure& find_figure(const std::string& source, const std::string& number);

}  // namespace impactbench
