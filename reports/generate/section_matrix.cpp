#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/markup_text.hpp"
#include "reports/generate/sections.hpp"

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
    } else if (missed_as_expected(row)) {
      ++known;
    } else if (row.status == RowStatus::missed) {
      ++missed;
    } else {
      ++failed;
    }
    if (row.status != RowStatus::passed && details.size() < 1500) {
      details += fmt::format("{}: {} {}\n", title(row.cell), to_text(row.status), row.reason);
    }
  }
};

/// A symbol and a count for each status: nothing hangs on colour.
std::string cell(const Tally& t) {
  std::string text;
  const auto add = [&](int n, const char* symbol) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : "<br>", symbol, n);
  };
  add(t.passed, "✓");
  add(t.unresolved, "≈ unresolved");
  add(t.unjudged, "? unjudged");
  add(t.known, "○ known");
  add(t.missed, "✗ missed");
  add(t.failed, "▲ failed");
  add(t.not_applicable, "– n/a");
  const char* colour = t.failed > 0   ? "failed"
                       : t.missed > 0 ? "missed"
                       : t.unjudged > 0   ? "unjudged"
                       : t.unresolved > 0 ? "unresolved"
                       : t.known > 0      ? "known"
                       : t.passed > 0     ? "passed"
                                          : "none";
  return fmt::format("<td class=\"{}\" title=\"{}\">{}</td>", colour, markup_text(t.details), text);
}

}  // namespace

void add_matrix_section(const Content& content, Page& page) {
  page.section("The matrix");
  if (content.rows.empty()) {
    page.paragraph("There are no rows.");
    return;
  }
  std::map<std::string, std::map<std::string, Tally>> tallies;
  std::set<std::string> columns;
  for (const Row& row : content.rows) {
    const std::string column = row.cell.scheme + " / " + row.cell.solver;
    columns.insert(column);
    tallies[row.cell.problem][column].add(row);
  }
  std::string html =
      "<table class=\"matrix\">\n<caption>Every problem with every scheme and solver; the number "
      "counts settings. ✓ passed; ≈ the step is too coarse for a check to show anything; ? nothing "
      "that was checked could have failed for wrong physics; ○ missed or stopped as recorded; ✗ "
      "missed; ▲ stopped, crashed, out of time or memory; – not applicable. Hold the pointer over "
      "a cell for its reasons."
      "</caption>\n<tr><th></th>";
  for (const std::string& column : columns) {
    const std::size_t slash = column.find(" / ");
    html += "<th>" + markup_text(column.substr(0, slash)) + "<br><small>" +
            markup_text(column.substr(slash + 3)) + "</small></th>";
  }
  html += "</tr>\n";
  for (const auto& [problem, row] : tallies) {
    html += "<tr><th class=\"row\">" + markup_text(problem) + "</th>";
    for (const std::string& column : columns) {
      const auto it = row.find(column);
      html += it == row.end() ? "<td class=\"none\"></td>" : cell(it->second);
    }
    html += "</tr>\n";
  }
  page.raw(html + "</table>\n");
}

}  // namespace impactbench
