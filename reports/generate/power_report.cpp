#include "reports/generate/power_report.hpp"

#include "problems/base/counted.hpp"
#include "reports/html/html.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace impactbench {
namespace {

/// In per cent, two digits.
std::string percent(double eps) {
  return fmt::format("{:.{}g}", 100.0 * eps, eps >= 0.995 ? 3 : 2);
}

std::string percent(const std::optional<double>& eps) {
  return eps ? percent(*eps) + " %" : "–";
}

std::string share(int part, int of) {
  return of > 0 ? fmt::format("{:.1f} %", 100.0 * part / of) : "–";
}

/// The least power of several cells.
struct Worst {
  bool effect{false}, unnoticed{false};
  double eps{0.0};

  void add(const PowerOfPair& pair) {
    const Power power = pair.power();
    effect = effect || power == Power::noticed || power == Power::not_noticed;
    unnoticed = unnoticed || power == Power::not_noticed;
    if (const auto e = pair.eps()) eps = std::max(eps, *e);
  }
  [[nodiscard]] HeatBox box() const {
    if (!effect) return {-1, "·"};
    if (unnoticed) return {5, "none"};
    constexpr double rounding = 1.0 + 1e-9;
    int shade = 0;
    for (const double edge : {1e-3, 1e-2, 1e-1, 0.5})
      shade += eps > edge * rounding ? 1 : 0;
    return {shade, percent(eps)};
  }
};

void add_shares(const std::vector<PowerOfPair>& pairs, Page& page) {
  const PowerShares all = shares(pairs);
  page.section("Smallest errors that are noticed");
  page.paragraph(
      "Each cell was run with one number wrong at a time, times 1 + eps, and judged against the "
      "right problem. An error is noticed where a check fails that passes without it, or where "
      "the run does not end. Pairs are a cell and a parameter whose error changes the motion; "
      "shares are of those that an error of 1 % (10 %) changes.");
  if (all.unfinished > 0)
    page.paragraph(fmt::format("{} not been measured to the end.",
                               counted(all.unfinished, "pair has", "pairs have")));
  Table table{"power_shares",
              "Share of the pairs whose error is noticed: of the sign that is noticed sooner, and "
              "of both signs.",
              {"scheme", "pairs", "changed by 1 %", "at 1 %", "at 1 %, both signs",
               "changed by 10 %", "at 10 %", "at 10 %, both signs", "without effect"},
              {},
              {false, true, true, true, true, true, true, true, true}};
  std::map<std::string, std::vector<PowerOfPair>> by_scheme;
  for (const PowerOfPair& pair : pairs)
    by_scheme[pair.cell->scheme].push_back(pair);
  const auto add = [&](const std::string& name, const PowerShares& s) {
    table.rows.push_back({name, std::to_string(s.pairs), std::to_string(s.matter_1),
                          share(s.percent_1, s.matter_1), share(s.percent_1_both, s.matter_1),
                          std::to_string(s.matter_10), share(s.percent_10, s.matter_10),
                          share(s.percent_10_both, s.matter_10), std::to_string(s.no_effect)});
  };
  for (const auto& [scheme, its] : by_scheme)
    add(scheme, shares(its));
  add("all", all);
  page.table(table);
}

void add_laws(const std::vector<PowerOfPair>& pairs, Page& page) {
  page.section("Least error of each law that is noticed");
  Table table{"power_laws",
              "The least eps that a check against a truth or a law notices in any cell.",
              {"scheme", "law", "eps", "parameter", "check", "cell"},
              {},
              {false, false, true, false, false, false}};
  for (const PowerOfLaw& law : power_of_laws(pairs)) {
    table.rows.push_back(
        {law.scheme, law.law, percent(law.eps), law.parameter, law.check, law.cell});
  }
  page.table(table);
}

void add_maps(const std::vector<PowerOfPair>& pairs, const std::string& folder, Formats formats,
              Page& page) {
  if (!formats.figures()) return;
  page.section("Sensitivity of the checks");
  std::set<std::string> schemes;
  for (const PowerOfPair& pair : pairs)
    schemes.insert(pair.cell->scheme);
  for (const std::string& scheme : schemes) {
    const std::string caption =
        scheme +
        ": smallest error that is noticed, in per cent, of the cell of each problem where it is "
        "largest. none: not even a factor of two; ·: no effect on the motion; empty: no part of "
        "the problem.";
    page.raw(fmt::format(html::report_figure,
                         "drawing"_a = draw(heat_map_of(scheme, pairs), folder + "/figures"),
                         "caption"_a = markup_text(caption), "runs"_a = ""));
  }
}

Table pair_table(const char* name, const char* caption) {
  return {name,
          caption,
          {"cell", "parameter", "eps", "eps, other sign", "noticed by"},
          {},
          {false, false, true, true, false}};
}

std::vector<std::string> line_of(const PowerOfPair& pair) {
  const SignedPower& better = pair.better();
  return {pair.cell->title, pair.parameter, percent(pair.eps()), percent(pair.worse()),
          better.checks.empty() ? std::string(to_text(pair.power()))
                                : fmt::format("{}", fmt::join(better.checks, ", "))};
}

void add_lists(const std::vector<PowerOfPair>& pairs, Page& page) {
  Table gaps =
      pair_table("power_gaps", "Errors that change the motion and are not noticed at 1 %.");
  Table all = pair_table("power_pairs", "All pairs.");
  Table idle{"power_idle",
             "Errors that leave the motion unchanged up to rounding, and why.",
             {"parameter", "cells", "reason"},
             {},
             {false, true, false}};
  std::map<std::string, int> without;
  for (const PowerOfPair& pair : pairs) {
    const Power power = pair.power();
    all.rows.push_back(line_of(pair));
    if (power == Power::no_effect) ++without[pair.parameter];
    constexpr double percent_1 = 0.01 * (1.0 + 1e-9), percent_10 = 0.1 * (1.0 + 1e-9);
    const bool gap =
        power == Power::not_noticed ||
        (power == Power::noticed && pair.eps() > percent_1 &&
         (pair.matters_at(percent_1) || (pair.eps() > percent_10 && pair.matters_at(percent_10))));
    if (gap) gaps.rows.push_back(line_of(pair));
  }
  for (const auto& [name, cells] : without)
    idle.rows.push_back({name, std::to_string(cells), std::string(find_perturbable(name).idle)});
  page.section("Errors that are not noticed");
  if (gaps.rows.empty()) {
    page.paragraph(
        "Every error is noticed at 1 %, or at the size from which it changes the motion.");
  } else {
    page.table(gaps);
  }
  if (!idle.rows.empty()) page.table(idle);
  page.folded_table(all, fmt::format("all {} pairs", all.rows.size()));
}

}  // namespace

