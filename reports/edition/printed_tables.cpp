#include "reports/edition/printed_tables.hpp"

#include "problems/base/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace impactbench {
namespace {

/// A setting that may distinguish the values of a table.
struct Column {
  const char* name;
  bool numeric;
  std::function<std::string(const PublishedValue&)> text;
};

const std::vector<Column>& columns() {
  static const auto optional = [](const std::optional<double>& x) {
    return x ? to_text(*x) : std::string("–");
  };
  static const std::vector<Column> all{
      {"problem", false, [](const PublishedValue& p) { return p.problem; }},
      {"scheme", false, [](const PublishedValue& p) { return p.scheme; }},
      {"alpha", true, [](const PublishedValue& p) { return optional(p.alpha); }},
      {"solver", false, [](const PublishedValue& p) { return p.solver; }},
      {"dt", true, [](const PublishedValue& p) { return p.dt; }},
      {"R", true, [](const PublishedValue& p) { return optional(p.penalty); }},
      {"c_tau", true, [](const PublishedValue& p) { return optional(p.c_tau); }},
      {"mu", true, [](const PublishedValue& p) { return optional(p.mu); }},
      {"eps", true, [](const PublishedValue& p) { return optional(p.eps); }},
      {"quantity", false, [](const PublishedValue& p) { return p.quantity; }}};
  return all;
}

/// Numbers of notes, each text once.
class Notes {
 public:
  std::string number(const std::string& text) {
    if (text.empty()) return "";
    const auto it = std::find(all_.begin(), all_.end(), text);
    const auto at = it - all_.begin();
    if (it == all_.end()) all_.push_back(text);
    return std::to_string(at + 1);
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

std::string words(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "yes";
    case Verdict::deviates:
      return "no";
    case Verdict::not_comparable:
      return "–";
  }
  return "";
}

}  // namespace

NotedTable printed_table(const std::string& number, std::span<const Comparison> comparisons) {
  NotedTable out;
  std::string same;
  std::vector<const Column*> varying;
  for (const Column& column : columns()) {
    std::set<std::string> values;
    for (const Comparison& c : comparisons)
      values.insert(column.text(c.printed));
    if (values.size() > 1) {
      varying.push_back(&column);
    } else if (!values.empty() && !values.begin()->empty() && *values.begin() != "–") {
      same += fmt::format("{}{} {}", same.empty() ? "" : ", ", column.name, *values.begin());
    }
  }
  out.table.name = "tab" + number;
  std::replace(out.table.name.begin(), out.table.name.end(), '.', '_');
  out.table.caption = "Table " + number + (same.empty() ? "" : ": " + same) + ".";
  for (const Column* column : varying) {
    out.table.header.emplace_back(column->name);
    out.table.numeric.push_back(column->numeric);
  }
  for (const char* name : {"printed", "ours", "reproduced", "note"}) {
    out.table.header.emplace_back(name);
    out.table.numeric.push_back(name != std::string("reproduced"));
  }
  Notes notes;
  for (const Comparison& c : comparisons) {
    std::vector<std::string> line;
    for (const Column* column : varying)
      line.push_back(column->text(c.printed));
    line.push_back(c.printed.digits.empty() ? "–" : c.printed.digits);
    line.push_back(c.ours ? fmt::format("{:.6g}", *c.ours) : "–");
    line.push_back(words(c.verdict));
    line.push_back(notes.number(c.reason));
    out.table.rows.push_back(std::move(line));
  }
  out.notes = notes.take();
  return out;
}

NotedTable claims_table(std::span<const ClaimResult> claims) {
  NotedTable out{{"claims",
                  "Claims of the text, tested on our runs.",
                  {"claim", "where", "verdict", "holds", "of", "note"},
                  {},
                  {false, false, false, true, true, true}},
                 {}};
  Notes notes;
  for (const ClaimResult& c : claims) {
    const std::string text = c.claim.claim + (c.figures.empty() ? "" : " – " + c.figures);
    out.table.rows.push_back({c.claim.id, c.claim.where, std::string(to_text(c.verdict)),
                              std::to_string(c.holds), std::to_string(c.of), notes.number(text)});
  }
  out.notes = notes.take();
  return out;
}

}  // namespace impactbench
