#include "reports/site/verdict_section.hpp"

#include "reports/generate/naming.hpp"
#include "reports/site/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

const char* kind_of(const Check& c) {
  if (c.passed) return "passed";
  if (c.unresolved) return "unresolved";
  return c.expected_failure ? "known" : "missed";
}

/// A number that no line ends within, as it might after the sign of an exponent.
std::string unbroken(const std::string& number) {
  return "<span>" + number + "</span>";
}

std::string limit_of(const Check& c) {
  std::string out;
  if (std::isfinite(c.low)) out = unbroken("≥ " + shown(c.low));
  if (std::isfinite(c.high)) out += (out.empty() ? "" : ", ") + unbroken("≤ " + shown(c.high));
  return out;
}

/// The share of the limit that was used up, as a bar that is full if the limit was missed, and the
/// origin of the limit.
std::string limit_line(const Check& c) {
  std::string out;
  if (const std::optional<double> margin = c.margin()) {
    out = fmt::format(
        "<span class=\"margin\" aria-hidden=\"true\"><i style=\"width:{:.1f}%\"></i></span>{} of "
        "the limit",
        100.0 * std::clamp(*margin, 0.0, 1.0), shown(*margin));
  }
  if (c.formula.empty()) return out;
  out += (out.empty() ? "limit: " : ": ") + markup_text(c.formula);
  return out + (c.source.empty() ? "" : " <i>(" + markup_text(c.source) + ")</i>");
}

/// Four parameters, and all of them on request.
std::string noticed_line(const std::vector<NoticedParameter>& noticed) {
  constexpr std::size_t most = 4;
  std::string few, all;
  for (std::size_t k = 0; k < noticed.size(); ++k) {
    const std::string one =
        fmt::format("{} {:.2g} %", noticed[k].parameter, 100.0 * noticed[k].eps);
    all += (k > 0 ? ", " : "") + one;
    if (k < most) few += (k > 0 ? ", " : "") + one;
  }
  if (noticed.size() > most) few += fmt::format(" and {} more", noticed.size() - most);
  return fmt::format("<span title=\"{}\">notices {}</span>", markup_text(all), markup_text(few));
}

/// The part of a check's text that is longer than a column is wide.
std::string remark(const std::string& kind, const std::string& html) {
  return "<tr class=\"record " + kind + "\"><td></td><td colspan=\"3\">" + html + "</td></tr>\n";
}

std::string check_rows(const Row& row, const NoticedByCheck& noticed) {
  std::string out;
  for (const Check& c : row.checks) {
    const std::string kind = kind_of(c);
    out += fmt::format(
        "<tr class=\"{0}\"><td>{1} {2}</td><td>{3} <small>{4}</small></td><td "
        "class=\"n\">{5}</td><td class=\"n\">{6}</td></tr>\n",
        kind, status_sign(kind), kind == "known" ? "expected failure" : kind, breakable(c.name),
        c.kind == CheckKind::self_report ? "self-report" : std::string(to_text(c.kind)),
        c.value ? unbroken(shown(*c.value)) : "not measured", limit_of(c));
    if (const std::string line = limit_line(c); !line.empty()) out += remark(kind, line);
    if (const auto its = noticed.find(c.name); its != noticed.end())
      out += remark(kind, noticed_line(its->second));
    if (c.expected_failure)
      out += remark(kind, "expected failure: " + markup_text(*c.expected_failure));
  }
  return out;
}

}  // namespace

std::map<std::string, NoticedByCheck> noticed_by_cell(const std::vector<PowerOfPair>& pairs) {
  std::map<std::string, NoticedByCheck> out;
  for (const PowerOfPair& pair : pairs) {
    for (const auto& [check, eps] : pair.by_check)
      out[pair.cell->cell][check].push_back({pair.parameter, eps});
  }
  for (auto& [cell, checks] : out) {
    for (auto& [check, parameters] : checks) {
      std::stable_sort(
          parameters.begin(), parameters.end(),
          [](const NoticedParameter& a, const NoticedParameter& b) { return a.eps < b.eps; });
    }
  }
  return out;
}

std::string verdict_section(const Row& row, const NoticedByCheck& noticed) {
  const std::string status = status_class(row);
  std::string out = fmt::format(
      "<section id=\"verdicts\">\n<h2>Verdict</h2>\n<p class=\"verdict {}\"><b>{} {}</b>{}</p>\n",
      status, status_sign(status), to_text(row.status),
      row.reason.empty() ? "" : ": " + markup_text(row.reason));
  if (row.unexpected_pass) {
    out += "<p class=\"verdict known\">It passed a check that is an expected failure.</p>\n";
  }
  if (row.checks.empty()) {
    return out +
           (row.status == RowStatus::not_applicable ? "" : "<p>No check applies to it.</p>\n") +
           "</section>\n";
  }
  out +=
      "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">result</th>"
      "<th scope=\"col\">check</th><th scope=\"col\" class=\"n\">value</th>"
      "<th scope=\"col\" class=\"n\">limit</th></tr></thead>\n<tbody>\n" +
      check_rows(row, noticed) + "</tbody></table></div>\n";
  if (!noticed.empty()) {
    out +=
        "<p class=\"hint\">A check notices a parameter at an error of so many per cent: the cell "
        "was run with that error and judged against the right problem.</p>\n";
  }
  return out + "</section>\n";
}

std::string status_class(const Row& row) {
  if (row.status == RowStatus::passed) return "passed";
  if (row.status == RowStatus::not_applicable) return "none";
  if (row.status == RowStatus::unjudged) return "unjudged";
  if (row.status == RowStatus::unresolved) return "unresolved";
  if (is_expected_failure(row)) return "known";
  return row.status == RowStatus::missed ? "missed" : "failed";
}

std::string status_sign(const std::string& status) {
  if (status == "passed") return "✓";
  if (status == "unjudged") return "?";
  if (status == "unresolved") return "≈";
  if (status == "known") return "○";
  if (status == "missed") return "✗";
  return status == "failed" ? "▲" : "–";
}

}  // namespace impactbench
