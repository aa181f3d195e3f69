#include "benchmarks/store/store.hpp"

#include "benchmarks/store/file_system.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/series_bytes.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>

namespace impactbench {
namespace {

constexpr int schema_version = 1;

// Scalar columns for people who query the file by hand; `row` holds everything but the series.
constexpr const char* schema = R"(
CREATE TABLE rows (
  key TEXT PRIMARY KEY, plan TEXT, problem TEXT, scheme TEXT, solver TEXT, dt REAL, status TEXT,
  reason TEXT, cpu_min REAL, revision TEXT, build TEXT, row TEXT NOT NULL, series BLOB) WITHOUT ROWID;
)";

}  // namespace

struct Store::Connection {
  std::string path;
  sqlite3* db{nullptr};
  bool writes{false};     ///< opened for writing, and found to be ours
  bool lacks_log{false};  ///< when it was opened

  explicit Connection(std::string p) : path(std::move(p)) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    if (writes) {
      // Whoever closes it last takes the mark of a log off the file: see Store::warning. Where
      // others have it open it stays, as it should.
      sqlite3_busy_timeout(db, 0);
      sqlite3_exec(db, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
    }
    sqlite3_close(db);
  }

  [[noreturn]] void fail(std::string_view doing) const {
    throw ConfigurationError(fmt::format("store '{}': cannot {}: {}", path, doing,
                                         db != nullptr ? sqlite3_errmsg(db) : "out of memory"));
  }
  void run(const char* sql, std::string_view doing) const {
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(doing);
  }
  /// All rows into a new file, folded in.
  void copy_to(const std::string& file) const {
    char* sql = sqlite3_mprintf("VACUUM INTO %Q", file.c_str());
    const int code = sqlite3_exec(db, sql, nullptr, nullptr, nullptr);
    sqlite3_free(sql);
    if (code != SQLITE_OK) fail(fmt::format("copy to '{}'", file));
  }
  /// Once a transaction is over: what is written to a file without a name is gone when we are:
  /// gives it another one and says so.
  void keep_if_moved() const {
    int moved = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    if (moved == 0 || sqlite3_get_autocommit(db) == 0) return;
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path name = fs::path(path).filename().string() + ".kept-" + std::to_string(getpid());
    const fs::path folder = fs::absolute(path).parent_path();
    const fs::path kept =
        (fs::is_directory(folder, ignored) ? folder : fs::temp_directory_path()) / name;
    copy_to(kept);
    throw ConfigurationError(
        fmt::format("store '{}' was removed or replaced while it was written; its rows are in "
                    "'{}', which `impactbench merge` takes",
                    path, kept.string()));
  }
};

