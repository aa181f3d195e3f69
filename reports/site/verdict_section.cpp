#include "reports/site/verdict_section.hpp"

#include "reports/generate/naming.hpp"
#include "reports/html/html.hpp"
#include "reports/site/units.hpp"

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
  return fmt::format(html::unbroken, "number"_a = number);
}

std::string limit_of(const Check& c, const std::string& unit) {
  std::string out;
  if (std::isfinite(c.low)) out = unbroken("≥ " + shown(c.low) + unit);
  if (std::isfinite(c.high))
    out += (out.empty() ? "" : ", ") + unbroken("≤ " + shown(c.high) + unit);
  return out;
}

/// The share of the limit that was used up, as a bar that is full if the limit was missed, and the
/// origin of the limit.
std::string limit_line(const Check& c) {
  std::string out;
  if (const std::optional<double> margin = c.margin()) {
    out = fmt::format(html::margin, "per_cent"_a = 100.0 * std::clamp(*margin, 0.0, 1.0),
                      "margin"_a = shown(*margin));
  }
  if (c.formula.empty()) return out;
  out += (out.empty() ? "limit: " : ": ") + markup_text(c.formula);
  if (c.source.empty()) return out;
  return out + " " + fmt::format(html::source_of_limit, "source"_a = markup_text(c.source));
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
  return fmt::format(html::noticed, "all"_a = markup_text(all), "few"_a = markup_text(few));
}

/// The part of a check's text that is longer than a column is wide.
std::string remark(const std::string& kind, const std::string& text) {
  return fmt::format(html::remark, "kind"_a = kind, "remark"_a = text);
}

std::string check_rows(const Row& row, const NoticedByCheck& noticed) {
  std::string out;
  for (const Check& c : row.checks) {
    const std::string kind = kind_of(c), unit = behind(unit_of(c, row));
    out += fmt::format(html::check, "kind"_a = kind, "sign"_a = status_sign(kind),
                       "result"_a = kind == "known" ? "expected failure" : kind,
                       "name"_a = breakable(c.name),
                       "of"_a = c.kind == CheckKind::self_report ? "self-report" : to_text(c.kind),
                       "value"_a = c.value ? unbroken(shown(*c.value) + unit) : "not measured",
                       "limit"_a = limit_of(c, unit));
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
  std::string checks;
  if (row.unexpected_pass) checks += html::unexpected_pass;
  if (!row.checks.empty()) {
    checks += fmt::format(html::checks, "rows"_a = check_rows(row, noticed));
    if (!noticed.empty()) checks += html::power_of_checks;
  } else if (row.status != RowStatus::not_applicable) {
    checks += html::no_check;
  }
  const std::string status = status_class(row);
  return fmt::format(html::verdict, "status"_a = status, "sign"_a = status_sign(status),
                     "outcome"_a = to_text(row.status),
                     "reason"_a = row.reason.empty() ? "" : ": " + markup_text(row.reason),
                     "checks"_a = checks);
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
