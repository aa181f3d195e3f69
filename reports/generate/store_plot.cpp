#include "reports/generate/store_plot.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/quantities.hpp"
#include "reports/generate/curve_names.hpp"
#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace impactbench {
namespace {

constexpr std::size_t most_curves = 24;

/// The parameter of that name, with or without "problem.", "scheme." or "solver." before it.
const Value* parameter(const Row& row, const std::string& name) {
  const std::pair<const char*, const SharedParameters*> sets[] = {
      {"problem.", &row.cell.problem_parameters},
      {"scheme.", &row.cell.scheme_parameters},
      {"solver.", &row.cell.solver_parameters}};
  for (const auto& [prefix, set] : sets) {
    const auto it =
        set->find(name.starts_with(prefix) ? name.substr(std::string(prefix).size()) : name);
    if (it != set->end()) return &it->second;
  }
  return nullptr;
}

std::optional<std::string> text_of(const Row& row, const std::string& name) {
  if (name == "problem") return row.cell.problem;
  if (name == "scheme") return row.cell.scheme;
  if (name == "solver") return row.cell.solver;
  if (name == "method") return method_name(row);
  if (name == "status") return std::string(to_text(row.status));
  if (name == "plan") return row.plan;
  if (name == "revision") return row.revision;
  if (name == "dt" || name == "step") return setting(row.cell.dt);
  const Value* value = parameter(row, name);
  return value == nullptr ? std::nullopt : std::optional(to_text(*value));
}

std::optional<double> number_of(const Row& row, const std::string& name) {
  if (name == "dt" || name == "step") return row.cell.dt;
  if (name == "cpu") {
    // Without timed repeats only the time of the cell's process, instruments included, is known.
    if (!row.timing) return std::nullopt;
    return row.timing->repeats > 0 ? std::optional(row.timing->cpu_min) : row.timing->cpu_cell;
  }
  if (name == "memory") return row.timing ? row.timing->peak_memory : std::nullopt;
  for (const std::string& key : {name, name + "_sup"}) {
    if (const auto found = quantity(row, key)) return found;
  }
  const Value* value = parameter(row, name);
  if (value == nullptr) return std::nullopt;
  if (const auto* real = std::get_if<double>(value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  return std::nullopt;
}

bool same(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const Value x = value_of_text(a), y = value_of_text(b);
  const auto real = [](const Value& v) -> std::optional<double> {
    if (const auto* d = std::get_if<double>(&v)) return *d;
    if (const auto* i = std::get_if<std::int64_t>(&v)) return static_cast<double>(*i);
    return std::nullopt;
  };
  return real(x) && real(y) && *real(x) == *real(y);
}

std::string label_of_axis(const std::string& name, const std::vector<const Row*>& rows) {
  if (name == "dt" || name == "step") return "step [s]";
  if (name == "time") return "time [s]";
  if (name == "memory") return "peak memory [MiB]";
  if (name == "cpu") {
    const bool timed = std::all_of(rows.begin(), rows.end(), [](const Row* row) {
      return row->timing && row->timing->repeats > 0;
    });
    return timed ? "CPU time of a run [s]" : "CPU time with instruments [s]";
  }
  std::string unit, norm;
  for (const QuantityInfo& q : quantities()) {
    if (q.name == name || q.name == name + "_sup") unit = q.unit;
    if (q.name == name + "_sup") norm = "_sup";
  }
  if (name.ends_with("energy")) unit = "J";
  return axis_label(name + norm, unit);
}

/// Which of the two names no row has, and the nearest one that some row has.
std::string missing_name(const std::vector<const Row*>& rows, const PlotRequest& request) {
  std::set<std::string> names{"cpu", "memory", "step"};
  for (const Row* row : rows) {
    if (request.x == "time") {
      for (const auto& [name, series] : row->series)
        names.insert(name);
      continue;
    }
    for (const auto& [name, value] : row->quantities)
      names.insert(name.ends_with("_sup") ? name.substr(0, name.size() - 4) : name);
  }
  for (const std::string& name : {request.x, request.y}) {
    const bool there = std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
      return name == "time" || number_of(*row, name).has_value();
    });
    if (there) continue;
    const std::string near = nearest_name(name, std::vector(names.begin(), names.end()));
    return fmt::format("none of {} has '{}'{}; impactbench list quantities names them",
                       counted(rows.size(), "row", "rows"), name,
                       near.empty() ? "" : " (did you mean '" + near + "'?)");
  }
  return fmt::format("none of {} has both {} and {}", counted(rows.size(), "row", "rows"),
                     request.x, request.y);
}

/// Why no row meets all of these conditions: the first that none meets alone, and the texts that
/// rows have instead.
std::string unmet(const std::vector<Row>& rows, const PlotRequest& request) {
  for (const auto& [name, wanted] : request.where) {
    std::set<std::string> texts;
    bool met = false;
    for (const Row& row : rows) {
      const auto text = ran_to_the_end(row.status) ? text_of(row, name) : std::nullopt;
      if (text) texts.insert(*text);
      met = met || (text && same(*text, wanted));
    }
    if (met) continue;
    if (texts.empty()) return fmt::format("no row that ran to its end has '{}'", name);
    const std::vector<std::string> known(texts.begin(), texts.end());
    const std::string near = nearest_name(wanted, known);
    return fmt::format(
               "no row that ran to its end has {}={}{}; such rows have {}", name, wanted,
               near.empty() ? "" : " (did you mean '" + near + "'?)",
               fmt::join(std::span(known).first(std::min<std::size_t>(known.size(), 12)), ", ")) +
           (known.size() > 12 ? ", ..." : "");
  }
  return "no row that ran to its end meets all of --where";
}

std::vector<const Row*> chosen(const std::vector<Row>& rows, const PlotRequest& request) {
  std::vector<const Row*> out;
  for (const Row& row : rows) {
    if (!ran_to_the_end(row.status)) continue;
    const bool all =
        std::all_of(request.where.begin(), request.where.end(), [&](const auto& condition) {
          const auto text = text_of(row, condition.first);
          return text && same(*text, condition.second);
        });
    if (all) out.push_back(&row);
  }
  if (out.empty()) throw ConfigurationError("plot: " + unmet(rows, request));
  // The key names histories in this order; that of the store is by hash.
  std::stable_sort(out.begin(), out.end(), [](const Row* a, const Row* b) {
    const auto text = [](const Row* row) {
      return std::tie(row->cell.problem, row->cell.scheme, row->cell.solver);
    };
    return text(a) != text(b) ? text(a) < text(b) : a->cell.dt > b->cell.dt;
  });
  return out;
}

/// Refuses a name of `by` that no row of the store has: curves without it would look as if they all
/// agreed in it. The sentence lists the names of the rows that are drawn.
void expect_names(const std::vector<Row>& rows, const std::vector<const Row*>& drawn,
                  const std::vector<std::string>& by) {
  for (const std::string& name : by) {
    const auto has = [&](const Row& row) { return text_of(row, name).has_value(); };
    if (std::any_of(rows.begin(), rows.end(), has)) continue;
    std::set<std::string> parameters;
    for (const Row* row : drawn) {
      for (const SharedParameters* set :
           {&row->cell.problem_parameters, &row->cell.scheme_parameters,
            &row->cell.solver_parameters}) {
        for (const auto& [key, value] : *set)
          parameters.insert(key);
      }
    }
    std::vector<std::string> known{"problem", "scheme", "solver",   "method",
                                   "status",  "plan",   "revision", "step"};
    known.insert(known.end(), parameters.begin(), parameters.end());
    const std::string near = nearest_name(name, known);
    throw ConfigurationError(fmt::format("plot: --by {}: no row has '{}'{}; known: {}", name, name,
                                         near.empty() ? "" : " (did you mean '" + near + "'?)",
                                         fmt::join(known, ", ")));
  }
}

/// What names the curves: runs of several problems are nowhere named without their problem.
std::vector<std::string> names_of_curves(const std::vector<const Row*>& rows,
                                         std::vector<std::string> by) {
  const bool several = std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
    return row->cell.problem != rows.front()->cell.problem;
  });
  if (several && std::find(by.begin(), by.end(), "problem") == by.end()) by.push_back("problem");
  return by;
}