namespace {

/// A prepared statement; throws through `connection` on any error.
class Statement {
 public:
  template <class C>
  Statement(const C& connection, const char* sql)
      : fail_([&connection] { connection.fail("read or write"); }) {
    if (sqlite3_prepare_v2(connection.db, sql, -1, &statement_, nullptr) != SQLITE_OK) fail_();
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  void bind(int at, std::string_view text) {
    sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  void bind_blob(int at, std::string_view bytes) {
    sqlite3_bind_blob(statement_, at, bytes.data(), static_cast<int>(bytes.size()),
                      SQLITE_TRANSIENT);
  }
  void bind(int at, double x) { sqlite3_bind_double(statement_, at, x); }
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail_();
    return code == SQLITE_ROW;
  }
  [[nodiscard]] std::string_view text(int column) {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  [[nodiscard]] std::int64_t integer(int column) {
    return sqlite3_column_int64(statement_, column);
  }

 private:
  std::function<void()> fail_;
  sqlite3_stmt* statement_{nullptr};
};

/// The one number that a query answers.
template <class C>
std::int64_t ask(const C& connection, const char* sql) {
  Statement query(connection, sql);
  query.step();
  return query.integer(0);
}

/// The kind of journal that the file system can hold. Another process may be doing the same: the
/// switch ignores the busy timeout.
template <class C>
void choose_journal(const C& c) {
  const char* wanted =
      on_network(c.path) ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL";
  for (int attempt = 1; sqlite3_exec(c.db, wanted, nullptr, nullptr, nullptr) != SQLITE_OK;
       ++attempt) {
    if (attempt == 200 || sqlite3_errcode(c.db) != SQLITE_BUSY) c.fail("write");
    sqlite3_sleep(50);
  }
}

/// Makes an empty file a store; whoever comes second finds the tables made.
template <class C>
void create_tables(const C& c) {
  if (ask(c, "SELECT count(*) FROM sqlite_master") != 0 && ask(c, "PRAGMA user_version") == 0) {
    throw ConfigurationError(fmt::format("'{}' is a database, but not a store of ours", c.path));
  }
  choose_journal(c);
  c.run("BEGIN IMMEDIATE", "write");
  if (ask(c, "PRAGMA user_version") == 0) {
    c.run(schema, "create tables");
    c.run(fmt::format("PRAGMA user_version={}", schema_version).c_str(), "write");
  }
  c.run("COMMIT", "write");
}

void check_path(const std::string& path, StoreMode mode) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw ConfigurationError(fmt::format("store '{}' is a folder; a file is wanted", path));
  }
  if (mode == StoreMode::read && !fs::exists(path, ignored)) {
    throw ConfigurationError(fmt::format("store '{}' does not exist", path));
  }
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    throw ConfigurationError(
        fmt::format("store '{}': the folder '{}' does not exist", path, folder.string()));
  }
}

/// Whether the file says that a log beside it is part of it, and there is none. SQLite's file
/// format: byte 18 is 2 for a write-ahead log, else 1.
bool lacks_its_log(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  in.seekg(18);
  std::error_code ignored;
  return in.get() == 2 && !std::filesystem::exists(path + "-wal", ignored);
}

/// A log that was not folded in has to be read through SQLite's locks; without one the file may be
/// opened as it lies, which needs neither locks nor files beside it.
std::string uri(const std::string& path, StoreMode mode) {
  // An absolute path after "file:" could be taken for a host if it began with two slashes.
  std::string out = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path)
    out += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  std::error_code missing;
  const auto log = std::filesystem::file_size(path + "-wal", missing);
  const bool quiet = (missing || log == 0) && !std::filesystem::exists(path + "-shm", missing);
  return mode == StoreMode::read && quiet ? out + "?immutable=1" : out;
}

}  // namespace

