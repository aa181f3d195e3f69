#include "reports/site/overview.hpp"

#include "problems/base/counted.hpp"
#include "problems/model/problem.hpp"
#include "reports/generate/naming.hpp"
#include "reports/html/html.hpp"
#include "reports/plots/looks.hpp"
#include "reports/site/cell_page.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace impactbench {
namespace {

struct Kind {
  const char* status;
  const char* words;
};
constexpr std::array kinds{Kind{"failed", "failed"},         Kind{"missed", "missed"},
                           Kind{"unjudged", "unjudged"},     Kind{"known", "expected failure"},
                           Kind{"unresolved", "unresolved"}, Kind{"passed", "passed"},
                           Kind{"none", "not applicable"}};

/// The error that is nearest to its limit: that against the reference solution if there is one,
/// else by the laws.
struct Worst {
  double margin{-1.0};
  std::string check;
};

Worst worst_of(const Row& row, CheckKind kind) {
  Worst out;
  for (const Check& check : row.checks) {
    const auto margin = check.margin();
    if (check.kind == kind && !check.unresolved && margin && *margin > out.margin)
      out = {*margin, check.name};
  }
  return out;
}

/// Decades of margin below 0.1, and halves of it above.
int level_of(double margin) {
  if (margin > 0.5) return 5;
  if (margin > 0.1) return 4;
  return margin > 1e-2 ? 3 : margin > 1e-3 ? 2 : margin > 1e-4 ? 1 : 0;
}

template <class Entry>
std::string summary_of(std::span<const Entry> catalogue, const std::string& name) {
  for (const Entry& e : catalogue) {
    if (e.name == name) return std::string(e.summary);
  }
  return {};
}

/// A run without a page shows its key, with which a page can be requested.
std::string mark(const ShownCell& cell, const CellPages& pages) {
  std::string label = cell.settings;
  for (const std::string& more : {cell.worst, cell.reason})
    label += more.empty() ? "" : ": " + more;
  // A passed run has a shade, any other a sign.
  const bool passed = cell.status == "passed";
  const std::string shade = passed && cell.level >= 0 ? fmt::format(" q{}", cell.level) : "";
  const std::string sign = passed ? "" : status_sign(cell.status);
  const std::string page = cell_page_file(cell.key);
  if (!pages.has(page)) {
    return fmt::format(html::mark_without_page, "status"_a = cell.status, "shade"_a = shade,
                       "label"_a = markup_text(label), "key"_a = markup_text(cell.key),
                       "sign"_a = sign);
  }
  return fmt::format(html::mark, "status"_a = cell.status, "shade"_a = shade, "page"_a = page,
                     "label"_a = markup_text(label), "sign"_a = sign);
}

std::string list(const std::set<std::string>& words) {
  return markup_text(fmt::format("{}", fmt::join(words, ", ")));
}

/// One line for each scheme.
std::string scheme_table(std::span<const SchemeSummary> schemes) {
  const std::vector<SummaryColumn> columns = summary_columns(schemes);
  std::string headings, meanings, rows;
  for (const SummaryColumn& c : columns) {
    const std::string heading = markup_text(c.heading), meaning = markup_text(c.meaning);
    headings += fmt::format(html::scheme_heading, "meaning"_a = meaning, "heading"_a = heading);
    meanings += fmt::format(html::scheme_meaning, "heading"_a = heading, "meaning"_a = meaning);
  }
  for (std::size_t k = 0; k < schemes.size(); ++k) {
    const SchemeSummary& s = schemes[k];
    std::string values;
    for (const SummaryColumn& c : columns) {
      const bool alarm = c.heading == "missed" && s.unexpected > 0;
      values += fmt::format(html::scheme_value, "alarm"_a = alarm ? " alarm" : "",
                            "value"_a = markup_text(c.texts[k]));
    }
    rows += fmt::format(html::scheme,
                        "summary"_a = markup_text(summary_of(scheme_catalogue(), s.scheme)),
                        "look"_a = look_svg(look_of(s.style)), "scheme"_a = markup_text(s.scheme),
                        "name"_a = breakable(s.scheme), "values"_a = values);
  }
  return fmt::format(html::schemes, "headings"_a = headings, "rows"_a = rows,
                     "meanings"_a = meanings);
}

/// Its caption is a paragraph, since a caption is as wide as its table, which a phone scrolls.
std::string choice_section(Table choice) {
  const std::string caption = std::exchange(choice.caption, "");
  return fmt::format(html::choice, "table"_a = to_html(choice), "caption"_a = markup_text(caption));
}

}  // namespace

