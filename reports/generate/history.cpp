#include "reports/generate/history.hpp"

#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/csv_text.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/quantities.hpp"
#include "reports/generate/change_points.hpp"
#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace impactbench {
namespace {

/// The curve of one cell: its values, where there are some, and the level of each.
struct Line {
  std::string cell, scheme;
  std::vector<double> release, value, level;
  bool changed{false};
};

struct CellHistory {
  std::string title, scheme;
  std::vector<const Row*> rows;  ///< by release; null if there is none
};

std::vector<CellHistory> cells_of(const std::vector<Release>& releases) {
  std::map<std::string, CellHistory> out;
  for (std::size_t k = 0; k < releases.size(); ++k) {
    for (const Row& row : releases[k].rows) {
      CellHistory& cell = out[canonical_text(row.cell, "", "")];
      cell.title = title(row.cell);
      cell.scheme = row.cell.scheme;
      cell.rows.resize(releases.size(), nullptr);
      cell.rows[k] = &row;
    }
  }
  std::vector<CellHistory> list;
  for (auto& [key, cell] : out)
    list.push_back(std::move(cell));
  return list;
}

std::optional<double> value_of(const Row& row, const std::string& name) {
  if (name != "cpu") return quantity(row, name);
  if (!row.timing || row.timing->repeats == 0 || !(row.timing->cpu_min > 0.0)) return std::nullopt;
  return row.timing->cpu_min;
}

Line line_of(const CellHistory& cell, const std::string& name) {
  Line out{cell.title, cell.scheme, {}, {}, {}, false};
  for (std::size_t k = 0; k < cell.rows.size(); ++k) {
    if (cell.rows[k] == nullptr) continue;
    if (const auto value = value_of(*cell.rows[k], name)) {
      out.release.push_back(static_cast<double>(k));
      out.value.push_back(*value);
    }
  }
  return out;
}

/// A deterministic value keeps its level until it differs by more than its tolerance.
void follow_figure(const std::string& name, Line& line, std::vector<HistoryChange>& changes) {
  const RegressionTolerance t = regression_tolerance(name);
  for (std::size_t i = 0; i < line.value.size(); ++i) {
    const double before = i == 0 ? line.value[0] : line.level[i - 1], now = line.value[i];
    const double allowed = t.absolute + t.relative * std::abs(before);
    const bool differs =
        !(std::abs(now - before) <= allowed) && !(std::isnan(now) && std::isnan(before));
    line.level.push_back(differs ? now : before);
    if (!differs) continue;
    changes.push_back({line.cell, line.scheme, name, static_cast<std::size_t>(line.release[i]),
                       changed_figure(name, before, now, allowed)});
    line.changed = true;
  }
}

void follow_cost(Line& line, std::vector<HistoryChange>& changes) {
  constexpr double least_noise = 0.01, penalty = 8.0, least_factor = 1.05;
  std::vector<double> y;
  for (const double value : line.value)
    y.push_back(std::log(value));
  const std::vector<Level> fit = levels(y, std::max(least_noise, neighbour_noise(y)), penalty, 2);
  for (std::size_t k = 0; k < fit.size(); ++k) {
    line.level.insert(line.level.end(), fit[k].end - fit[k].begin, std::exp(fit[k].value));
    if (k == 0) continue;
    const double before = std::exp(fit[k - 1].value), now = std::exp(fit[k].value);
    const double factor = now > before ? now / before : before / now;
    if (factor < least_factor) continue;
    const std::string text = fmt::format("cpu: {:.4g} s -> {:.4g} s, {:.3g} times {}", before, now,
                                         factor, now > before ? "slower" : "faster");
    changes.push_back({line.cell,
                       line.scheme,
                       "cpu",
                       static_cast<std::size_t>(line.release[fit[k].begin]),
                       {Difference::Kind::figure, now > before ? factor : 1.0, text}});
    line.changed = true;
  }
}

void follow_status(const CellHistory& cell, std::vector<HistoryChange>& changes) {
  const Row* before = nullptr;
  for (std::size_t k = 0; k < cell.rows.size(); ++k) {
    const Row* now = cell.rows[k];
    if (now == nullptr) continue;
    if (before != nullptr && before->status != now->status)
      changes.push_back({cell.title, cell.scheme, "status", k,
                         other_end(before->status, now->status, now->reason)});
    before = now;
  }
}

/// Smaller changes are seen better on a linear axis.
bool spans_a_decade(const std::vector<Curve>& curves) {
  double low = HUGE_VAL, high = 0.0;
  for (const Curve& c : curves) {
    for (const double y : c.y)
      if (y > 0.0) low = std::min(low, y), high = std::max(high, y);
  }
  return high >= 10.0 * low;
}

/// Values relative to those of the first revision: cells that changed have the look of their
/// scheme, with steps at their levels; the others are thin lines.
Plot figure_of(const std::string& name, const std::vector<Line>& lines,
               const std::vector<Release>& releases, double width) {
  Plot plot;
  plot.name = "history_" + name;
  plot.x_label = fmt::format("revision, from {} (1) to {} ({})", releases.front().name,
                             releases.back().name, releases.size());
  plot.y_label =
      (name == "cpu" ? std::string("CPU time") : axis_label(name, "")) + " over that of the first";
  plot.whole_x = true;
  plot.width = width;
  std::set<std::string> schemes;
  for (const Line& line : lines)
    schemes.insert(line.scheme);
  const std::map<std::string, int> styles = scheme_styles(schemes);
  std::map<std::string, int> shown;
  for (const bool changed : {false, true}) {
    for (const Line& line : lines) {
      if (line.changed != changed || line.value.empty() || !(line.value[0] > 0.0)) continue;
      Curve values, steps;
      for (std::size_t i = 0; i < line.value.size(); ++i) {
        const double x = line.release[i] + 1.0;
        values.x.push_back(x), values.y.push_back(line.value[i] / line.value[0]);
        for (const double edge : {x - 0.5, x + 0.5})
          steps.x.push_back(edge), steps.y.push_back(line.level[i] / line.value[0]);
      }
      if (!changed) {
        values.stroke = Stroke::law;
        plot.curves.push_back(std::move(values));
        continue;
      }
      const int variant = shown[line.scheme]++;
      values.style = steps.style = variant_of(styles.at(line.scheme), variant);
      values.stroke = Stroke::marks, steps.stroke = Stroke::line;
      if (plot.curves.size() < 400 && shown.size() + static_cast<std::size_t>(variant) <= 8)
        values.title = line.cell;
      plot.curves.push_back(std::move(steps));
      plot.curves.push_back(std::move(values));
    }
  }
  plot.log_y = spans_a_decade(plot.curves);
  return plot;
}

}  // namespace

