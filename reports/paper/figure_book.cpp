#include "reports/paper/figure_book.hpp"

#include "problems/base/error.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/recipe_book.hpp"
#include "reports/paper/written_run.hpp"
#include "reports/plots/looks.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

namespace impactbench {
namespace {

/// The sets of names for which a part of a figure is repeated; without `each` once, with no name.
/// `each = {mu = [0, 0.5]}` is one name; a list of tables sets several together.
std::vector<Scope> repeated(DataTable& table, const Scope& around) {
  std::vector<Scope> out;
  if (!table.has("each")) {
    (void)table.value("each");  // an optional key
    out.emplace_back(&around);
    read_names(table, out.back());
    return out;
  }
  if (table.is_list("each")) {
    for (DataTable& one : table.tables("each", "a list of tables")) {
      Scope& scope = out.emplace_back(&around);
      for (const std::string& name : one.keys())
        scope.set(name, at_place(one.place(name), [&] { return scope.value(*one.value(name)); }));
    }
  } else {
    auto each = table.table("each", "'each'");
    const std::vector<std::string> names = each->keys();
    if (names.size() != 1)
      table.refuse("each", "'each' has one name with a list; several in a list of tables");
    for (const Value& value : each->values(names[0])) {
      out.emplace_back(&around).set(
          names[0], at_place(each->place(names[0]), [&] { return around.value(value); }));
    }
  }
  for (Scope& scope : out)
    read_names(table, scope);
  return out;
}

/// "inc", or "inc/2", the second variant of its look; else the number of a style.
int style_of(const Value& value) {
  if (const auto* style = std::get_if<std::int64_t>(&value)) return static_cast<int>(*style);
  const std::string text = to_text(value);
  const std::size_t slash = text.find('/');
  (void)find_scheme(text.substr(0, slash));
  const int base = scheme_style(text.substr(0, slash));
  if (slash == std::string::npos) return base;
  const Value variant = value_of_text(text.substr(slash + 1));
  const auto* number = std::get_if<std::int64_t>(&variant);
  if (number == nullptr || *number < 0 || *number > 9)
    throw ConfigurationError(fmt::format("'{}' has no variant from 0 to 9 behind '/'", text));
  return variant_of(base, static_cast<int>(*number));
}

PanelKind kind_of(const std::string& name) {
  static const std::map<std::string, PanelKind> known{
      {"history", PanelKind::history},     {"final_positions", PanelKind::final_positions},
      {"paths", PanelKind::paths},         {"trajectories", PanelKind::trajectories},
      {"snapshots", PanelKind::snapshots}, {"against", PanelKind::against},
      {"loop", PanelKind::loop},           {"cells", PanelKind::cells},
      {"field", PanelKind::field}};
  const auto it = known.find(name);
  if (it != known.end()) return it->second;
  std::string all;
  for (const auto& [other, kind] : known)
    all += (all.empty() ? "" : ", ") + other;
  throw ConfigurationError(fmt::format("there is no kind '{}'; known: {}", name, all));
}

bool needs_times(PanelKind kind) {
  return kind == PanelKind::snapshots || kind == PanelKind::cells || kind == PanelKind::field;
}

bool needs_quantity(PanelKind kind) {
  return kind == PanelKind::history || kind == PanelKind::loop || kind == PanelKind::against;
}

double number_of(const Value& written, const Scope& scope) {
  const Value value = scope.value(written);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  throw ConfigurationError(
      fmt::format("'{}' is not a number; a formula begins with '= '", to_text(value)));
}

std::optional<double> number(DataTable& table, const char* key, const Scope& scope) {
  const auto written = table.value(key);
  if (!written) return std::nullopt;
  return at_place(table.place(key), [&] { return number_of(*written, scope); });
}

/// Reads the figures of one file.
class FigureReader {
 public:
  FigureReader(DataTable& file, std::string source) : source_(std::move(source)) {
    names_ = names_of(file);
    runs_ = run_book(file);
  }