Store::Store(const std::string& path, StoreMode mode)
    : connection_(std::make_unique<Connection>(path)) {
  check_path(path, mode);
  Connection& c = *connection_;
  c.lacks_log = lacks_its_log(path);
  const int flags =
      SQLITE_OPEN_URI |
      (mode == StoreMode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (sqlite3_open_v2(uri(path, mode).c_str(), &c.db, flags, nullptr) != SQLITE_OK) c.fail("open");
  sqlite3_busy_timeout(c.db, 60000);
  std::int64_t found = ask(c, "PRAGMA user_version");
  if (found == 0 && mode == StoreMode::write) {
    create_tables(c);
    found = schema_version;
  }
  if (found == 0 && ask(c, "SELECT count(*) FROM sqlite_master") == 0) {
    throw ConfigurationError(
        fmt::format("store '{0}' is empty: who began to make it was stopped{1}; run it again", path,
                    c.lacks_log ? ", or it was copied without its log '" + path + "-wal'" : ""));
  }
  if (found != schema_version) {
    throw ConfigurationError(
        fmt::format("'{}' is not a store that this version reads (schema {}, wanted {})", path,
                    found, schema_version));
  }
  if (mode == StoreMode::write) {
    choose_journal(c);
    c.run("PRAGMA synchronous=FULL", "write");
    // Says now, not after hours of computing, that the file cannot be written.
    c.run("BEGIN IMMEDIATE", "write");
    c.run("UPDATE rows SET plan = plan WHERE 0", "write");
    c.run("COMMIT", "write");
    c.writes = true;
  }
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

const std::string& Store::path() const {
  return connection_->path;
}

std::string Store::warning() const {
  if (!connection_->lacks_log) return {};
  return fmt::format(
      "store '{0}' may lack its last rows: it was not closed by who wrote it, and the log "
      "'{0}-wal' "
      "is not beside it. Copy both, or a store that nobody writes",
      path());
}

bool Store::contains(const std::string& key) const {
  return status(key).has_value();
}

std::optional<RowStatus> Store::status(const std::string& key) const {
  Statement query(*connection_, "SELECT status FROM rows WHERE key = ?");
  query.bind(1, key);
  if (!query.step()) return std::nullopt;
  return row_status(query.text(0));
}

std::size_t Store::size() const {
  return static_cast<std::size_t>(ask(*connection_, "SELECT count(*) FROM rows"));
}

void Store::put(const Row& row) {
  Statement insert(*connection_, "INSERT OR REPLACE INTO rows VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)");
  insert.bind(1, row.key);
  insert.bind(2, row.plan);
  insert.bind(3, row.cell.problem);
  insert.bind(4, row.cell.scheme);
  insert.bind(5, row.cell.solver);
  insert.bind(6, row.cell.dt);
  insert.bind(7, to_text(row.status));
  insert.bind(8, row.reason);
  if (row.timing) insert.bind(9, row.timing->cpu_min);
  insert.bind(10, row.revision);
  insert.bind(11, row.build);
  insert.bind(12, to_json(row, false));
  insert.bind_blob(13, packed(row.series));
  insert.step();
  connection_->keep_if_moved();
}

void Store::at_once(const std::function<void()>& puts) {
  connection_->run("BEGIN IMMEDIATE", "write");
  try {
    puts();
  } catch (const ConfigurationError&) {
    sqlite3_exec(connection_->db, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
  connection_->run("COMMIT", "write");
  connection_->keep_if_moved();
}

std::optional<Row> Store::get(const std::string& key) const {
  Statement query(*connection_, "SELECT row, series FROM rows WHERE key = ?");
  query.bind(1, key);
  if (!query.step()) return std::nullopt;
  Row row = row_from_json(query.text(0));
  row.series = unpacked(query.text(1));
  return row;
}

std::map<std::string, Series> Store::series(const std::string& key) const {
  Statement query(*connection_, "SELECT series FROM rows WHERE key = ?");
  query.bind(1, key);
  if (!query.step()) return {};
  return unpacked(query.text(0));
}

void Store::each_row(const std::function<void(Row&&)>& f) const {
  Statement query(*connection_, "SELECT row, series FROM rows ORDER BY key");
  while (query.step()) {
    Row row = row_from_json(query.text(0));
    row.series = unpacked(query.text(1));
    f(std::move(row));
  }
}

std::vector<std::string> Store::keys() const {
  Statement query(*connection_, "SELECT key FROM rows ORDER BY problem, scheme, solver, key");
  std::vector<std::string> out;
  while (query.step())
    out.emplace_back(query.text(0));
  return out;
}

std::vector<Row> Store::rows(bool with_series) const {
  Statement query(*connection_,
                  "SELECT row, series FROM rows ORDER BY problem, scheme, solver, key");
  std::vector<Row> out;
  while (query.step()) {
    out.push_back(row_from_json(query.text(0)));
    if (with_series) out.back().series = unpacked(query.text(1));
  }
  return out;
}

void Store::publish(const std::string& path) const {
  namespace fs = std::filesystem;
  const std::string part = path + ".part";
  std::error_code failed;
  fs::remove(part, failed);  // of a run that was killed
  connection_->copy_to(part);
  sync_to_disk(part);
  fs::rename(part, path, failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("store '{}' cannot be renamed to '{}': {}", part, path, failed.message()));
  }
  sync_to_disk(fs::absolute(path).parent_path());
}

std::string Store::digest() const {
  XXH3_state_t* state = XXH3_createState();
  XXH3_128bits_reset(state);
  each_row([&](const Row& row) {
    const std::string text = compared_json(row) + '\n';
    XXH3_128bits_update(state, text.data(), text.size());
  });
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace impactbench
