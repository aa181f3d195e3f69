// The documented fields of rows are those that are written, no more and no fewer.

#include "benchmarks/store/row_schema.hpp"

#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/model/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/sentence.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

namespace impactbench::testing {
namespace {

/// A row in which everything is there.
Row whole() {
  Row row;
  row.key = "0123456789abcdef0123456789abcdef";
  row.plan = "plan";
  row.cell = {"p",          "s",  "v",      {{"x", 0.1}}, {{"y", 0.2}},
              {{"z", 0.3}}, 1e-4, "double", "default",    2};
  row.cell.ensemble = {5, 7, 1e-9};
  row.cell.files = {{"problem.start", "0123"}};
  row.truth = TruthNote{"t", "closed form", 0.0};
  row.status = RowStatus::missed;
  row.quantities = {{"energy_drift", 1.0}};
  row.series["kinetic_energy"] = {{0.0}, {1.0}};
  row.frames = {{0.0, {1.0}, {2.0}, {{0, 1, 1.0, 0.0, 3.0}}}};
  row.checks = {{"c", 0.5, 0.0, 0.1, false, "known"}};
  row.timing = Timing{3, 0.1, 0.2, 0.3, {{"solve", 0.5}}, 12.5};
  row.timing->cpu_cell = 0.6;
  row.timing->setup = 0.05;
  row.timing->limit = 5.0;
  row.environment = {{"cpu", "x"}};
  row.revision = "r";
  row.build = "b";
  return row;
}

/// Paths of all leaves; members of the maps that hold any name become "*".
void paths(const nlohmann::json& j, const std::string& at, std::set<std::string>& out) {
  static const std::set<std::string> any{"cell.problem_parameters",
                                         "cell.scheme_parameters",
                                         "cell.solver_parameters",
                                         "cell.files",
                                         "quantities",
                                         "series",
                                         "timing.phases",
                                         "environment"};
  if (j.is_object()) {
    for (const auto& [key, value] : j.items())
      paths(value, (at.empty() ? "" : at + ".") + (any.contains(at) ? "*" : key), out);
  } else if (j.is_array()) {
    for (const auto& value : j)
      paths(value, at + ".[]", out);
  } else {
    out.insert(at);
  }
}

TEST(RowSchema, JsonHasTheDocumentedFields) {
  std::set<std::string> written, documented;
  paths(nlohmann::json::parse(to_json(whole(), RowExtent::whole)), "", written);
  for (const RowField& field : row_fields())
    documented.emplace(field.path);
  EXPECT_EQ(written, documented);
}

TEST(RowSchema, CsvHasTheDocumentedColumns) {
  const Scratch scratch;
  Store store(scratch / "rows.db", StoreMode::write);
  store.put(whole());
  std::ostringstream text;
  export_csv(store, text);
  std::istringstream header(text.str().substr(0, text.str().find('\n')));
  std::vector<std::string> written, documented;
  for (std::string column; std::getline(header, column, ',');) {
    for (const char* owner : {"problem.", "scheme.", "solver.", "quantity."}) {
      if (column.starts_with(owner)) column = std::string(owner) + '*';
    }
    written.push_back(column);
  }
  for (const RowField& field : row_columns())
    documented.emplace_back(field.path);
  EXPECT_EQ(written, documented) << "in this order";
}

TEST(RowSchema, ARowOfAnotherSchemaIsRefused) {
  const std::string ours = to_json(whole(), RowExtent::whole);
  EXPECT_EQ(row_from_json(ours).key, whole().key);
  std::string other = ours;
  const std::string mark = "\"schema\":" + std::to_string(row_schema);
  other.replace(other.find(mark), mark.size(), "\"schema\":99");
  EXPECT_EQ(sentence_of([&] { (void)row_from_json(other); }),
            "this is a row of schema 99; this program reads schema " + std::to_string(row_schema));
}

// Of a row that somebody edited: which key it is, and of which line only the file can say.
TEST(RowSchema, ADamagedRowSaysWhichKeyIsWrong) {
  const auto trouble = [](const std::string& from, const std::string& to) {
    std::string row = to_json(whole(), RowExtent::whole);
    EXPECT_NE(row.find(from), std::string::npos) << from;
    row.replace(row.find(from), from.size(), to);
    try {
      (void)row_from_json(row);
    } catch (const ConfigurationError& e) {
      return std::string(e.what());
    }
    return from + " -> " + to + " is read";
  };
  const std::string no_row = "this is not a row of a store: ";
  EXPECT_EQ(trouble("\"status\":\"missed\"", "\"status\":7"),
            no_row + "(/status) type must be string, but is number");
  EXPECT_EQ(trouble("\"dt_precision\":", "\"dt_precision\":[],\"was\":"),
            no_row + "(/cell/dt_precision) type must be string, but is array");
  EXPECT_EQ(trouble("\"revision\":", "\"revisions\":"), no_row + "key 'revision' not found");
  EXPECT_TRUE(trouble("{", "}").starts_with(no_row + "parse error at column 1: syntax error"))
      << trouble("{", "}");
}

}  // namespace
}  // namespace impactbench::testing
