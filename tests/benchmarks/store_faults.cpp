// Faults that a store must survive: killed writers, a file that vanishes, readers during
// publishing. A full disk and a read-only folder: full_disk, store_files.cpp.

#include "benchmarks/store/file_system.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cstdlib>
#include <random>
#include <sstream>
#include <thread>

namespace impactbench::testing {
namespace {

Row numbered(int writer, int number) {
  Row row;
  row.cell.problem = "writer " + std::to_string(writer);
  row.cell.scheme = "any";
  row.cell.solver = "none";
  row.cell.problem_parameters = {{"number", std::int64_t{number}}};
  row.cell.dt = 1.0;
  row.status = RowStatus::passed;
  // Some pages long, so that a commit is more than one write.
  row.series["wave"].time.assign(400, 0.5 * number);
  row.series["wave"].value.assign(400, 0.25 * writer);
  row.key = content_key(row.cell, "revision", "build");
  return row;
}

/// Puts rows for ever; after each, and not before, its key goes to `acknowledged`.
[[noreturn]] void write_rows(const std::string& db, const std::string& acknowledged, int writer) {
  const int out = open(acknowledged.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  Store store(db, StoreMode::write);
  for (int number = 0;; ++number) {
    const Row row = numbered(writer, number);
    store.put(row);
    const std::string line = row.key + '\n';
    if (write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(1);
  }
}

std::string integrity(const std::string& db) {
  sqlite3* handle = nullptr;
  std::string out = "no answer";
  sqlite3_open(db.c_str(), &handle);
  const auto hear = [](void* text, int, char** columns, char**) {
    *static_cast<std::string*>(text) = columns[0];
    return 0;
  };
  sqlite3_exec(handle, "PRAGMA integrity_check", hear, &out, nullptr);
  sqlite3_close(handle);
  return out;
}

/// One round; returns how many rows had been acknowledged.
std::size_t killed_round(const Scratch& scratch, const std::string& name, int milliseconds) {
  const std::string db = scratch / (name + ".db");
  { const Store made(db, StoreMode::write); }
  std::vector<pid_t> writers;
  for (int writer = 0; writer < 8; ++writer) {
    writers.push_back(fork());
    if (writers.back() == 0) {
      try {
        write_rows(db, scratch / (name + "-" + std::to_string(writer)), writer);
      } catch (const std::exception&) {
        _exit(1);
      }
    }
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  for (const pid_t writer : writers)
    kill(writer, SIGKILL);
  for (const pid_t writer : writers) {
    int status = 0;
    waitpid(writer, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "a writer gave up by itself";
  }
  std::size_t count = 0;
  const Store store(db, StoreMode::read);
  for (int writer = 0; writer < 8; ++writer) {
    std::istringstream keys(slurp(scratch / (name + "-" + std::to_string(writer))));
    for (std::string key; std::getline(keys, key); ++count) {
      const auto row = store.get(key);
      if (!row) {
        ADD_FAILURE() << "acknowledged and lost: " << key;
        continue;
      }
      const Row whole = numbered(
          writer,
          static_cast<int>(std::get<std::int64_t>(row->cell.problem_parameters.at("number"))));
      EXPECT_EQ(row->key, whole.key);
      EXPECT_EQ(row->series.at("wave").time, whole.series.at("wave").time) << "torn: " << key;
      EXPECT_EQ(row->series.at("wave").value, whole.series.at("wave").value) << "torn: " << key;
    }
  }
  EXPECT_EQ(integrity(db), "ok");
  return count;
}

// 3 rounds; IMPACTBENCH_ROUNDS says how many (tests/long/run: 100).
TEST(StoreFaults, EightKilledWritersLoseNoRowThatWasAcknowledged) {
  const char* wanted = std::getenv("IMPACTBENCH_ROUNDS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 3;
  ASSERT_GT(rounds, 0);
  std::mt19937 random(20250101);
  std::size_t acknowledged = 0;
  for (int round = 0; round < rounds; ++round) {
    const Scratch scratch;
    acknowledged += killed_round(scratch, "s", 200 + static_cast<int>(random() % 800U));
  }
  EXPECT_GT(acknowledged, static_cast<std::size_t>(5 * rounds)) << "nothing was tested";
  RecordProperty("acknowledged", static_cast<int>(acknowledged));
  std::printf("%d rounds, %zu rows acknowledged\n", rounds, acknowledged);
}

// Rows written to a file that has lost its name are lost with the process: they must be kept.
TEST(StoreFaults, AStoreThatVanishesIsKeptUnderAnotherName) {
  const Scratch scratch;
  Store store(scratch / "s.db", StoreMode::write);
  store.put(numbered(0, 0));
  for (const char* end : {"", "-wal", "-shm"})
    std::filesystem::remove(scratch / (std::string("s.db") + end));
  std::string sentence;
  try {
    store.put(numbered(0, 1));
  } catch (const ConfigurationError& e) {
    sentence = e.what();
  }
  ASSERT_NE(sentence.find("was removed or replaced"), std::string::npos) << sentence;
  const std::string kept = scratch / ("s.db.kept-" + std::to_string(getpid()));
  EXPECT_NE(sentence.find(kept), std::string::npos) << sentence;
  EXPECT_EQ(Store(kept, StoreMode::read).size(), 2U) << "also the row that was being put";
}

// statfs(2): NFS 0x6969, Lustre 0x0bd00bd0, CIFS 0xff534d42; ext4 0xef53, tmpfs 0x01021994.
TEST(StoreFaults, AWriteAheadLogNeedsALocalFileSystem) {
  for (const std::uint64_t shared : {0x6969U, 0x0bd00bd0U, 0xff534d42U, 0x65735546U})
    EXPECT_TRUE(shared_by_machines(shared)) << shared;
  for (const std::uint64_t local : {0xef53U, 0x01021994U, 0x58465342U, 0x794c7630U})
    EXPECT_FALSE(shared_by_machines(local)) << local;
  const Scratch scratch;
  {
    Store store(scratch / "s.db", StoreMode::write);
    store.put(numbered(0, 0));
    // Bytes 18 and 19 of the file say which journal: 2 a write-ahead log, 1 one to roll back from.
    EXPECT_EQ(slurp(scratch / "s.db").substr(18, 2),
              on_network(scratch / "s.db") ? "\1\1" : "\2\2");
  }
  EXPECT_EQ(slurp(scratch / "s.db").substr(18, 2), "\1\1") << "closed, it has no log";
  Store(scratch / "s.db", StoreMode::write).publish(scratch / "copy.db");
  EXPECT_EQ(slurp(scratch / "copy.db").substr(18, 2), "\1\1") << "a log beside what is published";
}

/// A store of ten rows, and a writer in the mode for network file systems that was killed in a
/// transaction whose first pages are in the file already: its journal is hot.
std::string torn_store(const Scratch& scratch) {
  const std::string db = scratch / "torn.db";
  {
    Store store(db, StoreMode::write);
    for (int number = 0; number < 10; ++number)
      store.put(numbered(0, number));
  }
  const pid_t writer = fork();
  if (writer == 0) {
    sqlite3* handle = nullptr;
    sqlite3_open(db.c_str(), &handle);
    for (const char* sql :
         {"PRAGMA journal_mode=DELETE", "PRAGMA cache_size=1", "PRAGMA cache_spill=1", "BEGIN",
          "UPDATE rows SET row = zeroblob(40000), series = zeroblob(40000)"})
      sqlite3_exec(handle, sql, nullptr, nullptr, nullptr);
    kill(getpid(), SIGKILL);
  }
  waitpid(writer, nullptr, 0);
  return db;
}

// The pages of the file are those of the transaction that was never finished: they must not be
// read.
TEST(StoreFaults, AJournalThatAKilledWriterLeftIsRolledBackByReaders) {
  const Scratch scratch;
  const std::string db = torn_store(scratch);
  ASSERT_GT(std::filesystem::file_size(db + "-journal"), 512U) << "nothing was spilled";
  const Store store(db, StoreMode::read);
  EXPECT_EQ(store.rows().size(), 10U);
  EXPECT_EQ(integrity(db), "ok");
  EXPECT_FALSE(std::filesystem::exists(db + "-journal"));
}

// Where it cannot be rolled back nothing is believed.
TEST(StoreFaults, AJournalThatCannotBeRolledBackIsSaid) {
  const Scratch scratch;
  const std::string db = torn_store(scratch);
  chmod(db.c_str(), 0444);
  chmod(scratch.path().c_str(), 0555);
  const pid_t nobody = fork();
  if (nobody == 0) {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(3);
    try {
      (void)Store(db, StoreMode::read).rows();
    } catch (const ConfigurationError& e) {
      _exit(std::string(e.what()).find("was stopped in the middle") != std::string::npos ? 0 : 1);
    }
    _exit(2);
  }
  int status = 0;
  waitpid(nobody, &status, 0);
  chmod(scratch.path().c_str(), 0755);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// A reader that began waits for a writer's lock, and does not look at half of what it writes.
TEST(StoreFaults, AReaderRespectsTheLockOfAWriter) {
  const Scratch scratch;
  const std::string db = scratch / "s.db";
  Store(db, StoreMode::write).put(numbered(0, 0));
  sqlite3* writer = nullptr;
  ASSERT_EQ(sqlite3_open(db.c_str(), &writer), SQLITE_OK);
  sqlite3_exec(writer, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr);
  std::thread commits([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    sqlite3_exec(writer, "DELETE FROM rows", nullptr, nullptr, nullptr);
    sqlite3_exec(writer, "COMMIT", nullptr, nullptr, nullptr);
  });
  EXPECT_EQ(Store(db, StoreMode::read).size(), 0U) << "read while it was locked";
  commits.join();
  sqlite3_close(writer);
}

// Foreign objects beside our table, or in its place, are refused: a view could be endless, a
// trigger would run with each row.
TEST(StoreFaults, AForeignSchemaIsRefusedBeforeItIsRead) {
  const Scratch scratch;
  for (const char* sql :
       {"DROP TABLE rows; CREATE VIEW rows AS WITH RECURSIVE c(key) AS (SELECT 1 UNION ALL SELECT "
        "key + 1 FROM c) SELECT key, 1 plan, 1 problem, 1 scheme, 1 solver, 1 dt, 1 status, 1 "
        "reason, "
        "1 cpu_min, 1 revision, 1 build, 1 row, 1 series FROM c",
        "CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
        "ALTER TABLE rows ADD COLUMN more TEXT", "CREATE TABLE other (x)", "DROP TABLE rows"}) {
    const std::string db = scratch / "s.db";
    std::filesystem::remove(db);
    Store(db, StoreMode::write).put(numbered(0, 0));
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(db.c_str(), &handle), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(handle);
    for (const StoreMode mode : {StoreMode::read, StoreMode::write}) {
      try {
        (void)Store(db, mode).size();
        ADD_FAILURE() << "taken for ours: " << sql;
      } catch (const ConfigurationError& e) {
        EXPECT_NE(std::string(e.what()).find("is not a store"), std::string::npos) << e.what();
      }
    }
  }
}

// A damaged row says where it is, in our words.
TEST(StoreFaults, ADamagedRowIsNamedByItsStoreAndKey) {
  const Scratch scratch;
  const std::string db = scratch / "s.db";
  const Row row = numbered(0, 0);
  Store(db, StoreMode::write).put(row);
  for (const char* sql :
       {"UPDATE rows SET row = '{\"key\": 1}'", "UPDATE rows SET row = 'x'",
        "UPDATE rows SET row = replace(row, 'writer 0', 'writer 1'), key = 'other'"}) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(db.c_str(), &handle), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(handle);
    for (const bool as_text : {false, true}) {
      try {
        const Store store(db, StoreMode::read);
        if (as_text) {
          store.each_text([](Row&& of) { return of.key; }, [](const std::string&) {});
        } else {
          (void)store.rows();
        }
        ADD_FAILURE() << sql;
      } catch (const ConfigurationError& e) {
        EXPECT_TRUE(std::string(e.what()).starts_with("store '" + db + "', row ")) << e.what();
        EXPECT_EQ(std::string(e.what()).find("json.exception"), std::string::npos) << e.what();
      }
    }
    Store(db, StoreMode::write).put(row);
  }
}

// A reader of the published file finds a complete store at any instant, and never fewer rows.
TEST(StoreFaults, APublishedStoreIsCompleteAtEachInstant) {
  const Scratch scratch;
  const std::string published = scratch / "published.db";
  const pid_t writer = fork();
  if (writer == 0) {
    Store store(scratch / "local.db", StoreMode::write);
    for (int number = 0;; ++number) {
      store.put(numbered(0, number));
      store.publish(published);
    }
  }
  std::size_t seen = 0, looks = 0;
  for (int pause = 0; pause < 10000 && seen < 20; ++pause) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (!std::filesystem::exists(published)) continue;
    const Store store(published, StoreMode::read);
    EXPECT_GE(store.size(), std::max(seen, std::size_t{1}));
    seen = store.size();
    ++looks;
  }
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  EXPECT_GE(seen, 20U);
  EXPECT_GT(looks, 3U);
  EXPECT_EQ(integrity(published), "ok");
}

}  // namespace
}  // namespace impactbench::testing
