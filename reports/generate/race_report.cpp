#include "reports/generate/race_report.hpp"

#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace impactbench {
namespace {

/// An engine with its settings and step: what it reached, and its times over the window [s/s].
struct Entrant {
  const PeerRun* look{nullptr};
  std::vector<double> times;
  double low_load{0.0}, high_load{0.0};

  [[nodiscard]] std::optional<double> median() const {
    if (times.empty()) return std::nullopt;
    const std::size_t half = times.size() / 2;
    return times.size() % 2 == 1 ? times[half] : 0.5 * (times[half - 1] + times[half]);
  }
};

/// In the order in which they were first seen.
std::vector<Entrant> entrants_of(const std::vector<const PeerRun*>& runs) {
  std::vector<Entrant> out;
  for (const PeerRun* r : runs) {
    auto found = std::find_if(out.begin(), out.end(), [&](const Entrant& e) {
      return e.look->engine == r->engine && e.look->settings == r->settings && e.look->dt == r->dt;
    });
    if (found == out.end()) {
      out.push_back({r, {}, r->load, r->load});
      found = out.end() - 1;
    }
    // Whatever goes wrong with one of its runs is what became of the engine.
    if (r->status != RowStatus::passed) found->look = r;
    found->low_load = std::min(found->low_load, r->load);
    found->high_load = std::max(found->high_load, r->load);
    if (r->cpu && r->window > 0.0) found->times.push_back(*r->cpu / r->window);
  }
  for (Entrant& e : out)
    std::sort(e.times.begin(), e.times.end());
  return out;
}

void add_table(const std::vector<Entrant>& entrants, const std::string& name, Page& page) {
  Table table{
      name + "_engines",
      "What each engine reached, and CPU seconds a simulated second: median and range of "
      "the timed runs, one thread, and the load of the machine meanwhile.",
      {"engine", "settings", "step [s]", "window [s]", "penetration", "mean", "energy error",
       "kinetic energy [J]", "residual", "CPU", "from", "to", "runs", "load"},
      {},
      {false, false, true, true, true, true, true, true, true, true, true, true, true, true}};
  for (const Entrant& e : entrants) {
    const PeerRun& r = *e.look;
    if (r.status != RowStatus::passed) continue;
    const bool timed = !e.times.empty();
    table.rows.push_back({r.engine, r.settings, shown(r.dt), shown(r.window), shown(r.penetration),
                          shown(r.mean_penetration), shown(r.energy_error), shown(r.kinetic),
                          shown(r.residual), shown(e.median()), timed ? shown(e.times.front()) : "",
                          timed ? shown(e.times.back()) : "", std::to_string(e.times.size()),
                          fmt::format("{:.1f}-{:.1f}", e.low_load, e.high_load)});
  }
  page.table(table);
}

/// Versions and deviations of each engine, and those that did not run to the end.
void add_notes(const std::vector<Entrant>& entrants, const std::string& name, Page& page) {
  Table versions{name + "_versions",
                 "Versions, and in what the engines differ from the scene.",
                 {"engine", "version", "differs in"},
                 {},
                 {false, false, false}};
  Table failures{name + "_failures",
                 "Engines that did not reach the end.",
                 {"engine", "settings", "step [s]", "what happened"},
                 {},
                 {false, false, true, false}};
  for (const Entrant& e : entrants) {
    const PeerRun& r = *e.look;
    if (r.status != RowStatus::passed) {
      failures.rows.push_back(
          {r.engine, r.settings, shown(r.dt), fmt::format("{}: {}", to_text(r.status), r.reason)});
      continue;
    }
    const std::vector<std::string> line{r.engine, r.version,
                                        r.deviations.empty() ? "nothing" : r.deviations};
    if (std::find(versions.rows.begin(), versions.rows.end(), line) == versions.rows.end())
      versions.rows.push_back(line);
  }
  page.table(versions);
  if (!failures.rows.empty()) page.table(failures);
}

using Quantity = std::optional<double> PeerRun::*;

Plot work_precision(const std::vector<Entrant>& entrants, const std::map<std::string, int>& styles,
                    const std::string& name, const char* label, Quantity quantity) {
  Plot plot;
  plot.name = name;
  plot.x_label = "CPU time over simulated time";
  plot.y_label = label;
  plot.log_x = plot.log_y = true;
  for (const auto& [engine, style] : styles) {
    std::vector<std::pair<double, double>> points;
    for (const Entrant& e : entrants) {
      const auto x = e.median();
      const auto y = e.look->*quantity;
      if (e.look->engine == engine && e.look->status == RowStatus::passed && x && y)
        points.emplace_back(*x, *y);
    }
    std::sort(points.begin(), points.end());
    Curve curve{engine, {}, {}, style, Stroke::marks};
    for (const auto& [x, y] : points) {
      curve.x.push_back(x);
      curve.y.push_back(y);
    }
    if (!points.empty()) plot.curves.push_back(std::move(curve));
  }
  return plot;
}

void add_scene(const std::string& scene, const std::vector<const PeerRun*>& runs,
               const std::string& name, Page& page) {
  page.section(scene);
  const std::vector<Entrant> entrants = entrants_of(runs);
  std::map<std::string, int> styles;
  for (const Entrant& e : entrants)
    styles.try_emplace(e.look->engine, 0);
  int style = 0;
  for (auto& [engine, number] : styles)
    number = style++;
  struct Panel {
    const char *name, *label, *caption;
    Quantity quantity;
  };
  for (const Panel& p :
       {Panel{"penetration", "penetration / diameter",
              "Largest penetration over the largest diameter against CPU time; nearer to the lower "
              "left is better, and each mark is a step and an effort.",
              &PeerRun::penetration},
        Panel{"energy", "energy error",
              "Largest change of the total energy (springs included) over the largest kinetic "
              "energy, where the scene conserves it.",
              &PeerRun::energy_error},
        Panel{"residual", "velocity residual / (g h)",
              "Largest violation of the impact law at a contact that overlaps, over g h; springs, "
              "which do not ask for it, are left out.",
              &PeerRun::residual},
        Panel{"kinetic", "kinetic energy at the end [J]",
              "Kinetic energy at the end of the window: of a pile at rest it should be small and "
              "the same.",
              &PeerRun::kinetic}}) {
    const bool any = std::any_of(entrants.begin(), entrants.end(), [&](const Entrant& e) {
      return (e.look->*p.quantity).has_value() && !e.times.empty();
    });
    if (!any) continue;
    page.figure(
        work_precision(entrants, styles, fmt::format("{}_{}", name, p.name), p.label, p.quantity),
        p.caption);
  }
  add_table(entrants, name, page);
  add_notes(entrants, name, page);
}

}  // namespace

void write_race_report(const std::vector<PeerRun>& runs, const std::string& folder,
                       Formats formats) {
  Page page(folder, formats);
  std::map<std::string, std::vector<const PeerRun*>> scenes;
  for (const PeerRun& r : runs)
    scenes[r.scene].push_back(&r);
  int number = 1;
  for (const auto& [scene, of_scene] : scenes)
    add_scene(scene, of_scene, fmt::format("race_{}", number++), page);
  page.write("impactbench: engines of others beside ours");
}

}  // namespace impactbench
