#include "reports/site/cell_page.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/quantities.hpp"
#include "reports/generate/naming.hpp"
#include "reports/site/chart.hpp"
#include "reports/site/film.hpp"
#include "reports/site/html.hpp"
#include "reports/site/rerun_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace impactbench {
namespace {

const QuantityInfo* info_of(const std::string& name) {
  for (const QuantityInfo& q : quantities()) {
    if (q.name == name) return &q;
  }
  return nullptr;
}

std::string chosen(const std::string& name, const QuantityInfo* info) {
  if (info != nullptr) return std::string(info->unit);
  return name.find("energy") != std::string::npos ? "J" : "";
}

std::string film_section(const Row& row, Stages& stages) {
  if (is_solve(row.cell)) return {};  // nothing moves
  std::string out = "<section id=\"film\" aria-label=\"Film of the motion\">\n<h2>Motion</h2>\n";
  const Stage* stage = row.frames.empty() ? nullptr : stages.of(row.cell);
  Film film;
  if (stage != nullptr) {
    film = make_film(row, *stage);
  } else {
    film.why_not = row.frames.empty() ? "This run kept no frames." : "Its problem is not known.";
  }
  if (!film.why_not.empty()) {
    out += "<p>" + film.why_not;
    if (row.frames.empty() && row.status != RowStatus::not_applicable) {
      out += " This one will:</p>\n<p class=\"command\"><code>" +
             markup_text(rerun_command(row.cell, 100)) + "</code>";
    }
    return out + "</p>\n</section>\n";
  }
  out += fmt::format(
      "<div class=\"player\"><canvas width=\"960\" height=\"540\" role=\"img\" aria-label=\"Bodies "
      "at one "
      "instant with the forces of their contacts\"></canvas>\n<div class=\"bar\">"
      "<button type=\"button\" class=\"play\" aria-label=\"Play\">▶</button>"
      "<input type=\"range\" min=\"0\" max=\"{}\" step=\"0.01\" value=\"0\" aria-label=\"Instant\">"
      "<output class=\"clock\"></output>"
      "<label><input type=\"checkbox\" class=\"forces\" checked> forces</label>"
      "<label><input type=\"checkbox\" class=\"paths\"> paths</label>"
      "<label hidden>cut <input type=\"range\" class=\"section\" min=\"0\" max=\"100\" value=\"0\" "
      "aria-label=\"Cut away what is nearer\"></label>"
      "<select class=\"speed\" aria-label=\"Speed\"><option value=\"0.25\">¼×</option>"
      "<option value=\"0.5\">½×</option><option value=\"1\" selected>1×</option>"
      "<option value=\"2\">2×</option></select></div></div>\n"
      "<p class=\"hint\">{} {} frames; between them places are interpolated, forces are those of "
      "the "
      "last frame. <span class=\"scale\"></span> Keys: space plays, ← → step, f forces, p "
      "paths.</p>\n",
      film.frames - 1, stage->what, film.frames);
  return out + "<script type=\"application/json\" class=\"head\">" + film.head +
         "</script>\n<script type=\"application/json\" class=\"data\">\"" + film.data +
         "\"</script>\n<noscript><p>The film needs the script site.js beside this "
         "page.</p></noscript>\n"
         "</section>\n";
}

std::string history_section(const Row& row) {
  std::string charts;
  for (const auto& [name, series] : row.series) {
    const QuantityInfo* info = info_of(name);
    charts += chart(name, chosen(name, info), info == nullptr ? name : std::string(info->meaning),
                    series);
  }
  std::string portraits;
  for (const auto& [name, series] : row.series) {
    const auto rate = row.series.find(name + "_rate");
    if (rate != row.series.end()) portraits += portrait(name, name, series, rate->second);
  }
  if (charts.empty()) return {};
  if (!portraits.empty())
    portraits = "<h3>Phase portraits</h3>\n<div class=\"charts\">\n" + portraits + "</div>\n";
  return "<section id=\"histories\">\n<h2>Histories</h2>\n<div class=\"charts\">\n" + charts +
         "</div>\n" + portraits + "</section>\n";
}

std::string measure_section(const Row& row) {
  if (row.quantities.empty()) return {};
  std::string out = "<section id=\"measures\">\n<h2>Measures</h2>\n";
  if (row.truth) {
    out += fmt::format("<p class=\"truth\">Errors are against {}: {}.</p>\n",
                       markup_text(row.truth->source), markup_text(truth_text(row)));
  }
  out +=
      "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">quantity</th>"
      "<th scope=\"col\" class=\"n\">value</th><th scope=\"col\">unit</th>"
      "<th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n";
  for (const auto& [name, value] : row.quantities) {
    const QuantityInfo* info = info_of(name);
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\" title=\"{}\">{}</td><td>{}</td><td>{}</td></tr>\n",
        markup_text(name), to_text(value), shown(value),
        info == nullptr ? "" : markup_text(std::string(info->unit)),
        info == nullptr ? "" : markup_text(std::string(info->meaning)));
  }
  if (row.timing) {
    const Timing& t = *row.timing;
    if (t.repeats > 0) {
      out += fmt::format(
          "<tr><td>CPU time</td><td class=\"n\">{}</td><td>s</td><td>least of {} runs without "
          "instruments; median {}, spread {}</td></tr>\n",
          shown(t.cpu_min), t.repeats, shown(t.cpu_median), shown(t.cpu_spread));
    }
    if (t.setup) {
      out += fmt::format(
          "<tr><td>set-up</td><td class=\"n\">{}</td><td>s</td><td>CPU time before the solve, of "
          "what does not depend on the right-hand side</td></tr>\n",
          shown(*t.setup));
    }
    std::string shares;
    for (const auto& [phase, share] : t.phases)
      shares += fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ", phase, 100.0 * share);
    if (!shares.empty()) {
      out += "<tr><td>phases</td><td></td><td></td><td>" + markup_text(shares) + "</td></tr>\n";
    }
  }
  return out + "</tbody></table></div>\n</section>\n";
}

