#include "reference/published/table.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace impactbench {
namespace {

std::string word(const Row& row, const std::string& key) {
  const auto it = row.cell.problem_parameters.find(key);
  return it == row.cell.problem_parameters.end() ? "" : to_text(it->second);
}

/// Lamb's problem on the grid beyond the reach of echoes: errors over the edge of the cells, each
/// with the order since the next coarser one.
void add_waves(const Content& content, Page& page) {
  constexpr std::array names{"surface_x", "surface_z", "below_x", "below_z"};
  std::map<std::pair<std::string, double>, std::array<double, 4>> runs;
  for (const Row& row : content.rows) {
    const auto edge = number(row.cell.problem_parameters, "edge");
    if (row.cell.problem != "lamb" || row.cell.scheme != "mka3d_linear" || !edge ||
        word(row, "border") != "held") {
      continue;
    }
    std::array<double, 4> errors{};
    bool complete = true;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto error = quantity(row, std::string(names[k]) + "_error_sup");
      complete = complete && error.has_value();
      errors[k] = error.value_or(0.0);
    }
    if (complete) runs[{word(row, "recipe"), -*edge}] = errors;
  }
  page.part("Lamb's problem: where the force acts");
  if (runs.empty()) {
    page.nothing("No row shows it; impactbench run benchmarks/plans/monasse2012.toml makes them.");
    return;
  }
  page.paragraph(
      "As printed, the force and the receiver are at the centre of a surface cell, that is at the "
      "depth of half an edge: against the source on the surface that is an error of first order. "
      "With the traction in the strain of the loaded cell and the receiver read at the surface "
      "(corrected) the order is 2 at both receivers. Largest error over largest value; in brackets "
      "the order since the row before; the shortest wave has 50 m.");
  Table table{"findings_lamb",
              "Lamb's problem: errors 300 m from the source.",
              {"recipe", "edge [m]", "cells per wave", "surface, u_x", "surface, u_z",
               "60° below, u_x", "60° below, u_z"},
              {},
              {false, true, true, true, true, true, true}};
  const auto* before = static_cast<const decltype(runs)::value_type*>(nullptr);
  for (const auto& run : runs) {
    const double edge = -run.first.second;
    std::vector<std::string> line{run.first.first, setting(edge), fmt::format("{:g}", 50.0 / edge)};
    for (std::size_t k = 0; k < names.size(); ++k) {
      line.push_back(shown(run.second[k]));
      if (before == nullptr || before->first.first != run.first.first) continue;
      line.back() += fmt::format(" ({:.2f})", std::log(before->second[k] / run.second[k]) /
                                                  std::log(-before->first.second / edge));
    }
    table.add(std::move(line), cells_with("lamb edge=" + to_text(edge)));
    before = &run;
  }
  page.table(table);
}

/// 100 (ours / published - 1), where a table of the source has the load.
std::string deviation(const std::string& point, double load, double ours,
                      const std::vector<PublishedValue>& printed) {
  const std::string name = fmt::format("{}_{:.2f}", point, load / 400.0);
  const auto it = std::find_if(printed.begin(), printed.end(),
                               [&](const PublishedValue& v) { return v.quantity == name; });
  if (it == printed.end() || !it->value || load <= 0.0) return "–";
  return fmt::format("{:+.1f}", 100.0 * (ours / *it->value - 1.0));
}

void add_shells(const Content& content, Page& page) {
  std::map<std::tuple<std::string, std::string, double, double>, const Row*> runs;
  for (const Row& row : content.rows) {
    const auto& p = row.cell.problem_parameters;
    const auto load = number(p, "load"), along = number(p, "along");
    if (row.cell.problem != "hemisphere" || !load || !along || !quantity(row, "outward_initial")) {
      continue;
    }
    runs[{word(row, "torsion"), word(row, "curvatures"), *along, *load}] = &row;
  }
  page.part("The hemisphere: torsion that locks, bending without Poisson's ratio");
  if (runs.empty()) {
    page.nothing(
        "No row shows it; impactbench run benchmarks/plans/monasse2012.toml and "
        "monasse2012_long.toml make them.");
    return;
  }
  page.paragraph(
      "With the printed coefficients (torsion = polar) a shell of one layer cannot twist: the "
      "polar moment of an interface is (w^2/e^2 + 1) / 2 times the grillage value (thin), so that "
      "the lock opens only when the cells are as narrow as the shell is thin. With thin the shell "
      "bends, but converges to the plate whose directions bend apart: for opposite curvatures its "
      "stiffness is D (1 - ν^2), Kirchhoff's D (1 - ν), 1.3 times less at ν = 0.3. The coupling of "
      "curvatures (coupled), which the print lacks, takes that away. Deviations are from Sze, Liu "
      "and Lo 2004 at the same load; the linear limit at 2 N is 0.0935 m.");
  const std::vector<PublishedValue> printed = read_published("monasse2012", "5.4");
  Table table{"findings_hemisphere",
              "The hemisphere under four forces: displacements of the loaded points.",
              {"torsion", "curvatures", "cells", "load [N]", "outward [m]", "inward [m]",
               "outward [%]", "inward [%]"},
              {},
              {false, false, false, true, true, true, true, true}};
  for (const auto& [of, row] : runs) {
    const auto& [torsion, curvatures, along, load] = of;
    const double outward = *quantity(*row, "outward_initial");
    const double inward = quantity(*row, "inward_initial").value_or(std::nan(""));
    table.add(
        {torsion, curvatures, fmt::format("{:g} x {:g}", along, 4.0 * along),
         fmt::format("{:g}", load), shown(outward), shown(inward),
         deviation("outward", load, outward, printed), deviation("inward", load, inward, printed)},
        cell_page_file(row->key));
  }
  page.table(table);
}

}  // namespace

void add_elastic_section(const Content& content, Page& page) {
  page.section("Findings on monasse2012");
  add_waves(content, page);
  add_shells(content, page);
}

}  // namespace impactbench