History history_of(const std::vector<Release>& releases, const std::vector<std::string>& quantities,
                   double width) {
  if (releases.size() < 2)
    throw ConfigurationError("history needs the stores of two revisions at least");
  const std::vector<CellHistory> cells = cells_of(releases);
  History out;
  out.cells = cells.size();
  out.csv = "revision,cell,quantity,value,level\n";
  for (const CellHistory& cell : cells)
    follow_status(cell, out.changes);
  for (const std::string& name : quantities) {
    std::vector<Line> lines;
    for (const CellHistory& cell : cells) {
      Line line = line_of(cell, name);
      if (line.value.empty()) continue;
      name == "cpu" ? follow_cost(line, out.changes) : follow_figure(name, line, out.changes);
      for (std::size_t i = 0; i < line.value.size(); ++i)
        out.csv += fmt::format(
            "{},{},{},{},{}\n", csv_text(releases[static_cast<std::size_t>(line.release[i])].name),
            csv_text(line.cell), name, to_text(line.value[i]), to_text(line.level[i]));
      lines.push_back(std::move(line));
    }
    if (lines.empty())
      throw ConfigurationError(fmt::format("history: no row has '{}'{}", name,
                                           name == "cpu" ? ": the runs were not timed" : ""));
    Plot plot = figure_of(name, lines, releases, width);
    if (can_be_drawn(plot)) out.figures.push_back(std::move(plot));
  }
  std::stable_sort(
      out.changes.begin(), out.changes.end(),
      [](const HistoryChange& a, const HistoryChange& b) { return a.difference < b.difference; });
  return out;
}

}  // namespace impactbench
