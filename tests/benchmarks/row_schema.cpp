// The documented fields of rows are those that are written, no more and no fewer.

#include "benchmarks/store/row_schema.hpp"

#include "benchmarks/store/cell_hash.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/sentence.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
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
  row.judged_by = JudgedBy{
      Springs{50.0, 2.0},
      OrderBasis{
          MotionClass::one_impact, {0.1, 2.0, 1.0}, 1.0, 0.5, {2.0, 1.0, 1.5}, true, true, true},
      0.01, 0.25, true};
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

// Most cells have no frames, no ensemble and no file, and a refusal has no times and no truth.
TEST(RowSchema, WhatARowDoesNotHaveIsLeftOut) {
  Row row = whole();
  row.cell.ensemble = {};
  row.cell.files.clear();
  row.cell.frames = 0;
  row.frames.clear();
  row.timing.reset();
  row.truth.reset();
  row.judged_by.reset();
  const std::string text = to_json(row, RowExtent::whole);
  const auto j = nlohmann::json::parse(text);
  for (const char* name : {"frames", "judged_by", "timing", "truth"})
    EXPECT_FALSE(j.contains(name)) << name;
  for (const char* name : {"ensemble", "files", "frames"})
    EXPECT_FALSE(j.at("cell").contains(name)) << name;
  EXPECT_EQ(to_json(row_from_json(text), RowExtent::whole), text);
}

// A rigid scheme that claims nothing, of a motion that no reference knows: a pair of braces.
TEST(RowSchema, WhatRunsAreJudgedByIsReadBackAndNeverCompared) {
  Row row = whole(), other = whole();
  EXPECT_EQ(row_from_json(to_json(row, RowExtent::brief)).judged_by, row.judged_by);
  EXPECT_EQ(row_from_json(to_json(row, RowExtent::brief), RowParts::figures).judged_by,
            row.judged_by);
  other.judged_by.reset();
  EXPECT_EQ(compared_json(row), compared_json(other)) << "digests stay those of earlier programs";
  row.judged_by = JudgedBy{};
  const std::string text = to_json(row, RowExtent::whole);
  EXPECT_NE(text.find("\"judged_by\":{}"), std::string::npos) << text;
  EXPECT_EQ(row_from_json(text).judged_by, row.judged_by);
  EXPECT_FALSE(row_from_json(to_json(other, RowExtent::whole)).judged_by);
}

// Stores, baselines and digests of other versions hold these bytes: the order of names, the digits
// and what is escaped are those of nlohmann's printer.
TEST(RowSchema, JsonHasTheBytesOfTheUsualPrinter) {
  Row row = whole();
  row.reason = "back\\slash \"quoted\"\n\t\x7f \xc2\xb5 \xff";
  row.plan = "C:\\store";  // one character to escape alone, which the short way must not pass
  row.cell.problem_parameters = {{"b", true}, {"n", std::int64_t{-3}}, {"w", std::string("a\"")}};
  row.quantities = {{"a", 0.1 + 0.2}, {"big", 1e22}, {"one", 1.0}, {"zero", -0.0}};
  row.quantities["none"] = std::numeric_limits<double>::quiet_NaN();
  row.series["e"] = {{0.0, 5e-324}, {1e300, std::numeric_limits<double>::infinity()}};
  row.frames.front().contacts.push_back({1, -1, 0.0, 0.6, 2.0, 0.8});
  for (const RowExtent extent : {RowExtent::whole, RowExtent::brief}) {
    const std::string text = to_json(row, extent);
    EXPECT_EQ(nlohmann::json::parse(text).dump(), text);
  }
  EXPECT_NE(to_json(row, RowExtent::brief).find("\xef\xbf\xbd"), std::string::npos)
      << "a byte that is no UTF-8 is replaced";
  const std::string compared = compared_json(row);
  EXPECT_EQ(nlohmann::json::parse(compared).dump(), compared);
}

// Comparing two rows needs to know from their checks whether a failure was expected.
TEST(RowSchema, FiguresComeWithTheChecksOfAMissAlone) {
  Row row = whole();
  const Row missed = row_from_json(to_json(row, RowExtent::whole), RowParts::figures);
  EXPECT_TRUE(is_expected_failure(row));
  EXPECT_TRUE(is_expected_failure(missed));
  EXPECT_EQ(missed.quantities, row.quantities);
  EXPECT_EQ(missed.cell, row.cell);
  EXPECT_EQ(missed.timing->cpu_min, row.timing->cpu_min);
  EXPECT_TRUE(missed.environment.empty());
  row.status = RowStatus::passed;
  const std::string text = to_json(row, RowExtent::whole);
  EXPECT_TRUE(row_from_json(text, RowParts::figures).checks.empty());
  EXPECT_EQ(row_from_json(text).checks, row.checks);
  const Row cell = row_from_json(text, RowParts::cell);
  EXPECT_EQ(cell.cell, row.cell);
  EXPECT_EQ(cell.key, row.key);
  EXPECT_TRUE(cell.quantities.empty());
}

// Members in another order than ours, as an editor or another program writes them.
TEST(RowSchema, TheOrderOfMembersDoesNotMatter) {
  const auto sorted = nlohmann::json::parse(to_json(whole(), RowExtent::whole));
  nlohmann::ordered_json turned = nlohmann::ordered_json::object();
  for (auto it = sorted.rbegin(); it != sorted.rend(); ++it)
    turned[it.key()] = *it;
  EXPECT_EQ(to_json(row_from_json(turned.dump()), RowExtent::whole), sorted.dump());
}

// Cells are the same for the hash if and only if they are for the key of a row.
TEST(RowSchema, TheHashOfACellTellsApartWhatTheKeyDoes) {
  const Cell cell = whole().cell;
  std::vector<Cell> others(9, cell);
  others[0].problem_parameters = {{"x", std::int64_t{1}}};
  others[1].problem_parameters = {{"x", 4.9406564584124654e-324}};  // the same bits as that
  others[2].scheme_parameters = {{"x", 0.1}, {"y", 0.2}};
  others[3].dt = 2e-4;
  others[4].files = {{"problem.start", "0124"}};
  others[5].ensemble.seed = 8;
  others[6].frames = 0;
  others[7].problem = "ps", others[7].scheme = "";  // the same letters
  others[8].dt_precision = "single";
  std::set<std::string> keys{content_key(cell, "", "")}, hashes{cell_hash(cell)};
  for (const Cell& other : others) {
    keys.insert(content_key(other, "", ""));
    hashes.insert(cell_hash(other));
  }
  EXPECT_EQ(keys.size(), 10u);
  EXPECT_EQ(hashes.size(), 10u);
  Cell calm = cell, still = cell;
  calm.ensemble = {0, 1, 1e-9};
  still.ensemble = {0, 2, 1e-9};
  EXPECT_EQ(content_key(calm, "", ""), content_key(still, "", ""));
  EXPECT_EQ(cell_hash(calm), cell_hash(still)) << "no starts, whatever their seed";
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

// An edited row: the message names the wrong key; only the file knows the line.
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