/// Curves by name, each with the look of its scheme if the names differ by scheme.
class NamedLooks {
 public:
  NamedLooks(const std::vector<const Row*>& rows, const std::vector<std::string>& by) {
    std::set<std::string> schemes;
    for (const Row* row : rows)
      schemes.insert(row->cell.scheme);
    schemes_ = scheme_styles(schemes);
    by_scheme_ = schemes.size() > 1 || std::find(by.begin(), by.end(), "scheme") != by.end() ||
                 std::find(by.begin(), by.end(), "method") != by.end();
  }
  int of(const Row& row, const std::string& name) {
    const auto [it, fresh] = styles_.emplace(name, 0);
    if (!fresh) return it->second;
    const std::string& scheme = row.cell.scheme;
    it->second = by_scheme_ ? variant_of(schemes_.at(scheme), variants_[scheme]++)
                            : static_cast<int>(styles_.size()) - 1;
    return it->second;
  }

 private:
  std::map<std::string, int> schemes_, variants_, styles_;
  bool by_scheme_{false};
};

/// That text with few digits.
std::optional<std::string> shown_text(const Row& row, const std::string& name) {
  const Value* value = name == "dt" || name == "step" ? nullptr : parameter(row, name);
  return value == nullptr ? text_of(row, name) : std::optional(setting(*value));
}

std::string said(const std::string& name, const std::string& text) {
  const bool says_itself = name == "scheme" || name == "problem" || name == "solver" ||
                           name == "method" || name == "status" || name == "plan";
  return says_itself ? text : name + " = " + text;
}

