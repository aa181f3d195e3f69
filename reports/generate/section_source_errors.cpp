#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

namespace impactbench {
namespace {

using Rows = std::vector<Row>;

bool is(const Row& row, const char* problem, const char* scheme) {
  return row.cell.problem == problem && row.cell.scheme == scheme;
}

double set(const Row& row, const char* key, double otherwise) {
  return number(row.cell.problem_parameters, key).value_or(otherwise);
}

/// Largest penetration of a rebounding point over h times its speed, beside its bound.
std::string leaves_k(const Rows& rows) {
  double deepest = 0.0, bound = 0.0;
  int runs = 0;
  for (const Row& row : rows) {
    const auto depth = quantity(row, "penetration_relative");
    const double e = set(row, "restitution", 0.0);
    if (!is(row, "bouncing_point", "schatzman_paoli") || !depth || !(e > 0.0) ||
        set(row, "gravity", 0.0) != 0.0) {
      continue;
    }
    ++runs;
    const double share = *depth / (row.cell.dt * std::abs(set(row, "velocity", -1.0)));
    if (share > deepest) deepest = share, bound = 2.0 * e / (1.0 + e);
  }
  if (runs == 0) return "";
  return fmt::format("bouncing_point, {} runs: outside by up to {:.3f} h |u| (bound {:.3f})", runs,
                     deepest, bound);
}

/// Largest error of runs that a condition picks, over h and as it is.
std::string error_of(const Rows& rows, const char* problem, const char* scheme,
                     const std::function<bool(const Row&)>& picked, const char* what) {
  double worst = 0.0, over_h = 0.0;
  int runs = 0;
  for (const Row& row : rows) {
    const auto error = quantity(row, "position_error_sup");
    if (!is(row, problem, scheme) || !error || !picked(row)) continue;
    ++runs;
    worst = std::max(worst, *error);
    over_h = std::max(over_h, *error / row.cell.dt);
  }
  if (runs == 0) return "";
  return fmt::format("{}, {} runs: error at most {:.2g} m, {:.2g} h{}", problem, runs, worst,
                     over_h, what);
}

std::string solutions_settled_on(const Rows& rows) {
  int runs = 0, others = 0;
  for (const Row& row : rows) {
    const auto branch = quantity(row, "branch");
    if (!is(row, "non_uniqueness", "maury") || !branch) continue;
    ++runs;
    const auto error = quantity(row, "branch_error");
    others += *branch == 3.0 || (error && *error > 0.1) ? 1 : 0;
  }
  if (runs == 0) return "";
  return fmt::format("non_uniqueness, {} runs: {} settle on neither of the two", runs, others);
}

struct Item {
  const char* source;
  const char* says;
  const char* right;
  std::function<std::string(const Rows&)> shown;  ///< null: by derivation alone
};

const std::vector<Item>& items() {
  static const std::vector<Item> all{
      {"paoli2010", "the positions q^n are admissible",
       "Z^n is; with e > 0 q^n leaves K by up to 2 e / (1 + e) h |u|", leaves_k},
      {"paoli2010", "the law follows from v^- in T_K and M (v^+ - v^-) in N_K",
       "v^- is in -T_K and M (v^+ - v^-) in -N_K (both are right later in the text)", nullptr},
      {"maury2004", "(3), (5), (12): the projection of velocities is Euclidean",
       "it is that of the metric of the masses: in skewed coordinates the other one is wrong by "
       "0.9 m/s",
       [](const Rows& rows) {
         return error_of(
             rows, "skewed_wall", "schatzman_paoli", [](const Row&) { return true; },
             " with the metric of M");
       }},
      {"maury2004", "6.2: with large steps individual particles are poorly described",
       "at its nodes the scheme is exact for every step",
       [](const Rows& rows) {
         return error_of(
             rows, "sticky_particles", "maury",
             [](const Row& row) {
               return row.cell.dt >= 0.1 &&
                      (row.cell.solver == "pava" || row.cell.solver == "mprgp");
             },
             "");
       }},
      {"maury2004", "6.1: shows two solutions", "there is a continuum; a third one is explicit too",
       solutions_settled_on},
      {"maury2004", "6.1: the integral of f cannot be computed for other steps",
       "its primitive is a closed form for all t", nullptr},
      {"maury2004, maury-slides", "f_h without the factor 1 / h", "f_h is the mean over the step",
       nullptr},
      {"maury-slides", "scheme II: gamma is kept when the particle takes off",
       "it is zero from there on; then the error is of order h",
       [](const Rows& rows) {
         return error_of(
             rows, "gluey_particle", "gluey", [](const Row&) { return true; }, "");
       }},
      {"maury-slides", "14 discs are needed for forces that are not unique",
       "7 in a hexagon have 12 contacts of rank 11", nullptr},
      {"maury-slides", "the stochastic scheme minimises |u - U|", "half the square of it", nullptr},
  };
  return all;
}

}  // namespace

void add_source_error_section(const Content& content, Page& page) {
  page.section("What the sources get wrong");
  Table table{"source_errors",
              "What maury2004, maury-slides and paoli2010 say, what is right, and the runs of this "
              "store that show it.",
              {"source", "says", "right", "shown by"},
              {}};
  int shown = 0;
  for (const Item& item : items()) {
    std::string by = item.shown ? item.shown(content.rows) : "derivation; no run";
    if (item.shown && !by.empty()) ++shown;
    if (by.empty()) by = "no such row here";
    table.rows.push_back({item.source, item.says, item.right, by});
  }
  if (shown == 0) {
    page.paragraph(
        "No row of this store shows any; benchmarks/plans/paoli2010.toml, maury_slides.toml and "
        "maury2004.toml make them.");
    return;
  }
  page.table(table);
}

}  // namespace impactbench
