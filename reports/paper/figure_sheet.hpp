#pragma once

#include "reports/paper/figure.hpp"
#include "reports/paper/rows_by_cell.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The rows behind a figure, and what has been drawn of it, panel by panel. The rows must outlive
/// it.
class FigureSheet {
 public:
  FigureSheet(const Figure& figure, const std::vector<Row>& rows, std::string folder);

  /// Begins a panel: its files have the name of the figure and its letter.
  void turn_to(const FigurePanel& panel) { name_ = stem_ + panel.letter; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }

  /// The row of a run; null if there is none. Notes that, and that it stopped early.
  [[nodiscard]] const Row* row_of(const CellRequest& run, const KeyEntry& curve);
  /// The same, but null also if the row has no frames.
  [[nodiscard]] const Row* row_with_frames(const CellRequest& run, const KeyEntry& curve);

  void note(const std::string& label, const std::string& sentence);  ///< on a curve
  void note_nothing();                                               ///< of the panel can be drawn
  /// Writes a file of the panel.
  void write(const std::string& ending, const std::string& text);
  /// Writes the drawing of the panel, of which PDF and PNG are there.
  void write_drawing(const std::string& svg);

  [[nodiscard]] DrawnFigure take() { return std::move(out_); }

 private:
  void add_note(std::string text);

  std::string folder_, source_, stem_, name_;
  RowsByCell rows_;
  DrawnFigure out_;
};

/// Each draws the panels of one kind.
void draw_panel(const HistoryPanel& panel, FigureSheet& sheet);
void draw_panel(const FinalPositionsPanel& panel, FigureSheet& sheet);
void draw_panel(const PathsPanel& panel, FigureSheet& sheet);
void draw_panel(const TrajectoriesPanel& panel, FigureSheet& sheet);
void draw_panel(const SnapshotsPanel& panel, FigureSheet& sheet);
void draw_panel(const LoopPanel& panel, FigureSheet& sheet);
void draw_panel(const AgainstPanel& panel, FigureSheet& sheet);
void draw_panel(const CellsPanel& panel, FigureSheet& sheet);
void draw_panel(const DisplacementPanel& panel, FigureSheet& sheet);

}  // namespace impactbench
