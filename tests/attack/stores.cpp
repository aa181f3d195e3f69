// Stores and rows of strangers.

#include "benchmarks/store/store.hpp"
#include "tests/attack/classes.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace impactbench::attack {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool execute(const std::string& db, const std::string& sql) {
  sqlite3* handle = nullptr;
  const bool done = sqlite3_open(db.c_str(), &handle) == SQLITE_OK &&
                    sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
  sqlite3_close(handle);
  return done;
}

}  // namespace

Verdict damaged_rows(Arena& arena, Random& random) {
  const std::string whole = arena.fixture("rows.jsonl");
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < slurp(whole).size();) {
    const std::string text = slurp(whole);
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  // A line keeps its beginning, by which the file is known to be one of rows.
  std::string& line = lines[random.below(lines.size())];
  line = line.substr(0, 2) + damaged(line.substr(2), random);
  std::string text;
  for (const std::string& l : lines)
    text += l + '\n';
  const std::string file = arena.folder.write("d.jsonl", text);
  const Ended ended =
      arena.run(random.chance(0.5) ? Words{"compare", whole, file} : Words{"check", file});
  if (auto wrong = in_order(ended, {0, 1, 2})) return *wrong;
  if (ended.status == 2 && ended.err.find("d.jsonl:") == std::string::npos &&
      ended.err.find("there is no") == std::string::npos &&
      ended.err.find("is not allowed") == std::string::npos &&
      ended.err.find("no parameter") == std::string::npos &&
      ended.err.find("must be") == std::string::npos)
    return "file and line are not named: " + ended.err;
  return std::nullopt;
}

Verdict damaged_store(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db");
  const std::string text = damaged_bytes(slurp(db), random);
  arena.folder.write("s.db", text);
  const Words words = random.of(std::vector<Words>{{"export", db, "--digest"},
                                                   {"export", db, "--csv", "-"},
                                                   {"export", db, "--jsonl", "-"},
                                                   {"compare", db, db},
                                                   {"check", db},
                                                   {"merge", arena.path("m.db"), db}});
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {0, 1, 2})) return words[0] + ": " + *wrong;
  if (ended.status == 2 && ended.err.find("s.db") == std::string::npos &&
      ended.err.find("there is no") == std::string::npos &&
      ended.err.find("must be") == std::string::npos &&
      ended.err.find("no parameter") == std::string::npos)
    return "the store is not named: " + ended.err;
  if (slurp(db) != text) return words[0] + ": the store has changed";
  return std::nullopt;
}

Verdict foreign_schema(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db");
  static const Words endless{
      "WITH RECURSIVE c(key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM c) SELECT * FROM c",
      "SELECT 1", "SELECT load_extension('x')", "SELECT * FROM rows"};
  static const Words columns{"key", "key TEXT PRIMARY KEY, row TEXT", "a, b, c",
                             "key, series BLOB"};
  static const Words events{"INSERT", "UPDATE", "DELETE"};
  std::string sql;
  switch (random.below(6)) {
    case 0:
      sql = "ALTER TABLE rows RENAME TO old; CREATE VIEW rows AS " + endless[random.below(2)];
      break;
    case 1:
      sql = "CREATE TRIGGER t BEFORE " + random.of(events) + " ON rows BEGIN DELETE FROM rows; END";
      break;
    case 2:
      sql = "DROP TABLE rows; CREATE TABLE rows (" + random.of(columns) + ")";
      break;
    case 3:
      sql = "CREATE TABLE more (" + random.of(columns) + ")";
      break;
    case 4:
      sql = "CREATE INDEX i ON rows (" + random.of(Words{"row", "status", "plan, problem"}) + ")";
      break;
    default:
      sql = "CREATE VIEW v AS " + random.of(endless);
  }
  if (!execute(db, sql)) return "the attack itself failed: " + sql;
  const std::string before = slurp(db);
  const std::vector<Words> commands{{"export", db, "--csv", "-"},
                                    {"run", arena.fixture("plan.toml"), "--store", db},
                                    {"merge", arena.path("m.db"), db},
                                    {"compare", db, db}};
  const Words& words = random.of(commands);
  const Ended ended = arena.run(words);
  if (auto wrong = in_order(ended, {2})) return words[0] + " after " + sql + ": " + *wrong;
  if (ended.err.find("is not a store") == std::string::npos) return sql + ": " + ended.err;
  if (slurp(db) != before) return "the store has changed";
  return std::nullopt;
}

Verdict hot_journal(Arena& arena, Random& random) {
  const std::string db = arena.fixture("s.db");
  const Ended whole = arena.run({"export", db, "--digest"});
  const std::string blob = std::to_string(1000 + random.below(60000));
  const pid_t writer = fork();
  if (writer == 0) {
    sqlite3* handle = nullptr;
    sqlite3_open(db.c_str(), &handle);
    for (const std::string& sql :
         {std::string("PRAGMA journal_mode=") + (random.chance(0.5) ? "DELETE" : "PERSIST"),
          std::string("PRAGMA cache_size=1"), std::string("PRAGMA cache_spill=1"),
          std::string("BEGIN IMMEDIATE"),
          "UPDATE rows SET row = zeroblob(" + blob + "), series = zeroblob(" + blob + ")",
          std::string(random.chance(0.5) ? "DELETE FROM rows" : "UPDATE rows SET plan = 'other'")})
      sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
    kill(getpid(), SIGKILL);
  }
  waitpid(writer, nullptr, 0);
  const Ended ended = arena.run({"export", db, "--digest"});
  if (auto wrong = in_order(ended, {0})) return *wrong;
  if (ended.out != whole.out) return "other rows than before the transaction";
  return std::nullopt;
}

}  // namespace impactbench::attack
