#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>

namespace impactbench {
namespace {

/// Rows that differ in one setting alone, by its value.
using Ladder = std::map<double, const Row*>;

/// All ladders of rows of scheme inc (variant thesis) or of `scheme`, over alpha, R or dt.
std::vector<Ladder> ladders(const std::vector<Row>& rows, const std::string& scheme,
                            const std::string& rung) {
  std::map<std::string, Ladder> found;
  for (const Row& row : rows) {
    const auto& s = row.cell.scheme_parameters;
    const auto variant = s.find("variant");
    if (row.cell.scheme != scheme || !quantity(row, "energy_error_relative") ||
        (variant != s.end() && to_text(variant->second) != "thesis")) {
      continue;
    }
    Cell rest = row.cell;
    const auto value = rung == "dt" ? std::optional(rest.dt) : number(s, rung);
    if (!value) continue;
    rest.dt = rung == "dt" ? 0.0 : rest.dt;
    rest.scheme_parameters.erase(rung);
    found[canonical_text(rest, "", "")][*value] = &row;
  }
  std::vector<Ladder> out;
  for (auto& [key, ladder] : found) {
    if (ladder.size() > 1) out.push_back(std::move(ladder));
  }
  return out;
}

struct Count {
  int holds{0}, of{0};
};

/// How often `name` changes from one rung to the next in the given sense; pairs of which one is
/// rounding (below 1e-11) say nothing.
Count count_pairs(const std::vector<Ladder>& all, const std::string& name, bool grows) {
  Count out;
  for (const Ladder& ladder : all) {
    for (auto low = ladder.begin(), high = std::next(low); high != ladder.end(); ++low, ++high) {
      const auto a = quantity(*low->second, name);
      const auto b = quantity(*high->second, name);
      if (!a || !b || *a < 1e-11 || *b < 1e-11) continue;
      ++out.of;
      out.holds += (*b > *a) == grows ? 1 : 0;
    }
  }
  return out;
}

/// How many runs of a scheme end with more (or less) kinetic energy than they began with, where
/// nothing but contact acts.
Count count_sign(const std::vector<Row>& rows, const std::string& scheme, bool gains) {
  Count out;
  for (const Row& row : rows) {
    const auto first = quantity(row, "energy_initial");
    const auto last = quantity(row, "energy_final");
    if (row.cell.scheme != scheme || !first || !last ||
        std::abs(*last - *first) < 1e-11 * std::abs(*first) ||
        number(row.cell.problem_parameters, "friction").value_or(0.0) > 0.0 ||
        number(row.cell.problem_parameters, "restitution").value_or(1.0) < 1.0) {
      continue;
    }
    ++out.of;
    out.holds += (*last > *first) == gains ? 1 : 0;
  }
  return out;
}

std::string verdict(const Count& c) {
  if (c.of < 3) return "undecided";
  if (c.holds == c.of) return "confirmed";
  return c.holds == 0 ? "refuted" : 2 * c.holds > c.of ? "holds mostly" : "holds rarely";
}

}  // namespace

void add_remarks(const Content& content, Page& page) {
  page.raw("<h3>Remarks of the thesis beside the runs</h3>\n");
  const auto& rows = content.rows;
  Table table{"findings_remarks",
              "Claims as pairs of runs that differ in one setting, or as the sign of an error.",
              {"where", "claim", "holds", "of", "verdict"},
              {},
              {false, false, true, true, false}};
  const auto add = [&](const char* where, const char* claim, const Count& c) {
    if (c.of == 0) return;
    table.rows.push_back({where, claim, std::to_string(c.holds), std::to_string(c.of), verdict(c)});
  };
  add("remark 4.4", "inc: a smaller step gives a smaller energy error",
      count_pairs(ladders(rows, "inc", "dt"), "energy_error_relative", true));
  add("remark 4.4", "inc: a larger α gives a smaller energy error",
      count_pairs(ladders(rows, "inc", "alpha"), "energy_error_relative", false));
  add("remark 4.7", "inc: a larger α gives a larger penetration",
      count_pairs(ladders(rows, "inc", "alpha"), "penetration_relative", true));
  add("remark 4.7", "inc: a larger R gives a smaller energy error",
      count_pairs(ladders(rows, "inc", "R"), "energy_error_relative", false));
  add("remark 4.7", "snc: a larger R gives a smaller energy error",
      count_pairs(ladders(rows, "snc", "R"), "energy_error_relative", false));
  add("section 4.1.3", "dem: energy is amplified for large R rather than for small",
      count_pairs(ladders(rows, "dem", "R"), "energy_error_relative", true));
  add("tables 4.7 to 4.15", "dem gains energy", count_sign(rows, "dem", true));
  add("tables 4.9 to 4.15", "snc loses energy", count_sign(rows, "snc", false));
  if (table.rows.empty()) {
    page.paragraph("No rows to judge; impactbench run benchmarks/plans/findings.toml makes them.");
    return;
  }
  page.paragraph(
      "Pairs in which an error is at rounding are left out. That Newmark's method with γ = 1, β = "
      "1/2 is of second order (section 4.2.1) is judged by the orders above: snc, with the force "
      "at the end of the step, is of order 1; inc, whose force is a mean over the step, of order "
      "2.");
  page.table(table);
}

}  // namespace impactbench
