#include "benchmarks/store/store.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/sentence.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

namespace impactbench {
namespace {

using testing::sentence_of;

Row example(int number = 0) {
  Row row;
  row.cell = {.problem = "box, \"81\"",
              .scheme = "inc",
              .solver = "superlu",
              .problem_parameters = {{"mass", 0.1}, {"count", std::int64_t{number}}},
              .scheme_parameters = {{"variant", std::string("ec")}, {"warm", true}},
              .solver_parameters = {},
              .dt = 1e-3,
              .dt_precision = "single",
              .tolerance_set = "default"};
  row.plan = "a plan";
  row.status = RowStatus::missed;
  row.reason = "first line,\nand \"second\"";
  row.unexpected_pass = true;
  // Numbers that decimal output with too few digits would change.
  row.quantities = {{"third", 1.0 / 3.0},
                    {"tiny", std::numeric_limits<double>::denorm_min()},
                    {"next", std::nextafter(1.0, 2.0)},
                    {"minus_zero", -0.0}};
  row.series["energy"] = {{0.0, 0.1, 0.30000000000000004}, {1.0, 1.0 / 7.0, -2e-308}};
  row.checks = {{"limit:x", 1.0 / 3.0, 0.0, 0.1, false, "known"},
                {"truth:y", std::nullopt, -std::numeric_limits<double>::infinity(), 1.0, false,
                 std::nullopt}};
  row.timing = Timing{3, 0.1, 0.2, 0.3, {{"solve", 0.5}}};
  row.environment = {{"host", "here"}};
  row.revision = "abc";
  row.build = "def";
  row.key = content_key(row.cell, row.revision, row.build);
  return row;
}

class StoreFiles : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const char* name = "s.db") const { return folder_ / name; }
  testing::Scratch folder_;
};

// A solver may report anything; the row that says so must survive.
TEST_F(StoreFiles, NotANumberAndBrokenTextSurvive) {
  Row row = example();
  row.quantities["worst"] = std::numeric_limits<double>::infinity();
  row.quantities["none"] = std::numeric_limits<double>::quiet_NaN();
  row.reason = "bytes \xff that are no text";
  const Row back = row_from_json(to_json(row, RowExtent::whole));
  EXPECT_TRUE(std::isinf(back.quantities.at("worst")));
  EXPECT_TRUE(std::isnan(back.quantities.at("none")));
  EXPECT_NE(back.reason.find("bytes"), std::string::npos);
}

// Who queries the file by hand would take a zero for the time of a run.
TEST_F(StoreFiles, WhatWasNotTimedHasNoTime) {
  Row timed = example(1), untimed = example(2), refused = example(3);
  untimed.timing = Timing{};
  refused.timing.reset();
  {
    Store store(path(), StoreMode::write);
    for (const Row* row : {&timed, &untimed, &refused})
      store.put(*row);
  }
  sqlite3* handle = nullptr;
  std::string times;
  ASSERT_EQ(sqlite3_open(path().c_str(), &handle), SQLITE_OK);
  const auto hear = [](void* text, int, char** columns, char**) {
    *static_cast<std::string*>(text) += columns[0] == nullptr ? "none " : columns[0];
    return 0;
  };
  sqlite3_exec(handle, "SELECT cpu_min FROM rows ORDER BY cpu_min", hear, &times, nullptr);
  sqlite3_close(handle);
  EXPECT_EQ(times, "none none 0.1");
}

TEST_F(StoreFiles, KeysTellCellsApartAndForgetNothing) {
  const Row row = example();
  EXPECT_EQ(row.key.size(), 32U);
  std::vector<std::string> keys{row.key};
  std::vector<Cell> others(6, row.cell);
  others[0].dt = std::nextafter(1e-3, 1.0);
  others[1].dt_precision = "double";
  others[2].scheme_parameters["warm"] = false;
  others[3].solver = "eigen_ldlt";
  others[4].tolerance_set = "tight";
  others[5].problem_parameters["mass"] = 0.2;
  for (const Cell& cell : others)
    keys.push_back(content_key(cell, "abc", "def"));
  keys.push_back(content_key(row.cell, "abd", "def"));
  keys.push_back(content_key(row.cell, "abc", "dee"));
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::unique(keys.begin(), keys.end()), keys.end());
}

TEST_F(StoreFiles, MergeIsIdempotentAndFreeOfOrder) {
  Row failed = example(1);
  failed.status = RowStatus::timed_out;
  {
    Store a(path("a.db"), StoreMode::write);
    a.put(example(0));
    a.put(failed);
    Store b(path("b.db"), StoreMode::write);
    b.put(example(1));
    b.put(example(2));
    Row other_failure = example(3);
    other_failure.status = RowStatus::out_of_memory;
    a.put(other_failure);
    other_failure.status = RowStatus::crashed;
    b.put(other_failure);
  }
  const std::array<std::string, 2> forward{path("a.db"), path("b.db")};
  const std::array<std::string, 2> backward{path("b.db"), path("a.db")};
  merge(path("ab.db"), forward);
  merge(path("ab.db"), forward);
  merge(path("ba.db"), backward);
  const Store ab(path("ab.db"), StoreMode::read);
  EXPECT_EQ(ab.size(), 4U);
  EXPECT_EQ(ab.digest(), Store(path("ba.db"), StoreMode::read).digest());
  EXPECT_EQ(ab.get(failed.key)->status, RowStatus::missed) << "a row that ran wins";
}

