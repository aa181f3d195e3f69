#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace impactbench {
namespace {

using Rows = std::vector<const Row*>;

/// The word of a scheme's parameter; empty where it has none.
std::string word(const Row& row, const std::string& key) {
  const auto it = row.cell.scheme_parameters.find(key);
  return it == row.cell.scheme_parameters.end() ? "" : to_text(it->second);
}

/// A run of inc whose pairs have the normal of the other variant.
bool normal_of_other(const Row& row) {
  const std::string normal = word(row, "normal");
  return normal == (word(row, "variant") == "ec" ? "end" : "middle");
}

/// Frictionless elastic runs of a box to its end, one per method and step: what the plan
/// boxes_energy makes. `ablation`: those of inc with the normal of the other variant, or all
/// others.
Rows box_runs(const Rows& rows, const std::string& problem, bool ablation = false) {
  std::map<std::pair<std::string, double>, const Row*> chosen;
  for (const Row* each : rows) {
    const Row& row = *each;
    const auto& p = row.cell.problem_parameters;
    if (row.cell.problem != problem || !row.series.contains("total_energy") ||
        number(p, "horizon").value_or(0.0) < 7.0 || number(p, "friction").value_or(0.0) > 0.0 ||
        number(p, "restitution").value_or(1.0) < 1.0 || ablation != normal_of_other(row)) {
      continue;
    }
    const Row*& best = chosen[{method_name(row), -row.cell.dt}];
    if (best == nullptr || row.plan == "boxes energy") best = &row;
  }
  std::vector<const Row*> out;
  for (const auto& [key, row] : chosen)
    out.push_back(row);
  return out;
}

std::string run_name(const Row& row) {
  return fmt::format("{}, dt = {}", method_name(row), setting(row.cell.dt));
}

/// A run with the history of its energy, which is not empty.
struct EnergyRun {
  const Row* row;
  Series energy;
};

std::vector<EnergyRun> with_energies(const std::vector<const Row*>& rows,
                                     const Histories& histories) {
  std::vector<EnergyRun> out;
  for (const Row* row : rows) {
    out.push_back({row, histories.of(*row, "total_energy")});
    if (out.back().energy.value.empty()) out.pop_back();
  }
  return out;
}

std::vector<PageLink> pages_of(const std::vector<EnergyRun>& runs) {
  std::vector<PageLink> out;
  for (const EnergyRun& run : runs)
    out.push_back({cell_page_file(run.row->key), run_name(*run.row)});
  return out;
}

Plot energy_plot(const std::string& problem, const std::vector<EnergyRun>& runs,
                 const Styles& styles) {
  Plot plot;
  plot.name = "findings_" + problem;
  plot.x_label = "time [s]";
  plot.y_label = "relative change of energy";
  plot.full_width = true;
  plot.x_low = 0.0, plot.x_high = 7.5;
  plot.y_low = -0.7, plot.y_high = 0.5;
  std::set<int> taken;
  std::map<std::string, int> further;
  std::string kept;
  for (const auto& [row, s] : runs) {
    const int own = styles.of(*row);
    const int look =
        taken.insert(own).second ? own : styles.further(*row, further[row->cell.scheme]++);
    Curve curve{run_name(*row), s.time, s.value, look, Stroke::line};
    const double first = s.value.front();
    for (double& e : curve.y)
      e = e / first - 1.0;
    // Lines at zero hide each other.
    if (std::abs(curve.y.back()) < 1e-6) kept += (kept.empty() ? "" : "; ") + method_name(*row);
    plot.curves.push_back(std::move(curve));
  }
  if (!kept.empty()) plot.labels.push_back({3.2, -0.06, "at 0: " + kept});
  return plot;
}

Table energy_table(const std::string& problem, const std::vector<EnergyRun>& runs) {
  Table out{"findings_" + problem,
            problem + ": total energy at the end over that at the start.",
            {"method", "R", "dt [s]", "reached [s]", "E / E_0 at the end", "penetration",
             "contacts", "status"},
            {},
            {false, true, true, true, true, true, true, false}};
  for (const auto& [row, s] : runs) {
    const double ratio = s.value.back() / s.value.front();
    out.add({method_name(*row), shown(number(row->cell.scheme_parameters, "R")),
             setting(row->cell.dt), fmt::format("{:.3f}", s.time.back()),
             std::abs(ratio) < 10.0 ? fmt::format("{:.8f}", ratio) : shown(ratio),
             shown(quantity(*row, "penetration_relative")), shown(quantity(*row, "contacts")),
             std::string(to_text(row->status))},
            cell_page_file(row->key));
  }
  return out;
}

/// Both variants of inc with both normals, side by side: which of the two differences between the
/// variants does what.
void add_ablation(const Content& content, const Rows& rows, Page& page) {
  page.part("Why the published law gains and loses");
  Rows of_inc = box_runs(rows, "box_529", true);
  if (of_inc.empty()) {
    page.nothing("No row shows it; impactbench run benchmarks/plans/boxes_energy.toml makes them.");
    return;
  }
  for (const Row* row : box_runs(rows, "box_529")) {
    if (row->cell.scheme == "inc") of_inc.push_back(row);
  }
  const std::vector<EnergyRun> runs = with_energies(of_inc, content.histories);
  page.paragraph(
      "The two variants of inc differ in the normal of a pair (at the end of the step, or in its "
      "middle) and in what they do at entry and exit (cut off, or the true secant). Each "
      "difference alone: the normal at the end makes the gain, of the same size for both "
      "exponents; the cut-off makes the loss, which is large for α = 2, where the force at a given "
      "small depth is, and next to nothing for α = 3. The published law has both.");
  Plot plot = energy_plot("box_529_ablation", runs, content.styles);
  plot.labels.clear();
  plot.y_low = -0.5, plot.y_high = 0.2;
  Table table{"findings_ablation",
              "box_529: energy at the end over that at the start.",
              {"α", "entry and exit", "normal", "E / E_0 at the end", "contacts",
               "steps without convergence"},
              {},
              {true, false, false, true, true, true}};
  std::multimap<std::vector<std::string>, std::string> sorted;
  std::vector<PageLink> pages;
  for (const auto& [row, s] : runs) {
    const bool ec = word(*row, "variant") == "ec";
    const std::string entry = ec ? "true secant" : "cut off";
    const std::string normal = ec != normal_of_other(*row) ? "middle" : "end";
    const std::string alpha = shown(number(row->cell.scheme_parameters, "alpha"));
    plot.curves[sorted.size()].title =
        fmt::format("α = {}, {}, normal of the {}", alpha, entry, normal);
    pages.push_back({cell_page_file(row->key), plot.curves[sorted.size()].title});
    sorted.emplace(
        std::vector{alpha, entry, normal, fmt::format("{:.6f}", s.value.back() / s.value.front()),
                    shown(quantity(*row, "contacts")), shown(quantity(*row, "unconverged_steps"))},
        cell_page_file(row->key));
  }
  page.figure(plot, "box_529: the two variants of inc, each with both normals.", pages);
  for (const auto& [line, link] : sorted)
    table.add(line, link);
  page.table(table);
}

void add_boxes(const Content& content, const Rows& rows, Page& page) {
  page.part("Energy of large boxes");
  bool any = false;
  for (const char* problem : {"box_529", "box_1225"}) {
    const auto runs = with_energies(box_runs(rows, problem), content.histories);
    if (runs.empty()) continue;
    if (!any) {
      page.paragraph(
          "Discs fall in a box without friction or loss: the total energy should be constant. In "
          "the published law of inc (variant thesis) the normal is taken at the end of the step "
          "and the old depth along it, so that the work of a contact that turns is no difference "
          "of energies; and contacts are cut off at entry and exit, which costs c D^(α-1) |D_0| "
          "and "
          "c D^α a hit. Variant ec takes the secant of the energy along the mean normal.");
    }
    any = true;
    page.figure(energy_plot(problem, runs, content.styles),
                fmt::format("{}: change of the total energy, all schemes. Curves that leave the "
                            "figure go on beyond it.",
                            problem),
                pages_of(runs));
    page.table(energy_table(problem, runs));
  }
  if (!any) {
    page.nothing("No row shows it; impactbench run benchmarks/plans/boxes_energy.toml makes them.");
  }
}

/// Of a head-on hit at `speed`: after over before. The rows of the plan findings.
struct Hit {
  std::string variant;
  double alpha, e, dt, ratio;
  std::string page;  ///< of its run
};
std::vector<Hit> hits(const Rows& rows) {
  std::vector<Hit> out;
  for (const Row* each : rows) {
    const Row& row = *each;
    const auto& s = row.cell.scheme_parameters;
    const auto speed = number(row.cell.problem_parameters, "speed");
    const auto after = quantity(row, "v1");
    // The second hit comes at 2.4 s.
    if (row.cell.problem != "falling_ball" || row.cell.scheme != "inc" || !speed || !after ||
        number(s, "R") != 5e-7 || number(row.cell.problem_parameters, "horizon") != 1.5) {
      continue;
    }
    out.push_back({to_text(s.at("variant")), number(s, "alpha").value_or(0.0),
                   number(s, "end_weight").value_or(0.0), row.cell.dt, *after / std::abs(*speed),
                   cell_page_file(row.key)});
  }
  std::sort(out.begin(), out.end(), [](const Hit& a, const Hit& b) {
    return std::tuple(a.variant, a.alpha, -a.dt, a.e) < std::tuple(b.variant, b.alpha, -b.dt, b.e);
  });
  return out;
}

Plot hit_plot(const std::vector<Hit>& all, bool close) {
  Plot plot;
  plot.name = close ? "findings_end_weight_close" : "findings_end_weight";
  plot.x_label = "e of section 4.4";
  plot.y_label = "speed after / before";
  plot.x_low = 0.0, plot.x_high = 1.0;
  if (!close) plot.y_low = 0.0, plot.y_high = 1.05;
  std::map<std::string, Curve> curves;
  for (const Hit& h : all) {
    if (h.variant != "thesis") continue;
    const std::string name = fmt::format("α = {:g}, dt = {}", h.alpha, setting(h.dt));
    const auto [it, fresh] = curves.try_emplace(
        name, Curve{name, {}, {}, static_cast<int>(curves.size()), Stroke::line_and_marks});
    it->second.x.push_back(h.e);
    it->second.y.push_back(h.ratio);
  }
  for (auto& [name, curve] : curves)
    plot.curves.push_back(std::move(curve));
  if (!close) plot.curves.push_back({"ratio = e (Newton)", {0, 1}, {0, 1}, 0, Stroke::law});
  return plot;
}

void add_hits(const Rows& rows, Page& page) {
  page.part("The e of section 4.4 and the price of a hit");
  const std::vector<Hit> all = hits(rows);
  if (all.empty()) {
    page.nothing("No row shows it; impactbench run benchmarks/plans/findings.toml makes them.");
    return;
  }
  page.paragraph(
      "One hit of a ball on a wall with end_weight, the e of section 4.4. It is no restitution "
      "coefficient: 1 loses most, 0 least, and what is lost shrinks with the step. A head-on hit "
      "does not turn the normal, so at e = 0 the loss is that of the cut-off at entry and exit "
      "alone, and variant ec has none. With α = 3 next to nothing is lost that way: what it gains "
      "in a box comes from normals that turn.");
  page.figure(hit_plot(all, false),
              "Measured ratio beside what a restitution coefficient would do.",
              runs_of("falling_ball", {"inc"}));
  page.figure(hit_plot(all, true), "The same, closer.", runs_of("falling_ball", {"inc"}));
  Table table{"findings_end_weight",
              "Speed after over before one hit.",
              {"variant", "α", "dt [s]", "e", "ratio", "energy lost"},
              {},
              {false, true, true, true, true, true}};
  for (const Hit& h : all) {
    table.add({h.variant, fmt::format("{:g}", h.alpha), setting(h.dt), fmt::format("{:g}", h.e),
               fmt::format("{:.6f}", h.ratio), fmt::format("{:.1e}", 1.0 - h.ratio * h.ratio)},
              h.page);
  }
  page.folded_table(table, "The numbers");
}

/// What the runs of the cradle say about its energy: the table below must bear it out.
std::string energy_of_cradle(const std::vector<double>& errors) {
  constexpr double kept = 1e-6;
  const auto n = std::count_if(errors.begin(), errors.end(), [](double e) { return e <= kept; });
  if (errors.empty()) return "the energy was not measured";
  if (n == static_cast<std::ptrdiff_t>(errors.size()))
    return fmt::format("each of the {} runs keeps the energy", n);
  const double worst = *std::max_element(errors.begin(), errors.end());
  return fmt::format("{} of {} runs keep the energy, the others lose up to {:.0f} %", n,
                     errors.size(), 100.0 * worst);
}

void add_cradle(const Rows& rows, Page& page) {
  page.part("The cradle of rigid discs");
  Table table{"findings_cradle",
              "Newton's cradle of elastic discs by nscd: final velocities [m/s].",
              {"positions", "dt [s]", "v1", "v2", "v3", "v4", "energy error"},
              {},
              {false, true, true, true, true, true, true}};
  std::vector<double> losses;
  for (const Row* each : rows) {
    const Row& row = *each;
    if (row.cell.problem != "newton_cradle" || row.cell.scheme != "nscd") continue;
    const auto precision = row.cell.problem_parameters.find("precision");
    if (precision == row.cell.problem_parameters.end() ||
        number(row.cell.problem_parameters, "restitution").value_or(1.0) < 1.0) {
      continue;  // a loss of energy is the law there
    }
    if (const auto loss = quantity(row, "energy_error_relative")) losses.push_back(*loss);
    table.add({to_text(precision->second) == "thesis" ? "single precision" : "double precision",
               setting(row.cell.dt), shown(quantity(row, "v1")), shown(quantity(row, "v2")),
               shown(quantity(row, "v3")), shown(quantity(row, "v4")),
               shown(quantity(row, "energy_error_relative"))},
              cell_page_file(row.key));
  }
  if (table.rows.empty()) {
    page.nothing("No row shows it; impactbench run benchmarks/plans/findings.toml makes them.");
    return;
  }
  page.paragraph(fmt::format(
      "The discs touch but for rounding. Whether a gap of 1e-16 m or 1e-8 m counts as open in the "
      "step of the impact decides which contacts Moreau's law sees together, and with it the "
      "outcome; {}. The published velocities (-1/3, 2/9, 2/9, 8/9) are one of these outcomes and "
      "no property of the method.",
      energy_of_cradle(losses)));
  page.table(table);
}

}  // namespace

void add_finding_section(const Content& content, Page& page) {
  page.section("Findings on nguyen2024");
  // A store may hold a cell several times, of several revisions: it counts once.
  std::map<std::string, const Row*> once;
  for (const Row& row : content.rows)
    once[canonical_text(row.cell, "", "")] = &row;
  Rows rows;
  for (const auto& [cell, row] : once)
    rows.push_back(row);
  add_boxes(content, rows, page);
  add_ablation(content, rows, page);
  add_hits(rows, page);
  add_cradle(rows, page);
}

}  // namespace impactbench