template <class Entry>
std::string input_table(std::span<const Entry> catalogue, const std::string& kind,
                        const std::string& name, const ParameterSet& set) {
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const Entry& e) { return e.name == name; });
  std::string out = fmt::format("<div><h3>{} <code>{}</code></h3>\n", kind, markup_text(name));
  if (entry != catalogue.end()) {
    out += fmt::format("<p class=\"hint\">{} ({})</p>\n", markup_text(std::string(entry->summary)),
                       markup_text(std::string(entry->reference)));
  }
  const std::vector<FieldInfo> fields =
      entry == catalogue.end() ? std::vector<FieldInfo>{} : entry->parameters.fields();
  if (set.empty()) return out + "<p>No settings.</p></div>\n";
  out += "<table><tbody>\n";
  for (const auto& [key, value] : set) {
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&name = key](const FieldInfo& f) { return f.name == name; });
    const std::string text = to_text(value);
    const bool usual = field != fields.end() && field->fallback == text;
    const std::string unit = field == fields.end() || field->unit == "-" ? "" : " " + field->unit;
    out += fmt::format("<tr{}><td>{}</td><td class=\"n\">{}{}</td><td>{}</td></tr>\n",
                       usual ? "" : " class=\"set\"", markup_text(key), markup_text(text),
                       markup_text(unit), field == fields.end() ? "" : markup_text(field->meaning));
  }
  return out + "</tbody></table></div>\n";
}

std::string input_section(const Row& row) {
  const Cell& c = row.cell;
  std::string out = "<section id=\"inputs\">\n<h2>Inputs</h2>\n<p class=\"command\"><code>" +
                    markup_text(rerun_command(c, c.frames)) +
                    "</code><button type=\"button\" class=\"copy\">Copy</button></p>\n";
  out += "<p>";
  if (!is_solve(c))
    out += fmt::format("Step {} s ({} precision), limits “{}”. ", to_text(c.dt),
                       markup_text(c.dt_precision), markup_text(c.tolerance_set));
  out += "Settings that are not at their defaults stand out.</p>\n<div class=\"inputs\">\n";
  out += input_table(problem_catalogue(), "Problem", c.problem, c.problem_parameters);
  out += input_table(scheme_catalogue(), "Scheme", c.scheme, c.scheme_parameters);
  if (c.solver != "none") {
    out += input_table(solver_catalogue(), "Solver", c.solver, c.solver_parameters);
  }
  out += "</div>\n<details><summary>Where it was run</summary>\n<table><tbody>\n";
  const auto fact = [&](const std::string& key, const std::string& value) {
    out += "<tr><td>" + markup_text(key) + "</td><td>" + markup_text(value) + "</td></tr>\n";
  };
  fact("plan", row.plan);
  fact("revision", row.revision);
  fact("build", row.build);
  fact("key", row.key);
  for (const auto& [key, value] : row.environment)
    fact(key, value);
  return out + "</tbody></table></details>\n</section>\n";
}

std::string way(const Neighbours& n) {
  const auto link = [](const std::string& file, const char* rel, const char* text) {
    return file.empty() ? fmt::format("<span class=\"off\">{}</span>", text)
                        : fmt::format("<a rel=\"{}\" href=\"{}\">{}</a>", rel, file, text);
  };
  return fmt::format(
      "<nav class=\"way\"><a rel=\"up\" href=\"../index.html\">↑ all cells</a> {} {} <span "
      "class=\"hint\">{}</span><button type=\"button\" class=\"theme\" aria-label=\"Light or "
      "dark\">◐</button></nav>\n",
      link(n.before, "prev", "← before"), link(n.after, "next", "after →"),
      n.of > 0 ? fmt::format("{} of {}", n.number, n.of) : "");
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
  std::string body = way(neighbours);
  body += fmt::format(
      "<header><p class=\"badge {}\">{} {}</p><h1>{} <small>by</small> {}{}</h1><p "
      "class=\"settings\">{}</p></header>\n<main>\n",
      status, status_sign(status), to_text(row.status), markup_text(c.problem),
      markup_text(c.scheme),
      c.solver == "none" ? "" : " <small>with</small> " + markup_text(c.solver),
      markup_text(settings));
  body += "<div class=\"top\">\n" + film_section(row, stages) + verdict_section(row, noticed) +
          "</div>\n" + history_section(row) + input_section(row) + measure_section(row) +
          "</main>\n";
  return html_page(name + " – impactbench", "../", "", body);
}

}  // namespace impactbench
