#include "reports/paper/figure_sheet.hpp"

#include "benchmarks/files/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {

FigureSheet::FigureSheet(const Figure& figure, const std::vector<Row>& rows, std::string folder)
    : folder_(std::move(folder)),
      source_(figure.source),
      stem_("fig" + figure.number),
      rows_(rows) {
  std::replace(stem_.begin(), stem_.end(), '.', '_');
}

const Row* FigureSheet::row_of(const CellRequest& run, const KeyEntry& curve) {
  const Row* row = rows_.of(run);
  if (row == nullptr) {
    note(curve.label, "the store has no such run");
  } else if (!ran_to_the_end(row->status)) {
    note(curve.label, fmt::format("{}, {}", to_text(row->status), row->reason));
  }
  return row;
}

const Row* FigureSheet::row_with_frames(const CellRequest& run, const KeyEntry& curve) {
  const Row* row = row_of(run, curve);
  return row == nullptr || row->frames.empty() ? nullptr : row;
}

void FigureSheet::note(const std::string& label, const std::string& sentence) {
  add_note(fmt::format("{}, {}: {}", name_, label, sentence));
}

void FigureSheet::note_nothing() {
  add_note(fmt::format("{}: nothing of it can be drawn", name_));
}

void FigureSheet::add_note(std::string text) {
  if (std::find(out_.notes.begin(), out_.notes.end(), text) == out_.notes.end())
    out_.notes.push_back(std::move(text));
}

void FigureSheet::write(const std::string& ending, const std::string& text) {
  const std::string path = folder_ + "/" + name_ + ending;
  write_text_file(path, text);
  out_.files.push_back(path);
}

void FigureSheet::write_drawing(const std::string& svg) {
  write(".svg", svg + "\n");
  for (const char* extension : {".pdf", ".png"})
    out_.files.push_back(folder_ + "/" + name_ + extension);
}

}  // namespace impactbench
