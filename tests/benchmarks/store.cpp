#include "benchmarks/store/store.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <sstream>

namespace impactbench {
namespace {

Row sample(const std::string& key) {
  Row row;
  row.key = key;
  row.plan = "a \"plan\", with a comma";
  row.cell = {"p",
              "s",
              "v",
              {{"x", 0.1}, {"on", true}, {"n", std::int64_t{3}}},
              {{"w", std::string("word")}},
              {},
              1e-4,
              "double",
              "default"};
  row.status = RowStatus::missed;
  row.reason = "limit, \"quoted\"";
  row.quantities = {{"a", 0.1 + 0.2}, {"tiny", 4.9e-324}, {"big", 1.7976931348623157e308}};
  row.series["e"] = {{0.0, 0.1, 0.2}, {1.0, 1.0 / 3.0, -0.0}};
  row.checks = {{"c", 0.5, -std::numeric_limits<double>::infinity(), 0.1, false, "known"},
                {"d", std::nullopt, 0.0, 1.0, false, std::nullopt}};
  row.timing = Timing{3, 0.1, 0.2, 0.3, {{"solve", 0.5}}, 12.5};
  row.environment = {{"cpu", "x"}};
  row.revision = "r";
  row.build = "b";
  return row;
}

class StoreFile : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }
  testing::Scratch folder_;
};

TEST_F(StoreFile, ARowReadsBackBitForBit) {
  const Row row = sample("k1");
  { Store(path("a.db"), StoreMode::write).put(row); }
  const Row back = Store(path("a.db"), StoreMode::read).get("k1").value();
  EXPECT_EQ(back.cell, row.cell);
  EXPECT_EQ(back.quantities, row.quantities);
  EXPECT_EQ(back.series, row.series);
  EXPECT_EQ(back.checks, row.checks);
  EXPECT_EQ(back.reason, row.reason);
  EXPECT_EQ(back.environment, row.environment);
  EXPECT_EQ(back.timing->cpu_median, 0.2);
  EXPECT_EQ(back.timing->peak_memory, 12.5);
  EXPECT_EQ(to_json(back, RowExtent::whole), to_json(row, RowExtent::whole));
}

TEST_F(StoreFile, TheDigestSeesValuesButNeitherTimesNorOrder) {
  const auto digest = [&](const char* name, std::vector<Row> rows) {
    Store store(path(name), StoreMode::write);
    for (const Row& row : rows)
      store.put(row);
    return store.digest();
  };
  const Row a = sample("k1");
  Row b = sample("k2");
  b.cell.dt *= 0.5;
  const std::string reference = digest("1.db", {a, b});
  EXPECT_EQ(digest("2.db", {b, a}), reference);
  Row timed = a;
  timed.timing->cpu_min = 9.0;
  timed.environment["host"] = "another";
  EXPECT_EQ(digest("3.db", {timed, b}), reference);
  Row changed = a;
  changed.quantities["a"] = 0.3;  // the last bit
  EXPECT_NE(digest("4.db", {changed, b}), reference);
  Row history = a;
  history.series["e"].value[1] += 1e-16;
  EXPECT_NE(digest("5.db", {history, b}), reference);
  Row of_another_build = a;  // whose key comes last
  of_another_build.key = "k9";
  of_another_build.build = "another";
  of_another_build.revision = "another";
  EXPECT_EQ(digest("6.db", {of_another_build, b}), reference);
}

TEST_F(StoreFile, MergeLetsARunReplaceADeath) {
  Row dead = sample("k1");
  dead.status = RowStatus::timed_out;
  { Store(path("dead.db"), StoreMode::write).put(dead); }
  { Store(path("alive.db"), StoreMode::write).put(sample("k1")); }
  const std::vector<std::string> both{path("dead.db"), path("alive.db")};
  merge(path("out.db"), both);
  EXPECT_EQ(Store(path("out.db"), StoreMode::read).get("k1")->status, RowStatus::missed);
  const std::vector<std::string> again{path("dead.db")};
  merge(path("out.db"), again);
  EXPECT_EQ(Store(path("out.db"), StoreMode::read).get("k1")->status, RowStatus::missed);
}