/// The cells of the lines of a CSV file (RFC 4180).
std::vector<std::vector<std::string>> lines_of(const std::string& text) {
  std::vector<std::vector<std::string>> out{{""}};
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"' && quoted && k + 1 < text.size() && text[k + 1] == '"') {
      out.back().back() += text[++k];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.back().emplace_back();
    } else if (c == '\n' && !quoted) {
      out.push_back({""});
    } else {
      out.back().back() += c;
    }
  }
  out.pop_back();
  return out;
}

// Names come from plug-ins and rows from strangers: a spreadsheet must not compute them, and each
// line must have as many cells as the first.
TEST_F(StoreFiles, CsvHoldsWhateverNamesThereAre) {
  Row row = example(1);
  row.cell.scheme = "=cmd|' /C calc'!A0";
  row.cell.solver = "a,b\"c\nd";
  row.reason = "bytes \xff\xc0\xaf here";
  row.cell.scheme_parameters["x,\"y\""] = std::string("+1+2");
  row.cell.scheme_parameters["below"] = -0.5;
  row.key = content_key(row.cell, row.revision, row.build);
  Store store(path(), StoreMode::write);
  store.put(row);
  std::ostringstream out;
  export_csv(store, out);
  const auto lines = lines_of(out.str());
  ASSERT_EQ(lines.size(), 2U);
  ASSERT_EQ(lines[0].size(), lines[1].size());
  std::map<std::string, std::string> cells;
  for (std::size_t k = 0; k < lines[0].size(); ++k)
    cells[lines[0][k]] = lines[1][k];
  EXPECT_EQ(cells.at("scheme"), "'=cmd|' /C calc'!A0");
  EXPECT_EQ(cells.at("solver"), row.cell.solver);
  EXPECT_EQ(cells.at("scheme.x,\"y\""), "'+1+2");
  EXPECT_EQ(cells.at("scheme.below"), "-0.5") << "a number is no formula";
  for (const auto& [name, text] : cells) {
    for (std::size_t at = 0; at < text.size(); at += utf8_length(text, at))
      ASSERT_GT(utf8_length(text, at), 0U) << name << ": " << text;
  }
}

// A row that a full disk spoilt ranks below any run of its cell, in either order.
TEST_F(StoreFiles, MergePrefersARunToACrashAndThatToTroubleOfTheMachine) {
  const auto store_of = [&](const char* name, RowStatus first, RowStatus second) {
    Store store(path(name), StoreMode::write);
    Row row = example(1);
    row.status = first;
    store.put(row);
    row = example(2);
    row.status = second;
    store.put(row);
  };
  store_of("a.db", RowStatus::failed, RowStatus::failed);
  store_of("b.db", RowStatus::missed, RowStatus::crashed);
  for (const std::array<std::string, 2>& order :
       {std::array{path("a.db"), path("b.db")}, std::array{path("b.db"), path("a.db")}}) {
    std::filesystem::remove(path("out.db"));
    merge(path("out.db"), order);
    const Store out(path("out.db"), StoreMode::read);
    EXPECT_EQ(out.get(example(1).key)->status, RowStatus::missed);
    EXPECT_EQ(out.get(example(2).key)->status, RowStatus::crashed);
  }
}

TEST_F(StoreFiles, MergeRefusesTwoResultsOfOneKeyAndWritesNothing) {
  Row different = example(1);
  different.quantities["third"] = 0.3;
  Store(path("a.db"), StoreMode::write).put(example(1));
  {
    Store b(path("b.db"), StoreMode::write);
    b.put(different);
    b.put(example(2));
  }
  const std::array<std::string, 2> inputs{path("a.db"), path("b.db")};
  const std::string sentence = sentence_of([&] { merge(path("out.db"), inputs); });
  EXPECT_NE(sentence.find(different.key), std::string::npos) << sentence;
  EXPECT_FALSE(std::filesystem::exists(path("out.db")));
}

