#include "reports/site/cell_page.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/naming.hpp"
#include "reports/html/html.hpp"
#include "reports/site/chart.hpp"
#include "reports/site/film.hpp"
#include "reports/site/rerun_command.hpp"
#include "reports/site/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace impactbench {
namespace {

/// What a number of a row is; the problem is made for those that only its observables explain.
NumberMeaning meaning_in(const Row& row, const std::string& name, Stages& stages) {
  NumberMeaning out = meaning_of(name, {});
  if (!out.unit.empty()) return out;
  const Stage* stage = stages.of(row.cell);
  return stage == nullptr ? out : meaning_of(name, stage->scene.problem.observables);
}

std::string film_section(const Row& row, Stages& stages) {
  if (is_solve(row.cell)) return {};  // nothing moves
  const Stage* stage = row.frames.empty() ? nullptr : stages.of(row.cell);
  Film film;
  if (stage != nullptr) {
    film = make_film(row, *stage);
  } else {
    film.why_not = row.frames.empty() ? "This run kept no frames." : "Its problem is not known.";
  }
  std::string shown_film = fmt::format(html::no_film, "why"_a = film.why_not);
  if (film.why_not.empty()) {
    shown_film =
        fmt::format(html::player, "what"_a = stage->what, "frames"_a = film.frames,
                    "last"_a = film.frames - 1, "head"_a = film.head, "data"_a = film.data);
  } else if (row.frames.empty() && row.status != RowStatus::not_applicable) {
    shown_film = fmt::format(html::film_on_request, "why"_a = film.why_not,
                             "command"_a = markup_text(rerun_command(row.cell, 100)));
  }
  return fmt::format(html::motion, "film"_a = shown_film);
}

std::string history_section(const Row& row, Stages& stages) {
  std::string charts;
  for (const auto& [name, series] : row.series) {
    const NumberMeaning is = meaning_in(row, name, stages);
    charts += chart(name, is.unit, is.meaning, series);
  }
  std::string portraits;
  for (const auto& [name, series] : row.series) {
    const auto rate = row.series.find(name + "_rate");
    if (rate != row.series.end())
      portraits += portrait(name, meaning_in(row, name, stages).unit, series,
                            meaning_in(row, rate->first, stages).unit, rate->second);
  }
  if (charts.empty()) return {};
  if (!portraits.empty()) portraits = fmt::format(html::portraits, "portraits"_a = portraits);
  return fmt::format(html::histories, "charts"_a = charts, "portraits"_a = portraits);
}

std::string timing_rows(const Timing& t) {
  std::string out;
  if (t.repeats > 0) {
    out += fmt::format(html::cpu_time, "least"_a = shown(t.cpu_min),
                       "repeats"_a = counted(static_cast<std::size_t>(t.repeats), "run", "runs"),
                       "median"_a = shown(t.cpu_median) + behind("s"),
                       "spread"_a = shown(t.cpu_spread) + behind("s"));
  }
  if (t.setup) out += fmt::format(html::set_up, "time"_a = shown(*t.setup));
  std::string shares;
  for (const auto& [phase, share] : t.phases)
    shares += fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ", phase, 100.0 * share);
  if (!shares.empty()) out += fmt::format(html::phases, "shares"_a = markup_text(shares));
  return out;
}

std::string measure_section(const Row& row, Stages& stages) {
  if (row.quantities.empty()) return {};
  std::string rows;
  for (const auto& [name, value] : row.quantities) {
    const NumberMeaning is = meaning_in(row, name, stages);
    rows += fmt::format(html::measure, "name"_a = markup_text(name), "exact"_a = to_text(value),
                        "value"_a = shown(value), "unit"_a = markup_text(is.unit),
                        "meaning"_a = is.meaning == name ? "" : markup_text(is.meaning));
  }
  if (row.timing) rows += timing_rows(*row.timing);
  std::string truth;
  if (row.truth) {
    truth = fmt::format(html::truth, "source"_a = markup_text(row.truth->source),
                        "truth"_a = markup_text(truth_text(row)));
  }
  return fmt::format(html::measures, "truth"_a = truth, "rows"_a = rows);
}

std::string setting_table(const ParameterSet& set, std::span<const FieldInfo> fields) {
  if (set.empty()) return std::string(html::no_settings);
  std::string rows;
  for (const auto& [key, value] : set) {
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&name = key](const FieldInfo& f) { return f.name == name; });
    const std::string text = to_text(value);
    const bool usual = field != fields.end() && field->fallback == text;
    const std::string unit = field == fields.end() || field->unit == "-" ? "" : " " + field->unit;
    rows += fmt::format(html::setting, "set"_a = usual ? "" : " class=\"set\"",
                        "name"_a = markup_text(key), "value"_a = markup_text(text),
                        "unit"_a = markup_text(unit),
                        "meaning"_a = field == fields.end() ? "" : markup_text(field->meaning));
  }
  return fmt::format(html::settings, "rows"_a = rows);
}