// More rows than are read at a time, which 4 MB of texts are: none twice, none left out, in order.
TEST_F(StoreFile, AllRowsComeInOrderHoweverManyAreReadAtATime) {
  Store store(path("a.db"), StoreMode::write);
  std::vector<std::string> keys;
  store.at_once([&] {
    for (int k = 0; k < 20; ++k) {
      Row row = sample("k" + std::to_string(10 + k));
      row.reason = std::string(500000, 'r');
      keys.push_back(row.key);
      store.put(row);
    }
  });
  std::vector<std::string> brief, whole;
  store.each_brief_row([&](Row&& row) { brief.push_back(row.key); });
  store.each_whole_row(keys, [&](Row&& row) {
    whole.push_back(row.key);
    EXPECT_EQ(row.series.size(), 1u);
  });
  EXPECT_EQ(brief, keys);
  EXPECT_EQ(whole, keys);
  std::vector<std::string> texts;
  store.each_text([](Row&& row) { return row.key + std::to_string(row.series.size()); },
                  [&](const std::string& text) { texts.push_back(text); });
  std::vector<std::string> expected;
  for (const std::string& key : keys)
    expected.push_back(key + "1");
  EXPECT_EQ(texts, expected);
}

// A kill loses nothing that was put: not while other rows are being read, either.
TEST_F(StoreFile, ARowThatIsPutWhileOthersAreReadIsCommitted) {
  Store store(path("a.db"), StoreMode::write);
  store.put(sample("k1"));
  store.put(sample("k2"));
  int seen = 0;
  store.each_brief_row([&](Row&& row) {
    store.put(sample("copy of " + row.key));
    ++seen;
    EXPECT_TRUE(Store(path("a.db"), StoreMode::read).contains("copy of " + row.key));
  });
  EXPECT_EQ(seen, 2);
}

TEST_F(StoreFile, CsvQuotesWhatNeedsIt) {
  Store store(path("a.db"), StoreMode::write);
  store.put(sample("k1"));
  std::ostringstream out;
  export_csv(store, out);
  const std::string text = out.str();
  EXPECT_NE(text.find("\"a \"\"plan\"\", with a comma\""), std::string::npos) << text;
  EXPECT_NE(text.find(",0.30000000000000004"), std::string::npos) << text;
  std::ostringstream series;
  export_series_csv(store, "e", series);
  EXPECT_EQ(series.str(),
            "key,problem,scheme,solver,series,time,value\nk1,p,s,v,e,0,1\nk1,p,s,v,e,0.1,"
            "0.3333333333333333\nk1,p,s,v,e,0.2,-0\n");
}

// A run that was not timed has no times, also where other rows have some: the mean of a column
// must not count it as one that took no time.
TEST_F(StoreFile, CsvHasNoTimesOfARunThatWasNotTimed) {
  Store store(path("a.db"), StoreMode::write);
  Row untimed = sample("untimed");
  untimed.timing = Timing{0, 0.0, 0.0, 0.0, {}, 12.5};
  store.put(untimed);
  const auto csv = [&] {
    std::ostringstream out;
    export_csv(store, out);
    return out.str();
  };
  for (const char* column : {"cpu_median", "cpu_min", "cpu_spread", "wall_min"})
    EXPECT_EQ(csv().find(column), std::string::npos) << column;
  EXPECT_NE(csv().find(",threads"), std::string::npos) << "what it was given is known";
  store.put(sample("timed"));
  EXPECT_NE(csv().find(",b,,,,"), std::string::npos) << csv();
  EXPECT_NE(csv().find(",b,0.2,0.1,0.3,"), std::string::npos) << csv();
}

TEST_F(StoreFile, ReadingMakesNoFileAndForeignFilesAreRefused) {
  EXPECT_THROW(Store(path("none.db"), StoreMode::read), ConfigurationError);
  EXPECT_FALSE(std::filesystem::exists(path("none.db")));
  EXPECT_THROW(row_from_json("{\"key\": 3}"), ConfigurationError);
  EXPECT_THROW(row_from_json("not json"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
