#include "benchmarks/convergence/study.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/families.hpp"
#include "reports/generate/sections.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

bool has_some_error(const Row& row) {
  return std::any_of(norms().begin(), norms().end(),
                     [&](const Norm& n) { return quantity(row, n.quantity).has_value(); });
}

Rung rung_of(const Row& row, const std::vector<Norm>& all) {
  Rung out{row.cell.dt, row.status, row.reason, 0.0, true, {}};
  for (const Norm& n : all) {
    out.errors.push_back(
        quantity(row, n.quantity).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return out;
}

/// What `converge` says of a ladder, said of rows that are stored already.
struct Judged {
  MotionClass motion{MotionClass::smooth};
  std::string truth;
  std::vector<NormOrder> orders;
};

std::optional<Judged> judged(const Family& family, const Histories& histories) {
  const Cell& cell = family.first->cell;
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const SchemeClaims claims = find_scheme(cell.scheme).claims(cell.scheme_parameters);
  const std::optional<Truth> truth = find_truth(problem, claims.contact);
  if (!truth) return std::nullopt;
  // Errors of observables have a part of the mesh, which is the same in all of these rows.
  const std::vector<Norm> all(norms().begin(), norms().end());
  std::vector<Rung> rungs;
  const Row* touching = nullptr;
  for (const Row* row : family.rows) {
    rungs.push_back(rung_of(*row, all));
    if (row->series.contains("contacts")) touching = row;
  }
  const Series contacts = touching != nullptr ? histories.of(*touching, "contacts") : Series{};
  Judged out{motion_class(truth->event_times, problem.horizon, contacts),
             truth_text(TruthNote{truth->source, std::string(to_text(truth->provenance)),
                                  truth->uncertainty}),
             {}};
  out.orders = judge_rungs(rungs, all, claims, out.motion, problem, *truth);
  return out;
}

std::string verdict_text(const NormOrder& o) {
  std::string out(to_text(o.verdict));
  std::replace(out.begin(), out.end(), '_', ' ');
  if (o.verdict == NormVerdict::undecided && !o.fit.reason.empty()) out += ": " + o.fit.reason;
  return out;
}

void add_rows(const std::string& problem, const Family& family, const Judged& found, Table& told,
              Table& all) {
  for (const NormOrder& o : found.orders) {
    const bool known = o.fit.exists();
    const auto number = [&](double x, const char* form) {
      return known ? fmt::format(fmt::runtime(form), x) : std::string("–");
    };
    std::vector<std::string> line{
        problem,
        family.name,
        std::string(to_text(found.motion)),
        std::string(o.norm.quantity),
        std::to_string(o.measured),
        known ? std::to_string(o.fit.points) : "–",
        known ? fmt::format("{:.2g} to {:.2g}", o.fit.coarsest, o.fit.finest) : "–",
        number(o.fit.slope, "{:.3f}"),
        number(o.fit.slope - o.fit.half_width, "{:.3f}"),
        number(o.fit.slope + o.fit.half_width, "{:.3f}"),
        number(o.fit.correlation, "{:.5f}"),
        o.claimed ? fmt::format("{:.2f}", *o.claimed) : "–",
        verdict_text(o),
        found.truth};
    all.rows.push_back(line);
    if (o.claimed) told.rows.push_back(std::move(line));
  }
}

Plot order_plot(const std::string& problem, const std::vector<Family>& families,
                const Styles& styles) {
  Plot plot;
  plot.name = "order_" + problem;
  plot.x_label = "step [s]";
  plot.y_label = "largest position error [m]";
  plot.log_x = plot.log_y = true;
  const std::vector<int> looks = looks_of(families, styles);
  for (std::size_t k = 0; k < families.size(); ++k) {
    const Family& f = families[k];
    plot.curves.push_back({f.name, f.steps, f.errors, looks[k], Stroke::line_and_marks});
  }
  add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
  return plot;
}

}  // namespace

void add_order_section(const Content& content, Page& page) {
  page.section("Observed order");
  const std::vector<std::string> header{"problem",     "method",     "motion",  "norm",     "steps",
                                        "used",        "window [s]", "order",   "low",      "high",
                                        "correlation", "claimed",    "verdict", "reference"};
  const std::vector<bool> numeric{false, false, false, false, true, true,  true,
                                  true,  true,  true,  true,  true, false, false};
  Table told{
      "orders",
      "Least-squares slope of log error against log step over the asymptotic window, with its "
      "95 % interval, where the scheme claims an order; judged on both sides as converge does.",
      header,
      {},
      numeric};
  Table all{"orders_all", "The same in every norm that was measured.", header, {}, numeric};
  std::vector<Plot> plots;
  std::vector<std::string> left_out;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    for (const Family& family : families_of(rows, 4, has_some_error)) {
      if (const auto why = unknown_here(family.first->cell)) {
        left_out.push_back(fmt::format("{} on {}: {}", family.name, problem, *why));
        continue;
      }
      try {
        if (const auto found = judged(family, content.histories))
          add_rows(problem, family, *found, told, all);
      } catch (const ConfigurationError& error) {
        left_out.push_back(fmt::format("{} on {}: {}", family.name, problem, error.what()));
      }
    }
    const std::vector<Family> drawn = families_of(rows, 4, has_position_error);
    if (!drawn.empty()) plots.push_back(order_plot(problem, drawn, content.styles));
  }
  for (const std::string& one : left_out) {
    page.paragraph(fmt::format(
        "Left out, as this revision cannot make the problem of the rows again: {}", one));
  }
  if (all.rows.empty()) {
    page.paragraph("No problem has runs at four steps or more with a known truth.");
    return;
  }
  page.paragraph(
      "Five errors in the window are needed for a verdict. Impacts begin at some phase of a step, "
      "so "
      "errors scatter about the slope; velocities jump, so their largest error is shown and never "
      "judged.");
  page.table(told);
  page.folded_table(all, fmt::format("{} orders in all norms", all.rows.size()));
  for (const Plot& plot : plots)
    page.figure(plot, plot.name.substr(6) + ".");
}

}  // namespace impactbench
