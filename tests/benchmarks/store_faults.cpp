// What a store must survive: killed writers, a file that vanishes, readers of what is being
// published. A full disk and a read-only folder: full_disk, store_files.cpp.

#include "benchmarks/store/file_system.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/model/error.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

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

// What is written to a file that has lost its name is lost with the process: it must be kept.
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

// Who reads the published file at any instant finds a complete store, and never fewer rows.
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