void Overview::add(const Row& row) {
  const std::string name = cell_name(row.cell);
  const std::size_t space = name.find(' ');
  ShownCell cell{row.cell.problem,
                 row.cell.scheme,
                 (row.cell.solver == "none" ? "" : row.cell.solver + " ") +
                     (space == std::string::npos ? "" : name.substr(space + 1)),
                 status_class(row),
                 row.key.substr(0, 16),
                 row.status == RowStatus::passed ? "" : row.reason.substr(0, 160)};
  Worst worst = worst_of(row, CheckKind::truth);
  if (worst.margin < 0.0) worst = worst_of(row, CheckKind::law);
  if (worst.margin >= 0.0) {
    cell.level = level_of(worst.margin);
    cell.worst = fmt::format("{} at {:.2g} of its limit", worst.check, worst.margin);
  }
  ++counts_[cell.status];
  cells_.push_back(std::move(cell));
  plans_.insert(row.plan);
  revisions_.insert(row.revision.substr(0, 12));
  if (const auto cpu = row.environment.find("cpu"); cpu != row.environment.end()) {
    machines_.insert(cpu->second);
  }
}

/// The outcomes in a sentence.
std::string Overview::answer() const {
  const auto count = [&](const char* status) {
    const auto it = counts_.find(status);
    return it == counts_.end() ? std::size_t{0} : it->second;
  };
  const std::size_t unexpected = count("failed") + count("missed") + count("unjudged");
  std::string rest = "No run failed unexpectedly. ";
  if (unexpected > 0) {
    rest = fmt::format("{} missed a check, failed or were not judged, unexpectedly: see below. ",
                       unexpected);
  }
  std::vector<std::string> others;
  for (const auto& [status, one, several] :
       {std::tuple{"known", "is an expected failure", "are expected failures"},
        std::tuple{"unresolved", "is too coarse for some check to show anything",
                   "are too coarse for some check to show anything"},
        std::tuple{"none", "is not applicable", "are not applicable"}}) {
    if (const std::size_t n = count(status); n > 0) others.push_back(counted(n, one, several));
  }
  if (!others.empty()) rest += fmt::format("{}.", fmt::join(others, "; "));
  return fmt::format(html::answer, "status"_a = unexpected > 0 ? "missed" : "passed",
                     "passed"_a = count("passed"), "runs"_a = counted(cells_.size(), "run", "runs"),
                     "rest"_a = rest);
}

/// The outcomes with their numbers of runs.
std::string Overview::tiles() const {
  std::string out;
  for (const Kind& kind : kinds) {
    const auto it = counts_.find(kind.status);
    const std::size_t n = it == counts_.end() ? 0 : it->second;
    const bool passed = kind.status == std::string_view("passed");
    out += fmt::format(html::tile, "status"_a = kind.status, "off"_a = n == 0 ? " off" : "",
                       "sign"_a = passed ? "" : status_sign(kind.status), "words"_a = kind.words,
                       "runs"_a = n);
  }
  return out;
}

/// States which runs have a page if not all have one.
std::string Overview::pages_text(const CellPages& pages) const {
  if (pages.size() >= cells_.size()) return {};
  return fmt::format(html::some_pages, "pages"_a = pages.size(),
                     "runs"_a = counted(cells_.size(), "run", "runs"));
}

