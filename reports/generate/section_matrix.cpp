#include "benchmarks/store/markup_text.hpp"
#include "reports/generate/links.hpp"
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
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : "<br>", symbol, n);
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
  return fmt::format("<td class=\"{}\" title=\"{}\"><a href=\"{}\">{}</a></td>", colour,
                     markup_text(t.details), link, text);
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
  std::string html =
      "<p>Every problem with every scheme; the number counts runs. ✓ passed; ≈ the step is too "
      "coarse for a check to show anything; ? nothing that was checked could have failed for wrong "
      "physics; ○ expected failure; ✗ missed; ▲ stopped, crashed, out of time or memory; – not "
      "applicable. Each leads to its runs.</p>\n"
      "<div class=\"wide\" tabindex=\"0\"><table class=\"matrix\">\n<thead><tr><th "
      "scope=\"col\">problem</th>";
  for (const std::string& column : columns)
    html += "<th scope=\"col\" class=\"upright\">" + markup_text(column) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& [problem, row] : tallies) {
    html += "<tr><th scope=\"row\" class=\"row\">" + markup_text(problem) + "</th>";
    for (const std::string& column : columns) {
      const auto it = row.find(column);
      html += it == row.end() ? "<td></td>" : cell(it->second, cells_with(problem + " " + column));
    }
    html += "</tr>\n";
  }
  page.raw(html + "</tbody></table></div>\n");
}

}  // namespace impactbench
