#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "benchmarks/store/store.hpp"

#include <map>
#include <optional>
#include <ostream>
#include <set>

namespace impactbench {
namespace {

using Columns = std::map<std::string, std::string>;

Columns columns_of(const Row& row) {
  Columns out;
  const auto parameters = [&](const char* owner, const ParameterSet& set) {
    for (const auto& [key, value] : set)
      out[std::string(owner) + '.' + key] = to_text(value);
  };
  parameters("problem", row.cell.problem_parameters);
  parameters("scheme", row.cell.scheme_parameters);
  parameters("solver", row.cell.solver_parameters);
  for (const auto& [name, value] : row.quantities)
    out["quantity." + name] = to_text(value);
  if (row.timing) {
    out["cpu_min"] = to_text(row.timing->cpu_min);
    out["wall_min"] = to_text(row.timing->wall_min);
    out["threads"] = std::to_string(row.timing->threads);
    out["cpu_median"] = to_text(row.timing->cpu_median);
    if (row.timing->setup) out["setup"] = to_text(*row.timing->setup);
    out["cpu_spread"] = to_text(row.timing->cpu_spread);
  }
  return out;
}

}  // namespace

void export_csv(const Store& store, std::ostream& out) {
  // Twice over the rows, since the first line names the columns of all: one is in memory at a time.
  std::set<std::string> names;
  store.each_brief_row([&](Row&& row) {
    for (const auto& [name, value] : columns_of(row))
      names.insert(name);
  });
  out << "schema,key,plan,problem,scheme,solver,dt,dt_precision,status,reason,revision,build";
  for (const std::string& name : names)
    out << ',' << csv_text(name);
  out << '\n';
  store.each_brief_row([&](Row&& row) {
    const Columns cells = columns_of(row);
    out << row_schema << ',' << csv_text(row.key) << ',' << csv_text(row.plan) << ','
        << csv_text(row.cell.problem) << ',' << csv_text(row.cell.scheme) << ','
        << csv_text(row.cell.solver) << ',' << to_text(row.cell.dt) << ','
        << csv_text(row.cell.dt_precision) << ',' << to_text(row.status) << ','
        << csv_text(row.reason) << ',' << csv_text(row.revision) << ',' << csv_text(row.build);
    // Both are sorted, and every column of a row is among the names.
    auto it = cells.begin();
    for (const std::string& name : names) {
      out << ',';
      if (it == cells.end() || it->first != name) continue;
      out << csv_text(it->second);
      ++it;
    }
    out << '\n';
  });
}

void export_jsonl(const Store& store, std::ostream& out) {
  for (const std::string& key : store.keys())
    if (const std::optional<Row> row = store.get(key))
      out << to_json(*row, RowExtent::whole) << '\n';
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