template <class Entry>
std::string input_module(std::span<const Entry> catalogue, const std::string& kind,
                         const std::string& name, const ParameterSet& set) {
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const Entry& e) { return e.name == name; });
  std::string summary;
  std::span<const FieldInfo> fields;
  if (entry != catalogue.end()) {
    summary = fmt::format(html::summary, "summary"_a = markup_text(std::string(entry->summary)),
                          "reference"_a = markup_text(std::string(entry->reference)));
    fields = entry->parameters.fields();
  }
  return fmt::format(html::input, "kind"_a = kind, "name"_a = markup_text(name),
                     "summary"_a = summary, "settings"_a = setting_table(set, fields));
}

std::string fact_rows(const Row& row) {
  std::string out;
  const auto fact = [&](const std::string& name, const std::string& value) {
    out += fmt::format(html::fact, "name"_a = markup_text(name), "value"_a = markup_text(value));
  };
  fact("plan", row.plan);
  fact("revision", row.revision);
  fact("build", row.build);
  fact("key", row.key);
  for (const auto& [name, value] : row.environment)
    fact(name, value);
  return out;
}

std::string input_section(const Row& row) {
  const Cell& c = row.cell;
  std::string step;
  if (!is_solve(c)) {
    step = fmt::format("Step {} s ({} precision), limits “{}”. ", to_text(c.dt),
                       markup_text(c.dt_precision), markup_text(c.tolerance_set));
  }
  std::string modules =
      input_module(problem_catalogue(), "Problem", c.problem, c.problem_parameters) +
      input_module(scheme_catalogue(), "Scheme", c.scheme, c.scheme_parameters);
  if (c.solver != "none") {
    modules += input_module(solver_catalogue(), "Solver", c.solver, c.solver_parameters);
  }
  return fmt::format(html::inputs, "command"_a = markup_text(rerun_command(c, c.frames)),
                     "step"_a = step, "inputs"_a = modules, "facts"_a = fact_rows(row));
}

/// A link of the way to a neighbour, or its words where there is none.
std::string neighbour(const std::string& file, const char* rel, const char* words) {
  return file.empty()
             ? fmt::format(html::no_neighbour, "words"_a = words)
             : fmt::format(html::neighbour, "rel"_a = rel, "file"_a = file, "words"_a = words);
}

}  // namespace

const Stage* Stages::of(const Cell& cell) {
  std::string text = cell.problem;
  for (const auto& [key, value] : cell.problem_parameters)
    text += "\n" + key + "=" + to_text(value);
  if (text == text_) return stage_.get();
  text_ = text;
  try {
    stage_ = std::make_unique<Stage>(cell);
  } catch (const ConfigurationError&) {  // of another revision
    stage_.reset();
  }
  return stage_.get();
}

std::string cell_page(const Row& row, const Neighbours& neighbours, Stages& stages,
                      const NoticedByCheck& noticed) {
  const Cell& c = row.cell;
  const std::string name = title(c);
  const std::size_t space = name.find(' ');
  const std::string settings = space == std::string::npos ? "" : name.substr(space + 1);
  const std::string status = status_class(row);
  const Neighbours& n = neighbours;
  const std::string body = fmt::format(
      html::cell, "before"_a = neighbour(n.before, "prev", "← before"),
      "after"_a = neighbour(n.after, "next", "after →"),
      "number"_a = n.of > 0 ? fmt::format("{} of {}", n.number, n.of) : "", "status"_a = status,
      "sign"_a = status_sign(status), "outcome"_a = to_text(row.status),
      "problem"_a = markup_text(c.problem), "scheme"_a = markup_text(c.scheme),
      "solver"_a = c.solver == "none"
                       ? ""
                       : " " + fmt::format(html::with_solver, "solver"_a = markup_text(c.solver)),
      "settings"_a = markup_text(with_units(settings, c)), "motion"_a = film_section(row, stages),
      "verdict"_a = verdict_section(row, noticed), "histories"_a = history_section(row, stages),
      "inputs"_a = input_section(row), "measures"_a = measure_section(row, stages));
  return html_page(name + " – impactbench", "../", body);
}

}  // namespace impactbench
