#pragma once

#include "benchmarks/store/row.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace impactbench {

/// The SQLite file behind a store: opens it, and has the messages if it cannot be opened.
struct StoreConnection {
  std::string path;
  sqlite3* db{nullptr};
  std::int64_t version{0};  ///< of the tables; what is written is of the newest
  bool writes{false};       ///< opened for writing, and found to be ours
  bool lacks_log{false};    ///< when it was opened

  /// Opens a store, or makes one; refuses foreign files before any of their content is read. Throws
  /// ConfigurationError.
  StoreConnection(const std::string& file, StoreMode mode);
  StoreConnection(const StoreConnection&) = delete;
  StoreConnection& operator=(const StoreConnection&) = delete;
  ~StoreConnection();

  [[noreturn]] void fail(std::string_view doing) const;
  void run(const char* sql, std::string_view doing) const;
  /// Returns what `read` makes of a row, or throws its sentence, preceded by the store and the
  /// key.
  template <class F>
  [[nodiscard]] auto naming(std::string_view key, F&& read) const {
    try {
      return read();
    } catch (const ConfigurationError& e) {
      throw ConfigurationError(
          fmt::format("store '{}', row {}: {}", path, key.substr(0, 40), e.what()));
    }
  }
  /// Copies all rows into a new file, including those of the log.
  void copy_to(const std::string& file) const;
  /// Called once a transaction is over: a file without a name would be lost when this process ends,
  /// so it gets another name, which is reported.
  void keep_if_moved() const;
};

/// A prepared statement; throws through `connection` on any error.
class Statement {
 public:
  Statement(const StoreConnection& connection, const char* sql)
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
  /// Returns to before its first step, for other values.
  void reset() { sqlite3_reset(statement_); }
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

/// The single number that a query returns.
[[nodiscard]] std::int64_t ask(const StoreConnection& connection, const char* sql);

}  // namespace impactbench