// Nobody writes to the pipe: to wait for it would take for ever.
TEST_F(StoreFiles, AHashIsOfAFileAndNotOfAPipe) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(5);
    try {
      (void)file_hash(path("pipe"));
    } catch (const ConfigurationError&) {
      _exit(0);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(StoreFiles, ReadingLeavesNoFilesBehind) {
  Store(path(), StoreMode::write).put(example());
  EXPECT_EQ(Store(path(), StoreMode::read).size(), 1U);
  int files = 0;
  for ([[maybe_unused]] const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(path()).parent_path()))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST_F(StoreFiles, NamesWithSpecialCharactersAreJustNames) {
  const char* name = "50% of #1?.db";
  Store(path(name), StoreMode::write).put(example());
  EXPECT_TRUE(std::filesystem::exists(path(name)));
  EXPECT_EQ(Store(path(name), StoreMode::read).size(), 1U);
}

/// Runs `action` in a child that may not write here, even if the tests run as root.
int as_nobody(const std::function<bool()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(3);
    _exit(action() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(StoreFiles, AReadOnlyStoreIsReadAndRefusesToBeWritten) {
  Store(path(), StoreMode::write).put(example());
  chmod(path().c_str(), 0444);
  chmod((folder_ / "").c_str(), 0555);
  EXPECT_EQ(as_nobody([&] { return Store(path(), StoreMode::read).size() == 1; }), 0);
  EXPECT_EQ(as_nobody([&] {
              const std::string s = sentence_of([&] { Store(path(), StoreMode::write); });
              return s.find(path()) != std::string::npos && s.find("cannot") != std::string::npos;
            }),
            0);
  EXPECT_EQ(as_nobody([&] {
              const std::string s = sentence_of([&] { Store(path("new.db"), StoreMode::write); });
              return s.find("new.db") != std::string::npos && s.find("cannot") != std::string::npos;
            }),
            0);
  chmod((folder_ / "").c_str(), 0755);
}

// A full disk, played by the limit on the size of a file.
TEST_F(StoreFiles, WhatIsNoStoreIsLeftAlone) {
  const std::string text = folder_.write("notes.txt", std::string(5000, 'x'));
  EXPECT_NE(sentence_of([&] { Store(text, StoreMode::write); }).find("not a database"),
            std::string::npos);
  EXPECT_EQ(slurp(text), std::string(5000, 'x'));

  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path("other.db").c_str(), &db), SQLITE_OK);
  sqlite3_exec(db, "CREATE TABLE mine (x)", nullptr, nullptr, nullptr);
  sqlite3_close(db);
  const std::string before = slurp(path("other.db"));
  EXPECT_NE(sentence_of([&] { Store(path("other.db"), StoreMode::write); }).find("not a store"),
            std::string::npos);
  EXPECT_EQ(slurp(path("other.db")), before);

  Store(path(), StoreMode::write).put(example());
  ASSERT_EQ(sqlite3_open(path().c_str(), &db), SQLITE_OK);
  sqlite3_exec(db, "PRAGMA user_version=99", nullptr, nullptr, nullptr);
  sqlite3_close(db);
  EXPECT_NE(sentence_of([&] { Store(path(), StoreMode::read); }).find("schema 99"),
            std::string::npos);
}

// RFC 4180: a field with comma, quote or line break is quoted, quotes are doubled.
TEST_F(StoreFiles, ABareCopyOfAnOpenStoreSaysThatRowsMayBeMissing) {
  const std::string bare = path("bare.db"), both = path("both.db"), early = path("early.db");
  {
    Store store(path("new.db"), StoreMode::write);
    std::filesystem::copy_file(path("new.db"), early);
  }
  const std::string empty = sentence_of([&] { const Store copy(early, StoreMode::read); });
  EXPECT_NE(empty.find("copied without its log"), std::string::npos) << empty;
  { Store(path(), StoreMode::write).put(example(0)); }
  {
    Store store(path(), StoreMode::write);
    store.put(example(1));
    std::filesystem::copy_file(path(), bare);
    std::filesystem::copy_file(path(), both);
    std::filesystem::copy_file(path() + "-wal", both + "-wal");
    // The row is in the log: one copy has it, the other neither has it nor hides that.
    EXPECT_EQ(Store(both, StoreMode::read).size(), 2U);
    EXPECT_EQ(Store(bare, StoreMode::read).size(), 1U);
    EXPECT_EQ(Store(both, StoreMode::read).warning(), "");
    EXPECT_EQ(Store(path(), StoreMode::read).warning(), "") << "its log lies beside it";
  }
  const std::string warning = sentence_of([&] {
    const Store copy(bare, StoreMode::read);
    throw ConfigurationError(copy.warning());
  });
  EXPECT_NE(warning.find("bare.db' may lack its last rows"), std::string::npos) << warning;
  EXPECT_NE(warning.find("bare.db-wal"), std::string::npos) << warning;
  // Closed by who wrote it, a store is one file, whole in any copy.
  EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
  std::filesystem::copy_file(path(), path("closed.db"));
  const Store closed(path("closed.db"), StoreMode::read);
  EXPECT_EQ(closed.warning(), "");
  EXPECT_EQ(closed.size(), 2U);
}

TEST_F(StoreFiles, ASecondWriterKeepsTheLogOfTheFirst) {
  Store first(path(), StoreMode::write);
  {
    Store second(path(), StoreMode::write);
    second.put(example(1));
  }
  first.put(example(2));
  EXPECT_EQ(Store(path(), StoreMode::read).size(), 2U);
  EXPECT_EQ(Store(path(), StoreMode::read).warning(), "");
}

}  // namespace
}  // namespace impactbench
