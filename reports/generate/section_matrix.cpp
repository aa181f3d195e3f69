#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/html/html.hpp"

#include <fmt/format.h>

#include <set>

namespace impactbench {
namespace {

struct Tally {
  int passed{0}, unjudged{0}, unresolved{0}, missed{0}, known{0}, not_applicable{0}, failed{0};
  std::string details;

  void add(const Row& row) {
    if (row.status == RowStatus::passed) {
      ++passed;
    } else if (row.status == RowStatus::unjudged) {
      ++unjudged;
    } else if (row.status == RowStatus::unresolved) {
      ++unresolved;
    } else if (row.status == RowStatus::not_applicable) {
      ++not_applicable;
    } else if (is_expected_failure(row)) {
      ++known;
    } else if (row.status == RowStatus::missed) {
      ++missed;
    } else {
      ++failed;
    }
    if (row.status != RowStatus::passed && details.size() < 1500) {
      details += fmt::format("{}: {} {}\n", cell_name(row.cell), to_text(row.status), row.reason);
    }
  }
};

/// A symbol and a count for each status, so that the table does not rely on colour.
std::string cell(const Tally& t, const std::string& link) {
  std::string text;
  const auto add = [&](int n, const char* symbol) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : html::line_break, symbol, n);
  };
  add(t.passed, "✓");
  add(t.unresolved, "≈");
  add(t.unjudged, "?");
  add(t.known, "○");
  add(t.missed, "✗");
  add(t.failed, "▲");
  add(t.not_applicable, "–");
  const char* colour = t.failed > 0       ? "failed"
                       : t.missed > 0     ? "missed"
                       : t.unjudged > 0   ? "unjudged"
                       : t.unresolved > 0 ? "unresolved"
                       : t.known > 0      ? "known"
                       : t.passed > 0     ? "passed"
                                          : "none";
  return fmt::format(html::report_matrix_cell, "status"_a = colour,
                     "details"_a = markup_text(t.details), "runs"_a = link, "counts"_a = text);
}

}  // namespace

void add_matrix_section(const Content& content, Page& page) {
  page.section("The matrix");
  if (content.rows.empty()) {
    page.nothing("There are no rows.");
    return;
  }
  std::map<std::string, std::map<std::string, Tally>> tallies;
  std::set<std::string> columns;
  for (const Row& row : content.rows) {
    columns.insert(row.cell.scheme);
    tallies[row.cell.problem][row.cell.scheme].add(row);
  }
  std::string headings, rows;
  for (const std::string& column : columns)
    headings += fmt::format(html::report_matrix_heading, "scheme"_a = markup_text(column));
  for (const auto& [problem, row] : tallies) {
    std::string cells;
    for (const std::string& column : columns) {
      const auto it = row.find(column);
      cells += it == row.end() ? std::string(html::empty_cell)
                               : cell(it->second, cells_with(problem + " " + column));
    }
    rows +=
        fmt::format(html::report_matrix_row, "problem"_a = markup_text(problem), "cells"_a = cells);
  }
  page.raw(fmt::format(html::report_matrix, "schemes"_a = headings, "rows"_a = rows));
}

}  // namespace impactbench
