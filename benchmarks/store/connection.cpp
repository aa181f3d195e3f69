#include "benchmarks/store/connection.hpp"

#include "benchmarks/files/inputs.hpp"
#include "benchmarks/store/file_system.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

namespace impactbench {
namespace {

constexpr std::int64_t schema_version = 2;

/// The table of a version of the schema. Scalar columns are for people who query the file by hand;
/// `row` holds everything but histories and frames. Without a rowid, as in version 1, SQLite reads
/// the whole of each row that it passes on the way to a key; there frames were in the text.
std::string table_of(std::int64_t version) {
  constexpr const char* columns =
      "key TEXT PRIMARY KEY, plan TEXT, problem TEXT, scheme TEXT, solver TEXT, dt REAL, "
      "status TEXT, reason TEXT, cpu_min REAL, revision TEXT, build TEXT, row TEXT NOT NULL, "
      "series BLOB";
  return version == 1 ? fmt::format("CREATE TABLE rows ({}) WITHOUT ROWID", columns)
                      : fmt::format("CREATE TABLE rows ({}, frames BLOB)", columns);
}

void mark_version(const StoreConnection& c) {
  c.run(fmt::format("PRAGMA user_version={}", schema_version).c_str(), "write");
}

/// The kind of journal that the file system can hold. Another process may be doing the same: the
/// switch ignores the busy timeout.
void choose_journal(const StoreConnection& c) {
  const char* wanted =
      on_network(c.path) ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL";
  for (int attempt = 1; sqlite3_exec(c.db, wanted, nullptr, nullptr, nullptr) != SQLITE_OK;
       ++attempt) {
    if (attempt == 200 || sqlite3_errcode(c.db) != SQLITE_BUSY) c.fail("write");
    sqlite3_sleep(50);
  }
}

/// Makes a store of version 1 one of version 2, whole or not at all; a second process finds it
/// made.
void update_tables(const StoreConnection& c) {
  c.run("BEGIN IMMEDIATE", "write");
  if (ask(c, "PRAGMA user_version") == 1) {
    c.run("ALTER TABLE rows RENAME TO version_1", "change tables");
    c.run(table_of(schema_version).c_str(), "create tables");
    c.run("INSERT INTO rows SELECT *, NULL FROM version_1", "write");
    c.run("DROP TABLE version_1", "change tables");
    mark_version(c);
  }
  c.run("COMMIT", "write");
}

/// Makes an empty file a store; a second process finds the tables made.
void create_tables(const StoreConnection& c) {
  if (ask(c, "SELECT count(*) FROM sqlite_master") != 0 && ask(c, "PRAGMA user_version") == 0) {
    throw ConfigurationError(fmt::format("'{}' is a database, but not a store of ours", c.path));
  }
  choose_journal(c);
  c.run("BEGIN IMMEDIATE", "write");
  if (ask(c, "PRAGMA user_version") == 0) {
    c.run(table_of(schema_version).c_str(), "create tables");
    mark_version(c);
  }
  c.run("COMMIT", "write");
}

void check_path(const std::string& path, StoreMode mode) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (path.empty()) throw ConfigurationError("a store needs the name of a file");
  if (fs::is_directory(path, ignored)) {
    throw ConfigurationError(fmt::format("store '{}' is a folder; it must be a file", path));
  }
  if (mode == StoreMode::read && !fs::exists(path, ignored)) {
    throw ConfigurationError(fmt::format("store '{}' does not exist", path));
  }
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    throw ConfigurationError(
        fmt::format("store '{}' is a device or a pipe; it must be a file", path));
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw ConfigurationError(
        fmt::format("store '{}': the folder '{}' does not exist", path, folder.string()));
  }
}

/// Whether the file says that a log beside it is part of it. SQLite's file format: byte 18 is 2 for
/// a write-ahead log, else 1.
bool marked_as_logged(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  in.seekg(18);
  return in.get() == 2;
}

