#include "reports/generate/families.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace impactbench {
namespace {

struct Point {
  double R, penetration;
  std::optional<double> exact;  ///< absent where an earlier program made the row
};

/// Exact penetrations by alpha and R.
using Laws = std::map<double, std::map<double, double>>;

bool has_exact_penetration(const Row& row) {
  return number(row.cell.scheme_parameters, "R") &&
         quantity(row, "penetration_relative_error_relative");
}

/// Penetration over R of each method at its smallest step.
std::map<std::string, std::pair<const Row*, std::vector<Point>>> points_of(
    const std::vector<Family>& families) {
  std::map<std::pair<std::string, double>, const Row*> finest;
  for (const Family& family : families) {
    const Row* row = family.rows.back();
    const Row*& best = finest[{method_name(*row), *number(row->cell.scheme_parameters, "R")}];
    if (best == nullptr || row->cell.dt < best->cell.dt) best = row;
  }
  std::map<std::string, std::pair<const Row*, std::vector<Point>>> out;
  for (const auto& [key, row] : finest) {
    auto& [first, points] = out[key.first];
    first = row;
    points.push_back({key.second, *quantity(*row, "penetration_relative"),
                      row->judged_by ? row->judged_by->penetration : std::nullopt});
  }
  return out;
}

/// Straight lines between the exact penetrations of each alpha, as their law is for an impact.
void add_laws(const Laws& laws, Plot& plot) {
  bool named = false;
  for (const auto& [alpha, exact] : laws) {
    if (exact.size() < 2) continue;
    Curve law{"", {}, {}, 0, Stroke::law};
    for (const auto& [R, penetration] : exact) {
      law.x.push_back(R);
      law.y.push_back(penetration);
    }
    // One entry in the key; the exponent stands at the end of its line.
    plot.labels.push_back({law.x.back(), law.y.back(), fmt::format("α = {:g}", alpha)});
    law.title = named ? "" : "exact";
    named = true;
    plot.curves.push_back(std::move(law));
  }
}

bool is_of_earlier_program(const MotionFamilies& motion) {
  return std::any_of(motion.families.begin(), motion.families.end(), [](const Family& f) {
    return std::any_of(f.rows.begin(), f.rows.end(), [](const Row* r) { return !r->judged_by; });
  });
}

/// The points of one motion with its laws; nothing where they have one R.
std::optional<Plot> plot_of(const MotionFamilies& motion, const Styles& styles) {
  Laws laws;
  double low = HUGE_VAL, high = 0.0;
  Plot plot;
  plot.name = "penetration_" + motion.file;
  plot.x_label = "R [m^{α-1}/N]";
  plot.y_label = "largest penetration / diameter";
  plot.log_x = plot.log_y = true;
  for (const auto& [method, found] : points_of(motion.families)) {
    const auto& [row, points] = found;
    Curve curve{method, {}, {}, styles.of(*row), Stroke::marks};
    auto& law = laws[number(row->cell.scheme_parameters, "alpha").value_or(2.0)];
    for (const Point& p : points) {
      if (p.exact) law.emplace(p.R, *p.exact);
      curve.x.push_back(p.R);
      curve.y.push_back(p.penetration);
      low = std::min(low, p.R), high = std::max(high, p.R);
    }
    plot.curves.push_back(std::move(curve));
  }
  if (!(high > low)) return std::nullopt;
  plot.x_low = low / 1.6;
  plot.x_high = high * std::pow(high / low, 0.3);  // room for the texts
  add_laws(laws, plot);
  return plot;
}

}  // namespace

void add_penetration_section(const Content& content, Page& page) {
  page.section("Penetration and stiffness");
  bool any = false, earlier = false;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    for (const MotionFamilies& motion :
         by_motion(problem, families_of(rows, 1, has_exact_penetration))) {
      const std::optional<Plot> plot = plot_of(motion, content.styles);
      if (!plot) continue;
      if (!any) {
        page.paragraph(
            "Largest penetration at the smallest step of each method against R, on contacts of "
            "energy D^α / (2R), with that of the exact motion on such contacts: D = (m v² R)^(1/α) "
            "for a head-on impact of the reduced mass m, computed where other forces act.");
      }
      any = true;
      earlier = earlier || is_of_earlier_program(motion);
      page.figure(*plot, motion.name + ".", runs_of(problem, schemes_of(motion.families)));
    }
  }
  if (earlier) {
    page.paragraph(
        "Some rows are of an earlier program and do not hold the exact penetration: lines leave "
        "them out.");
  }
  if (!any) page.nothing("No problem has runs at several R with a known law.");
}

}  // namespace impactbench
