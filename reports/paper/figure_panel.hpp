#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace impactbench {

/// The exact solution of a run's problem with rigid contact, in place of the run.
struct ExactSolution {
  CellRequest run;
  std::string branch{};  ///< which one, where there are several: a name of Truth::branches
};

/// Runs that differ in a setting of their problem.
struct RunFamily {
  std::vector<CellRequest> runs;
  std::string setting;
};

/// A table of the source: those of its values whose quantity begins with that of the curve and ends
/// in a number, the abscissa over `scale`.
struct PrintedTable {
  std::string number;
  double scale{1.0};
};

using RunOrExact = std::variant<CellRequest, ExactSolution>;
using FamilyOrTable = std::variant<RunFamily, PrintedTable>;

/// The entry of a curve in the key.
struct KeyEntry {
  std::string label;
  int style{0};
};

/// A run, by its frames.
struct RunCurve : KeyEntry {
  CellRequest source;
};

/// The motion of all bodies.
struct MotionCurve : KeyEntry {
  RunOrExact source;
};

/// A quantity over time.
struct HistoryCurve : KeyEntry {
  RunOrExact source;
  /// A series of the row (kinetic_energy, total_energy, penetration_relative, an observable, ..);
  /// stored_energy and energy_change from those of the energies, NAME_error of an observable less
  /// its exact history; from its frames x1, y1, vx1, vy1 or omega1 of body 1 (in space also z1,
  /// vz1, omega_x1, omega_y1, omega_z1), rise1, its y since the start, or contact_force, the sum of
  /// the normal forces. Of an exact solution any of a body, kinetic_energy, or force1, the force
  /// along y on body 1. Of a generalised system x1, x2, .. are its coordinates.
  std::string quantity;
};

/// A quantity of HistoryCurve over another one of the same instants.
struct LoopCurve : KeyEntry {
  RunOrExact source;
  std::string quantity, abscissa;
};

/// A quantity of rows, one point for each run or printed value.
struct PointsCurve : KeyEntry {
  FamilyOrTable source;
  std::string quantity;
};

/// A part of the plane [m].
struct Window {
  double x_low{0.0}, x_high{1.0}, y_low{0.0}, y_high{1.0};
};

/// The axes of a plot.
struct PanelAxes {
  std::string y_label{};
  std::string x_label{};  ///< empty: that of the kind
  std::optional<double> y_low{}, y_high{};
  bool log_x{false}, log_y{false};
  bool full_width{false};
};

/// Quantities over time.
struct HistoryPanel {
  PanelAxes axes;
  std::vector<HistoryCurve> curves;
  std::optional<double> mean_over{};    ///< means over windows of this length are drawn [s]
  std::optional<double> leave_above{};  ///< times the largest initial value: higher curves leave it
};

/// x of each disc at the end over its number.
struct FinalPositionsPanel {
  PanelAxes axes;
  std::vector<RunCurve> curves;
};

/// Centres in the plane.
struct PathsPanel {
  PanelAxes axes;
  std::vector<RunCurve> curves;
  std::optional<Window> window{};                    ///< else the box that four walls make
  std::vector<std::pair<double, double>> outline{};  ///< corners of a grey line, K's edge
};

/// x of each body over time.
struct TrajectoriesPanel {
  PanelAxes axes;
  std::vector<MotionCurve> curves;
};

/// Discs coloured by force, with the lines of force, in the frames nearest to some times [s].
struct SnapshotsPanel {
  std::vector<RunCurve> curves;
  std::vector<double> times;
  std::optional<Window> window{};  ///< else the box that four walls make
};

/// Quantities over one another.
struct LoopPanel {
  PanelAxes axes;
  std::vector<LoopCurve> curves;
};

/// Quantities over a setting.
struct AgainstPanel {
  PanelAxes axes;
  std::vector<PointsCurve> curves;
  std::optional<double> level{};  ///< on logarithmic axes a note says where each curve crosses it
};

/// Centres of polyhedral cells, joined by their links, seen from the side, at some times [s].
struct CellsPanel {
  PanelAxes axes;
  std::vector<RunCurve> curves;
  std::vector<double> times;
};

/// Displacement of a plane grid by colours at some times [s].
struct DisplacementPanel {
  std::vector<RunCurve> curves;
  std::vector<double> times;
};

using PanelKind =
    std::variant<HistoryPanel, FinalPositionsPanel, PathsPanel, TrajectoriesPanel, SnapshotsPanel,
                 LoopPanel, AgainstPanel, CellsPanel, DisplacementPanel>;

/// Marks a key that cannot be left out.
struct Needed {};

/// Calls f(key, member) for each key of figures.toml that a kind of panel or curve has beside its
/// curves or its source, with Needed or the range of numbers where there is one. The one list of
/// keys: a kind has those of the members that it has.
template <class Part, class F>
void each_key(Part& part, F&& f) {
  if constexpr (requires { part.quantity; }) f("quantity", part.quantity, Needed{});
  if constexpr (requires { part.abscissa; }) f("abscissa", part.abscissa, Needed{});
  if constexpr (requires { part.times; }) f("times", part.times, Needed{});
  if constexpr (requires { part.axes; }) {
    f("x_label", part.axes.x_label), f("y_label", part.axes.y_label);
    f("y_low", part.axes.y_low), f("y_high", part.axes.y_high);
    f("log_x", part.axes.log_x), f("log_y", part.axes.log_y);
    f("full_width", part.axes.full_width);
  }
  if constexpr (requires { part.mean_over; }) f("mean_over", part.mean_over, Range::positive());
  if constexpr (requires { part.leave_above; })
    f("leave_above", part.leave_above, Range::positive());
  if constexpr (requires { part.level; }) f("level", part.level, Range::positive());
  if constexpr (requires { part.window; }) f("window", part.window);
  if constexpr (requires { part.outline; }) f("outline", part.outline);
}

}  // namespace impactbench