/// The texts of `by`, with which the name of a curve begins.
CurveNames::Base texts_of(const std::vector<std::string>& by) {
  return [by](const Row& row) {
    std::vector<std::string> words;
    for (const std::string& name : by) {
      if (const auto text = shown_text(row, name)) words.push_back(said(name, *text));
    }
    return fmt::format("{}", fmt::join(words, ", "));
  };
}

void append_csv(const Row& row, double x, double y, std::string& csv) {
  csv += fmt::format("{},{},{},{},{:.10g},{:.10g}\n", row.key, csv_text(row.cell.problem),
                     csv_text(row.cell.scheme), csv_text(row.cell.solver), x, y);
}

/// Errors, costs and steps are compared by their ratios, other numbers where they span a decade.
bool logarithmic(const std::string& name, const std::vector<Curve>& curves,
                 std::vector<double> Curve::*axis) {
  const bool by_ratio =
      name == "cpu" || name == "step" || name == "dt" || name.find("error") != std::string::npos;
  double low = HUGE_VAL, high = 0.0;
  for (const Curve& c : curves) {
    for (const double v : c.*axis) {
      if (!(v > 0.0)) return false;
      low = std::min(low, v), high = std::max(high, v);
    }
  }
  return high >= (by_ratio ? 2.0 : 10.0) * low;
}

std::vector<Curve> histories_of(const std::vector<const Row*>& rows, const Histories& histories,
                                const PlotRequest& request, const CurveNames& names,
                                StorePlot& out) {
  std::vector<Curve> curves;
  NamedLooks looks(rows, request.by);
  std::set<std::string> named;
  for (const Row* row : rows) {
    const Row whole = histories.whole(*row);
    const auto found = whole.series.find(request.y);
    if (found == whole.series.end() || found->second.value.empty()) {
      ++out.without;
      continue;
    }
    Series s = found->second;
    const std::string name = names.of(*row);
    for (std::size_t k = 0; k < s.time.size(); ++k)
      append_csv(*row, s.time[k], s.value[k], out.csv);
    curves.push_back({named.insert(name).second ? name : "", std::move(s.time), std::move(s.value),
                      looks.of(*row, name), Stroke::line});
    ++out.points;
  }
  return curves;
}

std::vector<Curve> lines_of(const std::vector<const Row*>& rows, const PlotRequest& request,
                            const CurveNames& names, StorePlot& out) {
  struct Line {
    int style;
    std::vector<std::pair<double, std::pair<double, double>>> points;  ///< step, (x, y)
  };
  NamedLooks looks(rows, request.by);
  std::map<std::string, Line> lines;
  for (const Row* row : rows) {
    const auto x = number_of(*row, request.x), y = number_of(*row, request.y);
    if (!x || !y) {
      ++out.without;
      continue;
    }
    const std::string name = names.of(*row);
    Line& line = lines[name];
    line.style = looks.of(*row, name);
    line.points.push_back({row->cell.dt, {*x, *y}});
    append_csv(*row, *x, *y, out.csv);
    ++out.points;
  }
  std::vector<Curve> curves;
  for (auto& [name, line] : lines) {
    std::sort(line.points.begin(), line.points.end());
    Curve curve{name, {}, {}, line.style, Stroke::line_and_marks};
    for (const auto& [step, point] : line.points) {
      curve.x.push_back(point.first);
      curve.y.push_back(point.second);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

std::pair<std::string, std::string> condition_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    throw ConfigurationError(fmt::format("--where {}: must be name=text", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

StorePlot plot_of_rows(const std::vector<Row>& rows, const Histories& histories,
                       const PlotRequest& request) {
  const std::vector<const Row*> taken = chosen(rows, request);
  StorePlot out;
  out.csv = fmt::format("key,problem,scheme,solver,{},{}\n", request.x, request.y);
  expect_names(rows, taken, request.by);
  const CurveNames names(taken, texts_of(names_of_curves(taken, request.by)), request.x);
  std::vector<Curve> curves = request.x == "time"
                                  ? histories_of(taken, histories, request, names, out)
                                  : lines_of(taken, request, names, out);
  if (curves.empty()) {
    throw ConfigurationError("plot: " + missing_name(taken, request));
  }
  if (curves.size() > most_curves) {
    const std::string differences = names.differences();
    throw ConfigurationError(fmt::format(
        "plot: {} curves are more than can be distinguished ({}); --where removes some "
        "that differ in {}",
        curves.size(), most_curves, differences.empty() ? "the names of --by" : differences));
  }
  Plot& plot = out.plot;
  plot.name = request.y + "_over_" + request.x;
  std::replace(plot.name.begin(), plot.name.end(), '.', '_');
  plot.x_label = label_of_axis(request.x, taken);
  plot.y_label = label_of_axis(request.y, taken);
  plot.log_x = request.x != "time" && logarithmic(request.x, curves, &Curve::x);
  plot.log_y = request.x != "time" && logarithmic(request.y, curves, &Curve::y);
  plot.width = request.width;
  plot.curves = std::move(curves);
  return out;
}

}  // namespace impactbench