/// Unexpected outcomes come first.
std::string Overview::attention(const CellPages& pages) const {
  constexpr int most = 12;
  std::string out;
  int n = 0;
  for (const char* status : {"failed", "missed", "unjudged"}) {
    for (const ShownCell& c : cells_) {
      if (c.status != status || ++n > most) continue;
      const std::string page = cell_page_file(c.key);
      const std::string run = markup_text(c.problem) + " by " + markup_text(c.scheme);
      out += fmt::format(
          html::unexpected, "status"_a = c.status, "sign"_a = status_sign(c.status),
          "run"_a =
              pages.has(page) ? fmt::format(html::link, "file"_a = page, "words"_a = run) : run,
          "settings"_a = markup_text(c.settings), "reason"_a = markup_text(c.reason));
    }
  }
  if (out.empty()) return {};
  if (n > most) out += fmt::format(html::more_unexpected, "number"_a = n - most);
  return fmt::format(html::attention, "runs"_a = out);
}

std::string Overview::matrix(const CellPages& pages) const {
  std::map<std::string, std::map<std::string, std::string>> marks;
  std::set<std::string> schemes;
  std::map<std::string, std::string> films;
  for (const ShownCell& c : cells_) {
    marks[c.problem][c.scheme] += mark(c, pages);
    schemes.insert(c.scheme);
    const std::string page = cell_page_file(c.key);
    if (films_.contains(page) && c.status != "none") films.emplace(c.problem, page);
  }
  std::string headings, rows;
  for (const std::string& scheme : schemes) {
    headings += fmt::format(html::matrix_heading, "scheme"_a = markup_text(scheme),
                            "summary"_a = markup_text(summary_of(scheme_catalogue(), scheme)));
  }
  for (const auto& [problem, row] : marks) {
    std::string cells;
    for (const std::string& scheme : schemes) {
      const auto it = row.find(scheme);
      cells += it == row.end() ? std::string(html::empty_cell)
                               : fmt::format(html::matrix_cell, "marks"_a = it->second);
    }
    const auto film = films.find(problem);
    rows += fmt::format(
        html::matrix_row, "problem"_a = markup_text(problem), "name"_a = breakable(problem),
        "summary"_a = markup_text(summary_of(problem_catalogue(), problem)),
        "film"_a = film == films.end()
                       ? ""
                       : " " + fmt::format(html::link_to_film, "page"_a = film->second),
        "cells"_a = cells);
  }
  return fmt::format(html::matrix, "schemes"_a = headings, "rows"_a = rows);
}

std::string Overview::runs(const CellPages& pages) const {
  std::string levels;
  constexpr std::array ends{"1e-4", "1e-3", "0.01", "0.1", "0.5", "1"};
  for (std::size_t k = 0; k < ends.size(); ++k)
    levels += fmt::format(html::level, "level"_a = k, "end"_a = ends[k]);
  return fmt::format(
      html::runs, "tiles"_a = tiles(), "levels"_a = levels, "matrix"_a = matrix(pages),
      "if_any"_a = pages.size() < cells_.size() ? ", if it has one" : "",
      "pages"_a = pages_text(pages), "runs"_a = counted(cells_.size(), "run", "runs"),
      "plans"_a = list(plans_), "revisions"_a = list(revisions_), "machines"_a = list(machines_));
}

std::string Overview::page(const std::vector<PageLink>& links,
                           std::span<const SchemeSummary> schemes, const Table& choice,
                           const CellPages& pages) const {
  std::string ways;
  for (const PageLink& link : links)
    ways += " " + fmt::format(html::link, "file"_a = link.file,
                              "words"_a = markup_text(link.words) + " →");
  const bool any = !cells_.empty();
  const std::string body =
      fmt::format(html::overview, "links"_a = ways,
                  "answer"_a = any ? answer() + attention(pages) : std::string(html::empty_store),
                  "choice"_a = choice.rows.empty() ? "" : choice_section(choice),
                  "schemes"_a = schemes.empty() ? "" : scheme_table(schemes),
                  "runs"_a = any ? runs(pages) : "");
  return html_page("impactbench: what the schemes did", "", body);
}

}  // namespace impactbench
