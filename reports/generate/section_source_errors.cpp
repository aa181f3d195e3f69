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

/// Steps 2^-p: the parity of p decides.
std::string parity_of_the_step(const Rows& rows) {
  std::array<int, 2> runs{}, first{};
  for (const Row& row : rows) {
    const auto branch = quantity(row, "branch");
    const double p = -std::log2(row.cell.dt);
    if (!is(row, "non_uniqueness", "maury") || !branch || p != std::round(p) || p < 8.0 ||
        set(row, "alpha", 0.0) != 1.8) {
      continue;
    }
    const auto odd = static_cast<std::size_t>(std::llround(p) % 2);
    ++runs[odd];
    first[odd] += *branch == 1.0 ? 1 : 0;
  }
  if (runs[0] + runs[1] == 0) return "";
  return fmt::format(
      "non_uniqueness: take-offs 4^n in {} of {} runs with h = 2^-2n, {} of {} with 2^-(2n+1)",
      first[0], runs[0], first[1], runs[1]);
}

/// Energy left of the 21 rods beside that of one aggregate.
std::string aggregates(const Rows& rows) {
  constexpr int n = 21;
  double mean = 0.0;
  for (int i = 1; i <= n; ++i) {
    const double x = i * i * std::sqrt(2.0);
    mean += (2.0 * (x - std::floor(x)) - 1.0) / n;
  }
  for (const Row& row : rows) {
    const auto left = quantity(row, "energy_final");
    const auto is_set = [&](const char* key, const char* value) {
      const auto it = row.cell.problem_parameters.find(key);
      const auto* text =
          it == row.cell.problem_parameters.end() ? nullptr : std::get_if<std::string>(&it->second);
      return text != nullptr && *text == value;
    };
    if (!is(row, "sticky_particles", "maury") || !left || set(row, "n", 0.0) != n ||
        set(row, "mass", 0.0) != 1.0 || set(row, "speed", 0.0) != 1.0 ||
        set(row, "horizon", 0.0) != 3.0 || !is_set("velocities", "irrational") ||
        !is_set("masses", "equal") || !is_set("gaps", "equal")) {
      continue;
    }
    return fmt::format(
        "sticky_particles, h = {:g}: {:.4f} J left at t = 3; one aggregate would have {:.4f} J",
        row.cell.dt, *left, 0.5 * n * mean * mean);
  }
  return "";
}

/// How many times as many iterations the paper's step needs as one from the largest eigenvalue.
std::string slow_uzawa(const Rows& rows) {
  const auto step = [](const Row& row, const char* value) {
    const auto it = row.cell.solver_parameters.find("step");
    const auto* text =
        it == row.cell.solver_parameters.end() ? nullptr : std::get_if<std::string>(&it->second);
    return row.cell.solver == "uzawa" && text != nullptr && *text == value &&
           quantity(row, "newton_iterations") && quantity(row, "unconverged_steps") == 0.0;
  };
  const auto rest = [](const Row& row) {
    auto cell = row.cell;
    cell.solver_parameters.erase("step");
    return cell;
  };
  double least = HUGE_VAL, most = 0.0;
  int pairs = 0;
  for (const Row& paper : rows) {
    if (!step(paper, "maury")) continue;
    for (const Row& power : rows) {
      if (!step(power, "power") || !(rest(power) == rest(paper))) continue;
      const double ratio =
          *quantity(paper, "newton_iterations") / *quantity(power, "newton_iterations");
      least = std::min(least, ratio);
      most = std::max(most, ratio);
      ++pairs;
    }
  }
  if (pairs == 0) return "";
  return fmt::format("uzawa, {} pairs of runs: {:.1f} to {:.1f} times the iterations", pairs, least,
                     most);
}

/// How far a falling ball is ahead, over h t g / 2.
std::string centre_ahead(const Rows& rows) {
  double least = HUGE_VAL, most = 0.0;
  int runs = 0;
  for (const Row& row : rows) {
    const auto error = quantity(row, "position_error_sup");
    const double g = set(row, "gravity", 0.0), t = set(row, "horizon", 0.0);
    if (!is(row, "bouncing_ball", "maury") || !error || quantity(row, "contacts") != 0.0) continue;
    const double share = *error / (0.5 * row.cell.dt * t * g);
    least = std::min(least, share);
    most = std::max(most, share);
    ++runs;
  }
  if (runs == 0) return "";
  return fmt::format("bouncing_ball, {} runs without contact: off by {:.4f} to {:.4f} h t g / 2",
                     runs, least, most);
}

