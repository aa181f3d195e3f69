#include "reports/paper/finding.hpp"

#include "reports/paper/formula.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace impactbench {
namespace {

/// Refuses a formula that no row could evaluate.
PlacedFormula formula(DataTable& table, const std::string& key, const std::string& name) {
  PlacedFormula out{name, table.text(key), table.place(key)};
  at_place(out.place,
           [&] { (void)evaluate_if_finite(out.text, [](std::string_view) { return 1.0; }); });
  return out;
}

std::vector<PlacedFormula> formulas(DataTable& table, const char* key) {
  std::vector<PlacedFormula> out;
  if (auto list = table.table(key, fmt::format("'{}'", key))) {
    for (const std::string& name : list->keys())
      out.push_back(formula(*list, name, name));
  }
  return out;
}

std::vector<Wording> wordings(DataTable& table) {
  std::vector<Wording> out;
  auto list = table.table("word", "'word'");
  if (!list) return out;
  for (const std::string& name : list->keys()) {
    auto one = list->table(name, fmt::format("the word '{}'", name));
    one->expect("of");
    Wording word{name, one->text("of"), {}};
    for (const std::string& key : one->keys())
      if (key != "of") word.texts[key] = one->text(key);
    out.push_back(std::move(word));
  }
  return out;
}

FindingRows read_rows(DataTable& table) {
  FindingRows out;
  table.expect("where");
  out.where = conditions_of(*table.table("where", "'where'"));
  if (auto otherwise = table.table("otherwise", "'otherwise'")) {
    for (const std::string& name : otherwise->keys())
      out.otherwise[name] = *otherwise->value(name);
  }
  out.histories = table.texts("histories");
  out.numbers = formulas(table, "number");
  out.words = wordings(table);
  out.one_of = table.texts("one_of");
  if (auto prefer = table.table("prefer", "'prefer'")) out.prefer = conditions_of(*prefer);
  out.order = table.texts("order");
  return out;
}

/// "fixed 8": how a number is written, and its digits.
void read_form(DataTable& table, FindingColumn& out) {
  using Form = FindingColumn::Form;
  const std::string form = table.text("form", "shown");
  if (form == "shown") return;
  if (form == "setting") {
    out.form = Form::setting;
    return;
  }
  const std::size_t space = form.find(' ');
  const std::string kind = form.substr(0, space), digits = form.substr(form.find_last_of(' ') + 1);
  if (digits.size() != 1 || digits[0] < '0' || digits[0] > '9' || space == std::string::npos ||
      (kind != "fixed" && kind != "signed" && kind != "powers")) {
    table.refuse("form", fmt::format("there is no form '{}'; known: shown, setting, 'fixed N', "
                                     "'signed N', 'powers N' with N digits",
                                     form));
  }
  out.form = kind == "fixed" ? Form::fixed : kind == "signed" ? Form::with_sign : Form::powers;
  out.digits = digits[0] - '0';
}

FindingColumn read_column(DataTable table) {
  FindingColumn out;
  table.expect("title");
  out.title = table.text("title");
  if (table.has("text") == table.has("number"))
    table.refuse("a column has a 'text' or a 'number', one of them");
  out.text = table.text("text");
  if (table.has("number")) out.number = formula(table, "number", out.title);
  read_form(table, out);
  out.order_over = table.text("order_over");
  if (auto printed = table.table("printed", "'printed'")) {
    for (const char* key : {"table", "quantity"})
      printed->expect(key);
    out.printed_table = printed->text("table");
    out.printed_quantity = printed->text("quantity");
    for (const std::string& name : printed->keys()) {
      if (name != "table" && name != "quantity")
        out.printed_parts.push_back(formula(*printed, name, name));
    }
  }
  table.done();
  return out;
}

FindingTable read_table(DataTable table) {
  for (const char* key : {"name", "caption", "column"})
    table.expect(key);
  FindingTable out{table.text("name"), table.text("caption"), table.text("folded"),
                   table.text("link"), table.texts("within"), {}};
  for (const DataTable& column : table.tables("column", "[[part.show.table.column]]"))
    out.columns.push_back(read_column(column));
  table.done();
  return out;
}

FindingFigure read_figure(DataTable table) {
  FindingFigure out;
  for (const char* key : {"name", "caption", "y_label", "label"})
    table.expect(key);
  out.name = table.text("name");
  out.caption = table.text("caption");
  out.y_label = table.text("y_label");
  out.label = table.text("label");
  out.history = table.text("history");
  out.x_label = table.text("x_label", out.history.empty() ? "" : "time [s]");
  out.relative = table.flag("relative", false);
  if (out.history.empty()) {
    for (const char* key : {"x", "y"})
      table.expect(key);
    out.x = formula(table, "x", "x");
    out.y = formula(table, "y", "y");
  }
  out.full_width = table.flag("full_width", false);
  out.x_low = table.number("x_low");
  out.x_high = table.number("x_high");
  out.y_low = table.number("y_low");
  out.y_high = table.number("y_high");
  for (DataTable line : table.tables("line", "[[part.show.figure.line]]")) {
    line.expect("label");
    out.lines.push_back({line.text("label"), line.numbers("x"), line.numbers("y")});
    if (out.lines.back().x.size() != out.lines.back().y.size())
      line.refuse("a line has as many x as y");
    line.done();
  }
  table.done();
  return out;
}

/// One show for each value of `each = {NAME = [..]}`, which a row must have.
std::vector<FindingShow> read_shows(const DataTable& table) {
  DataTable first = table;
  std::string name;
  std::vector<Value> values{Value(std::string())};
  if (auto each = first.table("each", "'each'")) {
    if (each->keys().size() != 1) first.refuse("each", "'each' has one name with a list");
    name = each->keys().front();
    values = each->values(name);
  }
  std::vector<FindingShow> out;
  for (const Value& value : values) {
    DataTable one = table;
    (void)one.table("each", "'each'");
    FindingShow show{name, to_text(value), read_rows(one), {}, std::nullopt};
    if (!name.empty()) show.rows.where[name] = {value};
    for (const DataTable& figure : one.tables("figure", "[[part.show.figure]]"))
      show.figures.push_back(read_figure(figure));
    if (auto shown = one.table("table", "[part.show.table]")) show.table = read_table(*shown);
    one.done();
    out.push_back(std::move(show));
  }
  return out;
}

}  // namespace

std::vector<FindingPart> read_findings(DataTable& file) {
  std::vector<FindingPart> out;
  for (DataTable& table : file.tables("part", "[[part]]")) {
    for (const char* key : {"title", "text", "made_by", "show"})
      table.expect(key);
    FindingPart& part = out.emplace_back();
    part.title = table.text("title");
    part.text = table.text("text");
    part.made_by = table.text("made_by");
    for (DataTable& sentence : table.tables("sentence", "[[part.sentence]]"))
      part.sentences.emplace_back(sentence);
    for (const DataTable& show : table.tables("show", "[[part.show]]")) {
      for (FindingShow& one : read_shows(show))
        part.shows.push_back(std::move(one));
    }
    table.done();
  }
  return out;
}

}  // namespace impactbench
