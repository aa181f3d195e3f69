#include "reports/site/overview.hpp"

#include "benchmarks/matrix/title.hpp"
#include "problems/model/problem.hpp"
#include "reports/site/cell_page.hpp"
#include "reports/site/html.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>

#include <array>

namespace impactbench {
namespace {

struct Kind {
  const char* status;
  const char* words;
};
constexpr std::array kinds{Kind{"passed", "passed"},
                           Kind{"unresolved", "unresolved at this step"},
                           Kind{"unjudged", "unjudged"},
                           Kind{"known", "missed as recorded"},
                           Kind{"missed", "missed"}, Kind{"failed", "failed"},
                           Kind{"none", "not applicable"}};

template <class Entry>
std::string summary_of(std::span<const Entry> catalogue, const std::string& name) {
  for (const Entry& e : catalogue) {
    if (e.name == name) return std::string(e.summary);
  }
  return {};
}

std::string mark(const LinkedCell& cell) {
  const std::string label = cell.settings + (cell.reason.empty() ? "" : ": " + cell.reason);
  return fmt::format("<a class=\"{}\" href=\"cells/{}\" title=\"{}\">{}</a>", cell.status,
                     cell.file, markup_text(label), status_sign(cell.status));
}

std::string list(const std::set<std::string>& words) {
  return markup_text(fmt::format("{}", fmt::join(words, ", ")));
}

}  // namespace

void Overview::add(const Row& row, const std::string& file, bool film) {
  const std::string name = title(row.cell);
  const std::size_t space = name.find(' ');
  LinkedCell cell{row.cell.problem,
                  row.cell.scheme,
                  row.cell.solver,
                  (row.cell.solver == "none" ? "" : row.cell.solver + " ") +
                      (space == std::string::npos ? "" : name.substr(space + 1)),
                  status_class(row),
                  file,
                  row.status == RowStatus::passed ? "" : row.reason.substr(0, 160),
                  film};
  ++counts_[cell.status];
  cells_.push_back(std::move(cell));
  plans_.insert(row.plan);
  revisions_.insert(row.revision.substr(0, 12));
  if (const auto cpu = row.environment.find("cpu"); cpu != row.environment.end()) {
    machines_.insert(cpu->second);
  }
}

std::string Overview::tiles() const {
  std::string tiles, bar;
  for (const Kind& kind : kinds) {
    const auto it = counts_.find(kind.status);
    const std::size_t n = it == counts_.end() ? 0 : it->second;
    tiles += fmt::format(
        "<label class=\"tile {0}\"><input type=\"checkbox\" value=\"{0}\" checked><b>{1}</b> {2} "
        "{3}</label>\n",
        kind.status, n, status_sign(kind.status), kind.words);
    if (n > 0) bar += fmt::format("<i class=\"{}\" style=\"flex:{}\"></i>", kind.status, n);
  }
  return "<div class=\"tiles\" role=\"group\" aria-label=\"Show cells that\">\n" + tiles +
         "</div>\n<div class=\"share\" aria-hidden=\"true\">" + bar + "</div>\n";
}

/// What nobody expected comes first.
std::string Overview::attention() const {
  constexpr int most = 12;
  std::string out;
  int n = 0;
  for (const char* status : {"failed", "missed", "unjudged"}) {
    for (const LinkedCell& c : cells_) {
      if (c.status != status || ++n > most) continue;
      out += fmt::format(
          "<li class=\"{}\">{} <a href=\"cells/{}\">{} by {}</a> <small>{}</small> {}</li>\n",
          c.status, status_sign(c.status), c.file, markup_text(c.problem), markup_text(c.scheme),
          markup_text(c.settings), markup_text(c.reason));
    }
  }
  if (out.empty()) {
    return cells_.empty() ? "" : "<p>Nothing was missed that is not on record.</p>\n";
  }
  if (n > most) out += fmt::format("<li>and {} more, below</li>\n", n - most);
  return "<h2>To look at first</h2>\n<ul class=\"attention\">\n" + out + "</ul>\n";
}

std::string Overview::matrix() const {
  std::map<std::string, std::map<std::string, std::string>> marks;
  std::set<std::string> schemes;
  std::map<std::string, std::string> films;
  for (const LinkedCell& c : cells_) {
    marks[c.problem][c.scheme] += mark(c);
    schemes.insert(c.scheme);
    if (c.film && c.status != "none") films.emplace(c.problem, c.file);
  }
  std::string out = "<div class=\"wide\"><table class=\"matrix\">\n<thead><tr><th>problem</th>";
  for (const std::string& scheme : schemes) {
    out += fmt::format("<th title=\"{}\">{}</th>",
                       markup_text(summary_of(scheme_catalogue(), scheme)), markup_text(scheme));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& [problem, row] : marks) {
    const auto film = films.find(problem);
    out += fmt::format(
        "<tr id=\"{0}\"><th scope=\"row\">{0}{1}<small>{2}</small></th>", markup_text(problem),
        film == films.end()
            ? ""
            : fmt::format(" <a class=\"film\" href=\"cells/{}#film\" title=\"A film of it\">▶</a>",
                          film->second),
        markup_text(summary_of(problem_catalogue(), problem)));
    for (const std::string& scheme : schemes) {
      const auto it = row.find(scheme);
      out += it == row.end() ? "<td></td>" : "<td><div>" + it->second + "</div></td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string Overview::page(const std::vector<PageLink>& links) const {
  std::string body = "<nav class=\"way\"><b>impactbench</b>";
  for (const PageLink& link : links)
    body += fmt::format(" <a href=\"{}\">{} →</a>", link.file, markup_text(link.words));
  body +=
      "<button type=\"button\" class=\"theme\" aria-label=\"Light or dark\">◐</button></nav>\n"
      "<header><h1>What the schemes did</h1>\n";
  body +=
      cells_.empty()
          ? std::string("<p>The store is empty.</p></header>\n")
          : fmt::format("<p class=\"settings\">{} cells; plan {}; revision {}; {}</p></header>\n",
                        cells_.size(), list(plans_), list(revisions_), list(machines_));
  body += "<main>\n" + tiles() + attention();
  if (!cells_.empty()) {
    body +=
        "<h2>Every cell</h2>\n<p class=\"filter\"><input type=\"search\" placeholder=\"problem, "
        "scheme, "
        "setting …\" aria-label=\"Show cells whose text has\"> <output></output></p>\n" +
        matrix() +
        "<p class=\"hint\">Each mark is a run and leads to its page: ✓ passed, ○ missed as "
        "recorded, ✗ "
        "missed, ▲ stopped, crashed or out of time, – not applicable. Keys: / to filter, arrows to "
        "walk "
        "over the marks, Enter to open, d for dark or light.</p>\n";
  }
  return html_page("impactbench: what the schemes did", "", "", body + "</main>\n");
}

}  // namespace impactbench
