#include "reports/generate/links.hpp"
#include "reports/generate/matched_accuracy.hpp"
#include "reports/generate/sections.hpp"
#include "reports/generate/solver_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace impactbench {
namespace {

void add_rows(const MatchedPair& pair, Table& table) {
  const double best = pair.costs.front().cost->cpu;
  for (const MatchedCost& e : pair.costs) {
    std::vector<std::string> line{pair.problem, fmt::format("{:.0e}", pair.target), e.family,
                                  contact_law(*e.first)};
    if (e.cost) {
      line.insert(line.end(),
                  {fmt::format("{}{}", e.cost->at_most ? "≥ " : "", shown(e.cost->step)),
                   fmt::format("{}{:.2e}", e.cost->at_most ? "≤ " : "", e.cost->cpu),
                   fmt::format("{:.2f}", e.cost->cpu / best)});
    } else {
      line.insert(line.end(), {"not reached", "–", fmt::format("best {:.1e} m", e.best_error)});
    }
    line.push_back(truth_text(*e.first));
    table.add(std::move(line), cells_with(pair.problem + " " + e.first->cell.scheme));
  }
}

/// Cost of each method on each pair of a problem and an accuracy: the cheapest of its families.
struct Instances {
  std::vector<std::map<std::string, double>> costs;  ///< infinite: not reached
  std::set<std::string> methods;

  void add(const MatchedPair& pair) {
    std::map<std::string, double> found;
    for (const MatchedCost& e : pair.costs) {
      const std::string method = method_name(*e.first);
      methods.insert(method);
      const double cpu = e.cost ? e.cost->cpu : std::numeric_limits<double>::infinity();
      const auto [it, fresh] = found.emplace(method, cpu);
      if (!fresh) it->second = std::min(it->second, cpu);
    }
    costs.push_back(std::move(found));
  }
};

PerformanceProfile profile_of(const Instances& all) {
  PerformanceProfile out{0.0, all.costs.size(), {}};
  for (const std::string& method : all.methods) {
    PerformanceProfile::Line line{method, {}, 0, 0};
    for (const auto& costs : all.costs) {
      double best = std::numeric_limits<double>::infinity();
      for (const auto& [other, cpu] : costs)
        best = std::min(best, cpu);
      const auto it = costs.find(method);
      if (it == costs.end() || !std::isfinite(it->second)) continue;
      ++line.solved;
      line.ratios.push_back(it->second / best);
      line.fastest += it->second == best ? 1 : 0;
    }
    std::sort(line.ratios.begin(), line.ratios.end());
    out.lines.push_back(std::move(line));
  }
  return out;
}

void add_profile(const Instances& all, const std::string& contact, const Styles& looks,
                 Page& page) {
  const PerformanceProfile profile = profile_of(all);
  if (profile.instances < fewest_instances) return;
  Table table{
      "scheme_profiles_" + contact,
      "Pairs of a problem and an accuracy: reached, not reached although run there, not run "
      "there, and reached at the least cost of all.",
      {"method", "reached", "not reached", "not run", "cheapest"},
      {},
      {false, true, true, true, true}};
  SolverStyles styles;
  std::vector<PageLink> runs;
  for (const auto& line : profile.lines) {
    const auto run = static_cast<std::size_t>(
        std::count_if(all.costs.begin(), all.costs.end(),
                      [&](const auto& costs) { return costs.contains(line.solver); }));
    table.add({line.solver, std::to_string(line.solved), std::to_string(run - line.solved),
               std::to_string(profile.instances - run), std::to_string(line.fastest)},
              cells_of_method(line.solver));
    runs.push_back({cells_of_method(line.solver), line.solver});
    styles.emplace(line.solver, looks.of(line.solver));
  }
  page.paragraph(fmt::format(
      "Performance profile (Dolan and Moré) of the methods ({}) over {} pairs of a problem and an "
      "accuracy: the share that a method reaches within a multiple of the cheapest one's CPU time. "
      "A "
      "method that does not reach the accuracy has failed there; so has one that was not run "
      "there, and the table distinguishes the two.",
      contact, profile.instances));
  Plot plot = profile_plot(profile, "scheme_profile_" + contact, styles);
  plot.y_label = "share of pairs reached";
  page.figure(plot,
              fmt::format("Performance profile of the methods at matched accuracy: {}.", contact),
              runs);
  page.table(table);
}

}  // namespace

void add_cost_section(const Content& content, Page& page) {
  page.section("Cost at the same accuracy");
  Table table{
      "matched_accuracy",
      "CPU time of a run at a largest position error, interpolated between the steps that were "
      "run; the coarsest step from which on all finer runs are as accurate.",
      {"problem", "accuracy [m]", "method", "contact", "step [s]", "CPU time [s]", "ratio",
       "reference"},
      {},
      {false, true, false, false, true, true, true, false}};
  std::map<std::string, Instances> instances;  // by kind of contact
  for (const MatchedPair& pair : content.costs) {
    add_rows(pair, table);
    instances[pair.contact].add(pair);
  }
  if (table.rows.empty()) {
    page.nothing(
        "No problem has two methods with timed runs at three steps or more and a known truth.");
    return;
  }
  page.paragraph(
      "Each error is against the truth of the method's own contact law, which the column contact "
      "names. Methods of rigid contact are compared for one motion; so are methods with springs, "
      "each for the motion of its springs; never one kind with the other.");
  for (const auto& [contact, all] : instances)
    add_profile(all, contact, content.styles, page);
  page.folded_table(table, fmt::format("{} costs at matched accuracy", table.rows.size()));
}

}  // namespace impactbench