/// Contacts that act in each step of the runs of seven discs.
std::string hexagon_contacts(const Rows& rows) {
  double least = HUGE_VAL, most = 0.0;
  int runs = 0;
  for (const Row& row : rows) {
    const auto contacts = quantity(row, "contacts");
    if (row.cell.problem != "hexagon" || !contacts) continue;
    const double steps = set(row, "horizon", 0.0) / row.cell.dt;
    least = std::min(least, *contacts / steps);
    most = std::max(most, *contacts / steps);
    ++runs;
  }
  if (runs == 0) return "";
  return fmt::format("hexagon, {} runs: {:g}{} contacts a step, 2 N - 3 = 11", runs, least,
                     most > least ? fmt::format(" to {:g}", most) : "");
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
      {"paoli2010", "the law at a single constraint has no metric",
       "the normal part of v^- is taken along M^-1 grad f, not grad f: see skewed_wall below",
       [](const Rows& rows) {
         return error_of(
             rows, "polar_wall", "schatzman_paoli", [](const Row&) { return true; },
             " along M^-1 grad f, M varying");
       }},
      {"paoli2010", "the ball is free where f = 0; p is given for e = 0 only",
       "f is the constraint, g the force: g = 0; p = floor(1 / h - (1 - e) / (1 + e))",
       [](const Rows& rows) {
         return error_of(
             rows, "bouncing_point", "schatzman_paoli",
             [](const Row& row) { return set(row, "gravity", 0.0) == 0.0; }, " (2 e h at worst)");
       }},
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
      {"maury2004", "6.1: steps 2^(-2n) against 2^(-2(n+1)) select different solutions",
       "those are even powers both; it is 2^(-2n) against 2^(-(2n+1))", parity_of_the_step},
      {"maury2004", "6.1: the force is given for k >= -4 on (0, 4)",
       "k >= -4 reaches to t = 16; k >= -2 is enough", nullptr},
      {"maury2004", "6.1: the theory covers the example",
       "it asks for an open start, D(q_0) > 0; the example starts in contact", nullptr},
      {"maury2004", "6.2: the final state is a single aggregate",
       "it is five at t = 3 for one set of velocities: in general there are several", aggregates},
      {"maury2004", "remark 8: the step of Uzawa is bounded by min m / (2 kappa h^2 sqrt d)",
       "a factor 2 is lost in its own chain and sqrt d is not needed: min m / (kappa h^2), 2.8 "
       "times as large in the plane and 3.5 times in space",
       slow_uzawa},
      {"maury2004", "remark 7: kappa N / 2 rows are enough",
       "kappa counts neighbours that touch; in a long step pairs further apart constrain each "
       "other",
       nullptr},
      {"maury2004", "remark 11: the centre of mass is interpolated exactly",
       "only without force: for a constant one it is ahead by h t f / (2 m)", centre_ahead},
      {"maury2004", "the year is 2004", "of the preprint; Numer. Math. 102 (2006) 649-679",
       nullptr},
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
       "7 in a hexagon have 12 contacts of rank 11", hexagon_contacts},
      {"maury-slides", "the stochastic scheme minimises |u - U|", "half the square of it", nullptr},
      {"maury-slides", "more equations (2N) than unknowns (3N)",
       "the numbers are the other way round", nullptr},
      {"maury-slides", "more than four neighbours in the plane make forces that are not unique",
       "three rigid motions are in the kernel: rank 2N - 3 counts, not 2N", nullptr},
      {"maury-slides", "Phi is the force, and the form of dissipation",
       "two things of one name; the form is Psi(u, u) = sum kappa (G.u)^2 >= 0", nullptr},
      {"maury-slides", "J(q) = |grad p - F|^2 / 2",
       "one letter for the argument and another one in the form, and no integral", nullptr},
      {"maury-slides", "capillary force, chain and viscosities are drawn",
       "no coefficient, rupture distance, stiffness or viscosity is given; when a bridge forms is "
       "not said: here it forms at contact and breaks at the rupture distance",
       nullptr},
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
    page.nothing(
        "No row of this store shows any; benchmarks/plans/paoli2010.toml, maury_slides.toml and "
        "maury2004.toml make them.");
    return;
  }
  page.table(table);
}

}  // namespace impactbench
