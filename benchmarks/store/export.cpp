#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace impactbench {
namespace {

/// The columns of one row in the order of their names, of which each has an owner before it.
class Columns {
 public:
  struct Column {
    std::string name, text;
  };

  /// In place of those of the row before, whose memory they take.
  void set(const Row& row, bool texts) {
    used_ = 0;
    texts_ = texts;
    const Timing* t = row.timing ? &*row.timing : nullptr;
    // Without a timed run there is no such time: zeros would be taken for times.
    const bool timed = t != nullptr && t->repeats > 0;
    if (timed) {
      add("", "cpu_median", t->cpu_median);
      add("", "cpu_min", t->cpu_min);
      add("", "cpu_spread", t->cpu_spread);
    }
    add_all("problem.", row.cell.problem_parameters);
    add_all("quantity.", row.quantities);
    add_all("scheme.", row.cell.scheme_parameters);
    if (t != nullptr && t->setup) add("", "setup", *t->setup);
    add_all("solver.", row.cell.solver_parameters);
    if (t != nullptr) {
      add("", "threads", Value(std::int64_t{t->threads}));
      if (timed) add("", "wall_min", t->wall_min);
    }
  }
  [[nodiscard]] std::span<const Column> all() const { return std::span(columns_).first(used_); }

 private:
  template <class Map>
  void add_all(const char* owner, const Map& map) {
    for (const auto& [name, value] : map)
      add(owner, name, value);
  }
  template <class T>
  void add(const char* owner, std::string_view name, const T& value) {
    if (used_ == columns_.size()) columns_.emplace_back();
    Column& c = columns_[used_++];
    (c.name = owner) += name;
    if (texts_) c.text = to_text(value);
  }

  std::vector<Column> columns_;
  std::size_t used_{0};
  bool texts_{true};
};

/// The names of the columns of all rows.
std::vector<std::string> column_names(const Store& store) {
  std::unordered_set<std::string> seen;
  Columns columns;
  store.each_brief_row(
      [&](Row&& row) {
        columns.set(row, false);
        for (const Columns::Column& c : columns.all())
          seen.insert(c.name);
      },
      RowParts::figures);
  std::vector<std::string> out(seen.begin(), seen.end());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

void export_csv(const Store& store, std::ostream& out) {
  // Twice over the rows, since the first line names the columns of all: few are in memory at a
  // time.
  const std::vector<std::string> names = column_names(store);
  out << "schema,key,plan,problem,scheme,solver,dt,dt_precision,status,reason,revision,build";
  for (const std::string& name : names)
    out << ',' << csv_text(name);
  out << '\n';
  Columns cells;
  std::string line;
  bool grew = false;
  const auto write_line = [&](Row&& row) {
    line = std::to_string(row_schema);
    for (const std::string& text :
         {row.key, row.plan, row.cell.problem, row.cell.scheme, row.cell.solver,
          to_text(row.cell.dt), row.cell.dt_precision, std::string(to_text(row.status)), row.reason,
          row.revision, row.build})
      (line += ',') += csv_text(text);
    cells.set(row, true);
    // Both are sorted, and every column of a row is among the names unless somebody writes rows
    // now.
    auto it = cells.all().begin();
    for (const std::string& name : names) {
      line += ',';
      for (; it != cells.all().end() && it->name < name; ++it)
        grew = true;
      if (it == cells.all().end() || it->name != name) continue;
      line += csv_text(it->text);
      ++it;
    }
    grew = grew || it != cells.all().end();
    out << (line += '\n');
  };
  store.each_brief_row(write_line, RowParts::figures);
  if (grew)
    throw ConfigurationError(
        "the store was written while it was exported, and has new columns: export it again");
}

void export_jsonl(const Store& store, std::ostream& out) {
  store.each_text([](Row&& row) { return to_json(row, RowExtent::whole) + '\n'; },
                  [&](const std::string& line) { out << line; });
}

void export_series_csv(const Store& store, const std::string& series, std::ostream& out) {
  out << "key,problem,scheme,solver,series,time,value\n";
  store.each_brief_row([&](Row&& row) {
    const std::map<std::string, Series> histories = store.series(row.key);
    const auto it = histories.find(series);
    if (it == histories.end()) return;
    for (std::size_t k = 0; k < it->second.time.size(); ++k) {
      out << csv_text(row.key) << ',' << csv_text(row.cell.problem) << ','
          << csv_text(row.cell.scheme) << ',' << csv_text(row.cell.solver) << ','
          << csv_text(series) << ',' << to_text(it->second.time[k]) << ','
          << to_text(it->second.value[k]) << '\n';
    }
  });
}

}  // namespace impactbench