bool lacks_its_log(const std::string& path) {
  std::error_code ignored;
  return marked_as_logged(path) && !std::filesystem::exists(path + "-wal", ignored);
}

/// How a file is opened.
enum class Access {
  write,
  read,      ///< through SQLite's locks, which leave nothing beside a file without a log
  as_it_is,  ///< without locks: a file that no process can write
};

std::string uri(const std::string& path, Access access) {
  // An absolute path after "file:" could be taken for a host if it began with two slashes.
  std::string out = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path)
    out += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  return access == Access::as_it_is ? out + "?immutable=1" : out;
}

/// Opens the file. Foreign views, triggers and functions in its schema have no rights, and a
/// damaged page is an error instead of a wrong value.
int open(const std::string& path, Access access, sqlite3*& db) {
  const int flags =
      SQLITE_OPEN_URI |
      (access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
  sqlite3_close(std::exchange(db, nullptr));
  const int code = sqlite3_open_v2(uri(path, access).c_str(), &db, flags, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_busy_timeout(db, 60000);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_exec(db, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
  return SQLITE_OK;
}

/// Whether the file can be read so; takes and gives back the lock of a reader.
int try_to_read(sqlite3* db) {
  return sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
}

/// A writer that was killed in a transaction has left a journal, which must be undone before
/// anything is read; SQLite does that for a connection that may write.
void roll_back(const std::string& path) {
  std::error_code missing;
  if (std::filesystem::file_size(path + "-journal", missing) == 0 || missing) return;
  sqlite3* db = nullptr;
  int code = sqlite3_open_v2(uri(path, Access::read).c_str(), &db,
                             SQLITE_OPEN_URI | SQLITE_OPEN_READWRITE, nullptr);
  if (code == SQLITE_OK) {
    sqlite3_busy_timeout(db, 60000);
    code = try_to_read(db);
  }
  const std::string why = db != nullptr ? sqlite3_errmsg(db) : "out of memory";
  sqlite3_close(db);
  if (code == SQLITE_OK) return;
  throw ConfigurationError(
      fmt::format("store '{0}': its writer was stopped in the middle, and its journal "
                  "'{0}-journal' cannot be "
                  "rolled back here: {1}; copy both to where they may be written",
                  path, why));
}

/// Opens the file of `c` for a reader. Locks are left out only where there is nothing to lock (a
/// bare copy of a store whose log is missing), or where the file system has none.
void open_to_read(StoreConnection& c) {
  namespace fs = std::filesystem;
  roll_back(c.path);
  std::error_code missing;
  const auto log = fs::file_size(c.path + "-wal", missing);
  const bool no_log = missing || log == 0;
  const bool bare = marked_as_logged(c.path) && no_log && !fs::exists(c.path + "-shm", missing);
  int code = open(c.path, bare ? Access::as_it_is : Access::read, c.db);
  if (code == SQLITE_OK && !bare) {
    code = try_to_read(c.db);
    const int why = sqlite3_extended_errcode(c.db);
    const bool no_locks =
        code == SQLITE_IOERR && (why == SQLITE_IOERR_RDLOCK || why == SQLITE_IOERR_LOCK ||
                                 why == SQLITE_IOERR_CHECKRESERVEDLOCK);
    if (no_locks) code = open(c.path, Access::as_it_is, c.db);
  }
  if (code != SQLITE_OK) c.fail("read");
}

/// The text of a schema without blanks and line breaks, which an editor may change.
std::string condensed(std::string_view sql) {
  std::string out;
  for (const char c : sql)
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t' && c != ';') out += c;
  return out;
}

/// The file must contain our table and nothing else: a view of that name could be endless, a
/// trigger would run with every row.
void expect_our_tables(const StoreConnection& c) {
  Statement query(c, "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'");
  bool found = false;
  while (query.step()) {
    const std::string type(query.text(0)), name(query.text(1)), sql(query.text(2));
    if (type == "table" && name == "rows" && condensed(sql) == condensed(table_of(c.version))) {
      found = true;
      continue;
    }
    throw ConfigurationError(
        fmt::format("'{}' is not a store of this version: it has a {} '{}' that none of ours has",
                    c.path, type, name.substr(0, 60)));
  }
  if (!found) throw ConfigurationError(fmt::format("'{}' is not a store: it has no rows", c.path));
}

}  // namespace

StoreConnection::StoreConnection(const std::string& file, StoreMode mode) : path(file) {
  check_path(path, mode);
  struct CloseOnError {
    sqlite3*& db;
    bool opened{false};
    ~CloseOnError() {
      if (!opened) sqlite3_close(std::exchange(db, nullptr));
    }
  } guard{db};
  lacks_log = lacks_its_log(path);
  if (mode == StoreMode::read) {
    open_to_read(*this);
  } else if (open(path, Access::write, db) != SQLITE_OK) {
    fail("open");
  }
  remember_input(path);
  std::int64_t found = ask(*this, "PRAGMA user_version");
  if (found == 0 && mode == StoreMode::write) {
    create_tables(*this);
    found = schema_version;
  }
  if (found == 0 && ask(*this, "SELECT count(*) FROM sqlite_master") == 0) {
    throw ConfigurationError(fmt::format(
        "store '{0}' is empty: the program that began to make it was stopped{1}; run it again",
        path, lacks_log ? ", or it was copied without its log '" + path + "-wal'" : ""));
  }
  if (found < 1 || found > schema_version) {
    throw ConfigurationError(
        fmt::format("'{}' is not a store that this version reads (schema {}, wanted {})", path,
                    found, schema_version));
  }
  version = found;
  expect_our_tables(*this);
  if (mode == StoreMode::write) {
    choose_journal(*this);
    run("PRAGMA synchronous=FULL", "write");
    if (version == 1) update_tables(*this);
    version = schema_version;
    // Says now, not after hours of computing, that the file cannot be written.
    run("BEGIN IMMEDIATE", "write");
    run("UPDATE rows SET plan = plan WHERE 0", "write");
    run("COMMIT", "write");
    writes = true;
  }
  guard.opened = true;
}

StoreConnection::~StoreConnection() {
  if (writes) {
    // The last connection that closes removes the mark of a log from the file: see Store::warning.
    // While others have it open, the mark rightly stays.
    sqlite3_busy_timeout(db, 0);
    sqlite3_exec(db, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  }
  sqlite3_close(db);
}

void StoreConnection::fail(std::string_view doing) const {
  throw ConfigurationError(fmt::format("store '{}': cannot {}: {}", path, doing,
                                       db != nullptr ? sqlite3_errmsg(db) : "out of memory"));
}

void StoreConnection::run(const char* sql, std::string_view doing) const {
  if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(doing);
}

void StoreConnection::copy_to(const std::string& file) const {
  char* sql = sqlite3_mprintf("VACUUM INTO %Q", file.c_str());
  const int code = sqlite3_exec(db, sql, nullptr, nullptr, nullptr);
  sqlite3_free(sql);
  if (code != SQLITE_OK) fail(fmt::format("copy to '{}'", file));
}

void StoreConnection::keep_if_moved() const {
  int moved = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0 || sqlite3_get_autocommit(db) == 0) return;
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path name = fs::path(path).filename().string() + ".kept-" + std::to_string(getpid());
  const fs::path folder = fs::absolute(path).parent_path();
  fs::path other = fs::temp_directory_path(ignored);
  if (ignored) other = "/tmp";
  const fs::path kept = (fs::is_directory(folder, ignored) ? folder : other) / name;
  copy_to(kept);
  throw ConfigurationError(
      fmt::format("store '{}' was removed or replaced while it was written; its rows are in "
                  "'{}', which `impactbench merge` takes",
                  path, kept.string()));
}

std::int64_t ask(const StoreConnection& connection, const char* sql) {
  Statement query(connection, sql);
  query.step();
  return query.integer(0);
}

}  // namespace impactbench
