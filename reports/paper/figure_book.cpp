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
      {"history", HistoryPanel{}},     {"final_positions", FinalPositionsPanel{}},
      {"paths", PathsPanel{}},         {"trajectories", TrajectoriesPanel{}},
      {"snapshots", SnapshotsPanel{}}, {"against", AgainstPanel{}},
      {"loop", LoopPanel{}},           {"cells", CellsPanel{}},
      {"field", DisplacementPanel{}}};
  const auto it = known.find(name);
  if (it != known.end()) return it->second;
  std::string all;
  for (const auto& [other, kind] : known)
    all += (all.empty() ? "" : ", ") + other;
  throw ConfigurationError(fmt::format("there is no kind '{}'; known: {}", name, all));
}

std::string text(DataTable& table, const char* key, const Scope& scope) {
  return at_place(table.place(key), [&] { return scope.filled(table.text(key)); });
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

/// Reads keys of a table into the members of a kind of panel or curve.
struct KeyReader {
  DataTable& table;
  const Scope& scope;

  void operator()(const char* key, bool& out) const { out = table.flag(key, out); }
  void operator()(const char* key, std::string& out) const { out = text(table, key, scope); }
  void operator()(const char* key, std::string& out, Needed) const {
    out = text(table, key, scope);
    if (out.empty()) table.refuse(key, fmt::format("the curve needs '{}'", key));
  }
  void operator()(const char* key, std::vector<double>& out, Needed) const {
    for (const Value& value : table.values(key))
      out.push_back(at_place(table.place(key), [&] { return number_of(value, scope); }));
    if (out.empty())
      table.refuse(key, fmt::format("the panel needs '{}', the instants that it shows", key));
  }
  void operator()(const char* key, std::optional<double>& out) const {
    out = number(table, key, scope);
  }
  void operator()(const char* key, std::optional<double>& out, const Range& range) const {
    out = number(table, key, scope);
    if (out && !range.contains(*out))
      table.refuse(key, fmt::format("'{}' must be a number in {}", key, range.text()));
  }
  void operator()(const char* key, std::optional<Window>& out) const {
    auto window = table.table(key, "'window'");
    if (!window) return;
    out.emplace();
    for (const auto& [side, member] : {std::pair{"x_low", &Window::x_low},
                                       {"x_high", &Window::x_high},
                                       {"y_low", &Window::y_low},
                                       {"y_high", &Window::y_high}}) {
      window->expect(side);
      *out.*member = *number(*window, side, scope);
    }
    window->done();
  }
  void operator()(const char* key, std::vector<std::pair<double, double>>& out) const {
    for (const std::vector<Value>& corner : table.lists(key)) {
      if (corner.size() != 2) table.refuse(key, "a corner is a list of two numbers");
      out.push_back(at_place(table.place(key), [&] {
        return std::pair{number_of(corner[0], scope), number_of(corner[1], scope)};
      }));
    }
  }
};

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
    const std::string kind = table.text("kind", "history");
    out.kind = at_place(table.place("kind"), [&] { return kind_of(kind); });
    table.call(fmt::format("a panel of kind '{}'", kind));
    std::visit([&](auto& part) { read_kind(part, table, scope, kind); }, out.kind);
    return out;
  }

  /// The keys that only some kinds have, and the curves. Keys of other kinds are never requested,
  /// so that they are refused.
  template <class Kind>
  void read_kind(Kind& out, DataTable& table, const Scope& scope, const std::string& kind) {
    each_key(out, KeyReader{table, scope});
    for (DataTable& curve_table : table.tables("curve", "[[figure.panel.curve]]")) {
      for (const Scope& inner : repeated(curve_table, scope)) {
        DataTable one = curve_table;
        one.call(fmt::format("a curve of kind '{}'", kind));
        out.curves.push_back(curve(one, inner, out.curves));
        one.done();
      }
    }
    if (out.curves.empty()) table.refuse("the panel has no [[figure.panel.curve]]");
  }

  template <class AnyCurve>
  AnyCurve curve(DataTable& table, const Scope& scope, const std::vector<AnyCurve>& before) {
    AnyCurve out;
    const WrittenRun run = read_source(table, scope, out.source);
    out.style = static_cast<int>(before.size());
    read_entry(table, scope, run, out);
    each_key(out, KeyReader{table, scope});
    for (const AnyCurve& other : before) {
      if (other.label == out.label && !out.label.empty())
        table.refuse(fmt::format("label '{}' occurs twice", out.label));
    }
    return out;
  }

  /// Without its own label a curve has the name and look of its run.
  static void read_entry(DataTable& table, const Scope& scope, const WrittenRun& run,
                         KeyEntry& out) {
    const bool as_run = !table.has("label");
    out.label = text(table, "label", scope);
    if (as_run) out.label = written_text(run.label, scope);
    if (as_run && run.style)
      out.style = at_place(run.style->place, [&] { return style_of(run.style->value); });
    if (const auto style = table.value("style"))
      out.style = at_place(table.place("style"), [&] { return style_of(scope.value(*style)); });
  }

  /// Each reads one kind of source and returns its run, nothing for a table.
  WrittenRun read_source(DataTable& table, const Scope& scope, CellRequest& out) {
    WrittenRun run = run_of(table, scope);
    out = request_of(run, scope);
    return run;
  }

  WrittenRun read_source(DataTable& table, const Scope& scope, RunOrExact& out) {
    CellRequest request;
    WrittenRun run = read_source(table, scope, request);
    const std::string branch = text(table, "solution", scope);
    if (table.flag("exact", false)) {
      out = ExactSolution{std::move(request), branch};
    } else if (table.has("solution")) {
      table.refuse("solution", "'solution' names one of a curve with exact = true");
    } else {
      out = std::move(request);
    }
    return run;
  }

  /// The values of a table, or one run for each value of `over = {NAME = [..]}`.
  WrittenRun read_source(DataTable& table, const Scope& scope, FamilyOrTable& out) {
    if (table.has("table")) {
      PrintedTable printed{text(table, "table", scope)};
      at_place(table.place("table"), [&] { (void)read_published(source_, printed.number); });
      if (const auto scale = number(table, "scale", scope)) printed.scale = *scale;
      out = std::move(printed);
      return {};
    }
    WrittenRun run = run_of(table, scope);
    table.expect("over");
    auto over = table.table("over", "'over'");
    const std::vector<std::string> names = over->keys();
    if (names.size() != 1) table.refuse("over", "'over' has one name with a list");
    RunFamily family{{}, text(table, "setting", scope)};
    if (family.setting.empty()) family.setting = names[0];
    for (const Value& value : over->values(names[0])) {
      Scope inner(&scope);
      inner.set(names[0], value);
      family.runs.push_back(request_of(run, inner));
    }
    out = std::move(family);
    return run;
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