  [[nodiscard]] std::vector<Figure> figures(DataTable table, const FigureOf& figure_of) {
    std::vector<Figure> out;
    for (const Scope& scope : repeated(table, names_)) {
      DataTable one = table;  // its keys are requested again each time
      out.push_back(one.has("same_as") ? same(one, scope, figure_of) : figure(one, scope));
      one.done();
    }
    return out;
  }

 private:
  static std::string text(DataTable& table, const char* key, const Scope& scope) {
    return at_place(table.place(key), [&] { return scope.filled(table.text(key)); });
  }

  static Figure same(DataTable& table, const Scope& scope, const FigureOf& figure_of) {
    table.expect("number");
    Figure out =
        at_place(table.place("same_as"), [&] { return figure_of(text(table, "same_as", scope)); });
    out.number = text(table, "number", scope);
    return out;
  }

  Figure figure(DataTable& table, const Scope& scope) {
    Figure out;
    for (const char* key : {"number", "caption", "panel"})
      table.expect(key);
    out.number = text(table, "number", scope);
    out.caption = text(table, "caption", scope);
    out.remark = text(table, "remark", scope);
    out.source = source_;
    std::set<std::string> letters;
    for (DataTable& panel_table : table.tables("panel", "[[figure.panel]]")) {
      for (const Scope& inner : repeated(panel_table, scope)) {
        DataTable one = panel_table;
        out.panels.push_back(panel(one, inner));
        one.done();
        if (!letters.insert(out.panels.back().letter).second)
          one.refuse("letter", fmt::format("letter '{}' occurs twice", out.panels.back().letter));
      }
    }
    return out;
  }

  FigurePanel panel(DataTable& table, const Scope& scope) {
    FigurePanel out;
    table.expect("what");
    out.letter = text(table, "letter", scope);
    out.what = text(table, "what", scope);
    out.kind =
        at_place(table.place("kind"), [&] { return kind_of(table.text("kind", "history")); });
    out.y_label = text(table, "y_label", scope);
    out.x_label = text(table, "x_label", scope);
    for (const Value& time : table.values("times"))
      out.times.push_back(at_place(table.place("times"), [&] { return number_of(time, scope); }));
    out.y_low = number(table, "y_low", scope);
    out.y_high = number(table, "y_high", scope);
    out.full_width = table.flag("full_width", false);
    out.log_x = table.flag("log_x", false);
    out.log_y = table.flag("log_y", false);
    out.leave_above = number(table, "leave_above", scope).value_or(0.0);
    out.mean_over = number(table, "mean_over", scope).value_or(0.0);
    out.level = number(table, "level", scope).value_or(0.0);
    out.window = window(table, scope);
    for (const std::vector<Value>& corner : table.lists("outline")) {
      if (corner.size() != 2) table.refuse("outline", "a corner is a list of two numbers");
      out.outline.push_back(at_place(table.place("outline"), [&] {
        return std::pair{number_of(corner[0], scope), number_of(corner[1], scope)};
      }));
    }
    for (DataTable& curve_table : table.tables("curve", "[[figure.panel.curve]]")) {
      for (const Scope& inner : repeated(curve_table, scope)) {
        DataTable one = curve_table;
        out.curves.push_back(curve(one, inner, out));
        one.done();
      }
    }
    if (out.curves.empty()) table.refuse("the panel has no [[figure.panel.curve]]");
    if (needs_times(out.kind) == out.times.empty()) {
      table.refuse("times", out.times.empty()
                                ? "the panel needs 'times', the instants that it shows"
                                : "a panel of this kind has no 'times'");
    }
    return out;
  }

  static std::optional<Window> window(DataTable& table, const Scope& scope) {
    auto window = table.table("window", "'window'");
    if (!window) return std::nullopt;
    Window out;
    for (const auto& [key, member] : {std::pair{"x_low", &Window::x_low},
                                      {"x_high", &Window::x_high},
                                      {"y_low", &Window::y_low},
                                      {"y_high", &Window::y_high}}) {
      window->expect(key);
      out.*member = *number(*window, key, scope);
    }
    window->done();
    return out;
  }