HeatMap heat_map_of(const std::string& scheme, const std::vector<PowerOfPair>& pairs) {
  std::map<std::string, std::map<std::string, Worst>> worst;
  std::set<std::string> used;
  for (const PowerOfPair& pair : pairs) {
    if (pair.cell->scheme != scheme || pair.power() == Power::unfinished) continue;
    worst[pair.cell->problem][pair.parameter].add(pair);
    used.insert(pair.parameter);
  }
  HeatMap out{.name = "power_" + scheme,
              .scale = {"≤ 0.1 %", "≤ 1 %", "≤ 10 %", "≤ 50 %", "≤ 100 %", "not noticed"}};
  for (const Perturbable& parameter : perturbables()) {
    if (used.contains(std::string(parameter.name))) out.columns.emplace_back(parameter.name);
  }
  for (const auto& [problem, by_parameter] : worst) {
    out.rows.push_back(problem);
    std::vector<HeatBox>& row = out.boxes.emplace_back();
    for (const std::string& column : out.columns) {
      const auto it = by_parameter.find(column);
      row.push_back(it == by_parameter.end() ? HeatBox{} : it->second.box());
    }
  }
  return out;
}

void write_power_report(const std::vector<PowerOfPair>& pairs, const std::string& folder,
                        Formats formats, const std::string& home) {
  Page page(folder, formats, home);
  add_shares(pairs, page);
  add_laws(pairs, page);
  add_maps(pairs, folder, formats, page);
  add_lists(pairs, page);
  page.write("impactbench: power of the verdicts", "power.html");
}

}  // namespace impactbench
