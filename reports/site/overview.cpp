#include "reports/site/overview.hpp"

#include "problems/model/problem.hpp"
#include "reports/generate/naming.hpp"
#include "reports/plots/looks.hpp"
#include "reports/site/cell_page.hpp"
#include "reports/site/html.hpp"
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
    return fmt::format("<span role=\"img\" class=\"{}{}\" title=\"{}; key {}\">{}</span>",
                       cell.status, shade, markup_text(label), markup_text(cell.key), sign);
  }
  return fmt::format(
      "<a class=\"{0}{1}\" href=\"{2}\" title=\"{3}\" aria-label=\"{0} {3}\">{4}</a>", cell.status,
      shade, page, markup_text(label), sign);
}

std::string list(const std::set<std::string>& words) {
  return markup_text(fmt::format("{}", fmt::join(words, ", ")));
}

/// One line for each scheme.
std::string scheme_table(std::span<const SchemeSummary> schemes) {
  const std::vector<SummaryColumn> columns = summary_columns(schemes);
  std::string out =
      "<div class=\"wide frozen\" tabindex=\"0\"><table "
      "class=\"schemes\">\n<thead><tr><th scope=\"col\">scheme</th>";
  std::string meanings;
  for (const SummaryColumn& c : columns) {
    out += fmt::format("<th scope=\"col\" class=\"n\" title=\"{}\">{}</th>", markup_text(c.meaning),
                       markup_text(c.heading));
    meanings +=
        fmt::format("<dt>{}</dt><dd>{}</dd>", markup_text(c.heading), markup_text(c.meaning));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < schemes.size(); ++k) {
    const SchemeSummary& s = schemes[k];
    out += fmt::format("<tr><th scope=\"row\" title=\"{}\">{} <a href=\"#find={}\">{}</a></th>",
                       markup_text(summary_of(scheme_catalogue(), s.scheme)),
                       look_svg(look_of(s.style)), markup_text(s.scheme), breakable(s.scheme));
    for (const SummaryColumn& c : columns) {
      const bool alarm = c.heading == "missed" && s.unexpected > 0;
      out +=
          fmt::format("<td class=\"n{}\">{}</td>", alarm ? " alarm" : "", markup_text(c.texts[k]));
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n<details><summary>What the columns say</summary><dl>" +
         meanings +
         "</dl><p>Each value is over the scheme's own runs, which are not the same for all: "
         "compare within a problem in the matrix below or in the tables.</p></details>\n";
}

/// Its caption is a paragraph, since a caption is as wide as its table, which a phone scrolls.
std::string choice_section(Table choice) {
  const std::string caption = std::exchange(choice.caption, "");
  return "<h2>Which scheme to take</h2>\n<div class=\"wide choice\" tabindex=\"0\">" +
         to_html(choice) + "</div>\n<p class=\"hint choice\">" + markup_text(caption) +
         "</p>\n<h2>The schemes</h2>\n";
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
  std::string out =
      fmt::format("<p class=\"answer {}\"><b>{} of {} runs passed.</b> ",
                  unexpected > 0 ? "missed" : "passed", count("passed"), cells_.size());
  if (unexpected > 0) {
    out += fmt::format("{} missed a check, failed or were not judged, unexpectedly: see below. ",
                       unexpected);
  } else {
    out += "No run failed unexpectedly. ";
  }
  std::vector<std::string> rest;
  for (const auto& [status, one, several] :
       {std::tuple{"known", "is an expected failure", "are expected failures"},
        std::tuple{"unresolved", "is too coarse for some check to show anything",
                   "are too coarse for some check to show anything"},
        std::tuple{"none", "is not applicable", "are not applicable"}}) {
    if (const std::size_t n = count(status); n > 0)
      rest.push_back(fmt::format("{} {}", n, n == 1 ? one : several));
  }
  if (!rest.empty()) out += fmt::format("{}.", fmt::join(rest, "; "));
  return out + "</p>\n";
}

/// Explains the marks of the matrix that are shown.
std::string Overview::legend() const {
  std::string out = "<div class=\"tiles\" role=\"group\" aria-label=\"Show runs that\">\n";
  for (const Kind& kind : kinds) {
    const auto it = counts_.find(kind.status);
    const std::size_t n = it == counts_.end() ? 0 : it->second;
    const bool passed = kind.status == std::string_view("passed");
    out += fmt::format(
        "<label class=\"tile {0}{4}\"><input type=\"checkbox\" value=\"{0}\" checked>{1} {2} "
        "<b>{3}</b></label>\n",
        kind.status, passed ? "" : status_sign(kind.status), kind.words, n, n == 0 ? " off" : "");
  }
  out += "</div>\n<p class=\"scale\">worst error over its limit: ";
  constexpr std::array ends{"1e-4", "1e-3", "0.01", "0.1", "0.5", "1"};
  for (std::size_t k = 0; k < ends.size(); ++k)
    out += fmt::format("<span><i class=\"q{}\"></i>≤ {}</span> ", k, ends[k]);
  return out + "</p>\n";
}

/// States which runs have a page if not all have one.
std::string Overview::pages_text(const CellPages& pages) const {
  if (pages.size() >= cells_.size()) return {};
  return fmt::format(
      "<p class=\"some\">{} of {} runs have a page of their own: first those that failed, missed a "
      "check, passed unexpectedly or were judged by nothing, then those that tables and figures "
      "lead to. The marks of the others are round, and the pointer over one shows the key of its "
      "run; <code>impactbench report STORE --out FOLDER --cell KEY</code> adds its page to this "
      "report.</p>\n",
      pages.size(), cells_.size());
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
      out += fmt::format("<li class=\"{}\">{} {} <small>{}</small> {}</li>\n", c.status,
                         status_sign(c.status),
                         pages.has(page) ? fmt::format("<a href=\"{}\">{}</a>", page, run) : run,
                         markup_text(c.settings), markup_text(c.reason));
    }
  }
  if (out.empty()) return {};
  if (n > most) out += fmt::format("<li>and {} more, in the matrix</li>\n", n - most);
  return "<ul class=\"attention\">\n" + out + "</ul>\n";
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
  std::string out =
      "<div class=\"wide frozen\" tabindex=\"0\"><table "
      "class=\"matrix\">\n<thead><tr><th scope=\"col\">problem</th>";
  for (const std::string& scheme : schemes) {
    out += fmt::format("<th scope=\"col\" title=\"{}\"><span>{}</span></th>",
                       markup_text(summary_of(scheme_catalogue(), scheme)), markup_text(scheme));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& [problem, row] : marks) {
    const auto film = films.find(problem);
    out += fmt::format(
        "<tr id=\"{0}\"><th scope=\"row\" title=\"{2}\">{3}{1}</th>", markup_text(problem),
        film == films.end()
            ? ""
            : fmt::format(" <a class=\"film\" href=\"{}#film\" title=\"A film of it\">▶</a>",
                          film->second),
        markup_text(summary_of(problem_catalogue(), problem)), breakable(problem));
    for (const std::string& scheme : schemes) {
      const auto it = row.find(scheme);
      out += it == row.end() ? "<td></td>" : "<td><div>" + it->second + "</div></td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string Overview::page(const std::vector<PageLink>& links,
                           std::span<const SchemeSummary> schemes, const Table& choice,
                           const CellPages& pages) const {
  std::string body = "<nav class=\"way\"><b>impactbench</b>";
  for (const PageLink& link : links)
    body += fmt::format(" <a href=\"{}\">{} →</a>", link.file, markup_text(link.words));
  body +=
      "<button type=\"button\" class=\"theme\" aria-label=\"Light or dark\">◐</button></nav>\n"
      "<header><h1>What the schemes did</h1>\n";
  body += cells_.empty() ? std::string("<p>The store is empty.</p></header>\n")
                         : answer() + attention(pages) + "</header>\n";
  body += "<main>\n";
  if (!choice.rows.empty()) body += choice_section(choice);
  if (!schemes.empty()) body += scheme_table(schemes);
  if (!cells_.empty()) {
    body +=
        "<h2 id=\"runs\">Every run</h2>\n" + legend() +
        "<p class=\"filter\"><input type=\"search\" placeholder=\"problem, scheme, setting …\" "
        "aria-label=\"Show runs whose text has\"> <output></output></p>\n" +
        matrix(pages) +
        fmt::format(
            "<p class=\"hint\">Each mark is a run and leads to its page{}; the pointer over it "
            "shows the numbers. Keys: / to filter, arrows to move over the marks, Enter to open, d "
            "for "
            "dark or light.</p>\n{}<p class=\"settings\">{} runs; plan {}; revision {}; {}</p>\n",
            pages.size() < cells_.size() ? ", if it has one" : "", pages_text(pages), cells_.size(),
            list(plans_), list(revisions_), list(machines_));
  }
  return html_page("impactbench: what the schemes did", "", "", body + "</main>\n");
}

}  // namespace impactbench