  FigureCurve curve(DataTable& table, const Scope& scope, const FigurePanel& panel) {
    FigureCurve out;
    out.quantity = text(table, "quantity", scope);
    out.abscissa = text(table, "abscissa", scope);
    out.exact = table.flag("exact", false);
    out.solution = text(table, "solution", scope);
    out.table = text(table, "table", scope);
    out.scale = number(table, "scale", scope).value_or(1.0);
    out.setting = text(table, "setting", scope);
    WrittenRun run;
    if (!out.table.empty()) {
      at_place(table.place("table"), [&] { (void)read_published(source_, out.table); });
    } else {
      run = run_of(table, scope);
      set_runs(table, run, scope, out);
    }
    // Without its own label a curve has the name and look of its run.
    const bool as_run = !table.has("label");
    out.label = text(table, "label", scope);
    if (as_run) out.label = written_text(run.label, scope);
    out.style = static_cast<int>(panel.curves.size());
    if (as_run && run.style)
      out.style = at_place(run.style->place, [&] { return style_of(run.style->value); });
    if (const auto style = table.value("style"))
      out.style = at_place(table.place("style"), [&] { return style_of(scope.value(*style)); });
    if (needs_quantity(panel.kind) == out.quantity.empty()) {
      table.refuse("quantity", out.quantity.empty() ? "the curve needs 'quantity'"
                                                    : "a panel of this kind draws no 'quantity'");
    }
    if ((panel.kind == PanelKind::loop) == out.abscissa.empty()) {
      table.refuse("abscissa", out.abscissa.empty() ? "the curve of a loop needs 'abscissa'"
                                                    : "a panel of this kind has no 'abscissa'");
    }
    for (const FigureCurve& other : panel.curves) {
      if (other.label == out.label && !out.label.empty())
        table.refuse(fmt::format("label '{}' occurs twice", out.label));
    }
    return out;
  }

  /// The run as written, laid over the [run.NAME] that it is `like`.
  WrittenRun run_of(DataTable& table, const Scope& scope) {
    table.expect("run");
    WrittenRun written;
    if (table.is_table("run")) {
      written = written_run(*table.table("run", "a run"));
    } else {
      written.place = table.place("run");
      written.like = WrittenValue{table.text("run"), table.place("run")};
    }
    WrittenRun out;
    lay_over(out, written, runs_, scope);
    return out;
  }

  /// One run, or one for each value of `over = {NAME = [..]}`.
  void set_runs(DataTable& table, const WrittenRun& run, const Scope& scope, FigureCurve& out) {
    auto over = table.table("over", "'over'");
    if (!over) {
      out.run = request_of(run, scope);
      return;
    }
    const std::vector<std::string> names = over->keys();
    if (names.size() != 1) table.refuse("over", "'over' has one name with a list");
    for (const Value& value : over->values(names[0])) {
      Scope inner(&scope);
      inner.set(names[0], value);
      out.runs.push_back(request_of(run, inner));
    }
    if (out.setting.empty()) out.setting = names[0];
  }

  static std::string written_text(const std::optional<WrittenValue>& written, const Scope& scope) {
    if (!written) return "";
    return at_place(written->place, [&] { return to_text(scope.value(written->value)); });
  }

  std::string source_;
  Scope names_;
  RunBook runs_;
};

}  // namespace

std::vector<Figure> read_figures(DataTable& file, const std::string& source,
                                 const FigureOf& figure_of) {
  FigureReader reader(file, source);
  std::vector<Figure> out;
  std::set<std::string> numbers;
  for (DataTable& table : file.tables("figure", "[[figure]]")) {
    for (Figure& figure : reader.figures(table, figure_of)) {
      if (!numbers.insert(figure.number).second)
        table.refuse(fmt::format("figure '{}' occurs twice", figure.number));
      out.push_back(std::move(figure));
    }
  }
  return out;
}

}  // namespace impactbench
