#include "benchmarks/store/store.hpp"

#include "benchmarks/store/connection.hpp"
#include "benchmarks/store/file_system.hpp"
#include "benchmarks/store/row_bytes.hpp"
#include "benchmarks/store/row_json.hpp"

#include <omp.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <utility>

namespace impactbench {
namespace {

/// The columns of a row in the file; a row that is read in brief has empty series and frames.
template <class Text>
struct StoredRow {
  Text key, row, series, frames;

  [[nodiscard]] std::size_t size() const { return row.size() + series.size() + frames.size(); }
};

/// The answer to a query for key, row and, of a whole row, series and frames; it lasts until the
/// next step of the query, or as long as Text does.
template <class Text>
StoredRow<Text> stored_row(Statement& query, RowExtent extent) {
  StoredRow<Text> out{Text(query.text(0)), Text(query.text(1)), {}, {}};
  if (extent == RowExtent::brief) return out;
  out.series = Text(query.text(2));
  out.frames = Text(query.text(3));
  return out;
}

template <class Text>
Row row_of(const StoreConnection& connection, const StoredRow<Text>& stored, RowExtent extent,
           RowParts parts = RowParts::all) {
  return connection.naming(stored.key, [&] {
    Row row = row_from_json(stored.row, parts);
    if (row.key != stored.key)
      throw ConfigurationError(fmt::format("it says that its key is {}", row.key.substr(0, 40)));
    if (extent == RowExtent::brief) {
      row.frames.clear();  // version 1 has them in the text
    } else {
      row.series = unpacked_series(stored.series);
      if (row.frames.empty()) row.frames = unpacked_frames(stored.frames);
    }
    return row;
  });
}

/// The row that a query is at.
Row row_of(const StoreConnection& connection, Statement& query, RowExtent extent) {
  return row_of(connection, stored_row<std::string_view>(query, extent), extent);
}

/// One lock of the file for several reads, which would take and give back one each.
class ReadTransaction {
 public:
  explicit ReadTransaction(const StoreConnection& c)
      : db_(sqlite3_get_autocommit(c.db) != 0 ? c.db : nullptr) {
    if (db_ != nullptr) c.run("BEGIN", "read");
  }
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction() {
    if (db_ != nullptr) sqlite3_exec(db_, "COMMIT", nullptr, nullptr, nullptr);
  }

 private:
  sqlite3* db_;
};

using Keys = std::vector<std::string>;

/// The next rows of these keys, a few MB of them, which `next` passes: enough that locks cost
/// nothing, and so few that a writer never waits long for a reader.
std::vector<StoredRow<std::string>> next_rows(const StoreConnection& connection, Statement& query,
                                              RowExtent extent, Keys::const_iterator& next,
                                              Keys::const_iterator end) {
  constexpr std::size_t most_bytes = 4 << 20;
  std::vector<StoredRow<std::string>> out;
  const ReadTransaction transaction(connection);
  for (std::size_t bytes = 0; next != end && bytes < most_bytes; ++next) {
    query.bind(1, *next);
    if (query.step()) {
      out.push_back(stored_row<std::string>(query, extent));
      bytes += out.back().size();
    }
    query.reset();
  }
  return out;
}

/// A query for rows; `rest` follows the name of the table.
Statement query_rows(const StoreConnection& connection, RowExtent extent, std::string_view rest) {
  const std::string_view columns = extent == RowExtent::brief ? "key, row"
                                   : connection.version == 1  ? "key, row, series, NULL"
                                                              : "key, row, series, frames";
  return {connection, fmt::format("SELECT {} FROM rows {}", columns, rest).c_str()};
}

}  // namespace

struct Store::Connection : StoreConnection {
  using StoreConnection::StoreConnection;
};

Store::Store(const std::string& path, StoreMode mode)
    : connection_(std::make_unique<Connection>(path, mode)) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

const std::string& Store::path() const {
  return connection_->path;
}

std::string Store::warning() const {
  if (!connection_->lacks_log) return {};
  return fmt::format(
      "store '{0}' may lack its last rows: its writer did not close it, and the log "
      "'{0}-wal' "
      "is not beside it. Copy both, or a store that no program writes",
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
  Statement insert(*connection_,
                   "INSERT OR REPLACE INTO rows VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  insert.bind(1, row.key);
  insert.bind(2, row.plan);
  insert.bind(3, row.cell.problem);
  insert.bind(4, row.cell.scheme);
  insert.bind(5, row.cell.solver);
  insert.bind(6, row.cell.dt);
  insert.bind(7, to_text(row.status));
  insert.bind(8, row.reason);
  if (row.timing && row.timing->repeats > 0) insert.bind(9, row.timing->cpu_min);
  insert.bind(10, row.revision);
  insert.bind(11, row.build);
  insert.bind(12, to_json(row, RowExtent::brief));
  insert.bind_blob(13, packed(row.series));
  insert.bind_blob(14, packed(row.frames));
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

std::optional<Row> Store::get(const std::string& key, RowExtent extent) const {
  Statement query = query_rows(*connection_, extent, "WHERE key = ?");
  query.bind(1, key);
  if (!query.step()) return std::nullopt;
  return row_of(*connection_, query, extent);
}

std::map<std::string, Series> Store::series(const std::string& key) const {
  Statement query(*connection_, "SELECT series FROM rows WHERE key = ?");
  query.bind(1, key);
  if (!query.step()) return {};
  return connection_->naming(key, [&] { return unpacked_series(query.text(0)); });
}

void Store::each_row(const std::function<void(Row&&)>& f) const {
  Statement query = query_rows(*connection_, RowExtent::whole, "ORDER BY key");
  while (query.step())
    f(row_of(*connection_, query, RowExtent::whole));
}

std::vector<std::string> Store::keys() const {
  Statement query(*connection_, "SELECT key FROM rows ORDER BY problem, scheme, solver, key");
  std::vector<std::string> out;
  while (query.step())
    out.emplace_back(query.text(0));
  return out;
}

void Store::in_order(const std::vector<std::string>& keys, RowExtent extent, RowParts parts,
                     const std::function<void(Row&&)>& f) const {
  Statement query = query_rows(*connection_, extent, "WHERE key = ?");
  for (auto next = keys.begin(); next != keys.end();) {
    for (const auto& stored : next_rows(*connection_, query, extent, next, keys.end()))
      f(row_of(*connection_, stored, extent, parts));
  }
}

// Keys first: SQLite would sort the long parts of the rows with them.
void Store::each_brief_row(const std::function<void(Row&&)>& f, RowParts parts) const {
  in_order(keys(), RowExtent::brief, parts, f);
}

void Store::each_whole_row(const std::vector<std::string>& keys,
                           const std::function<void(Row&&)>& f) const {
  in_order(keys, RowExtent::whole, RowParts::all, f);
}

void Store::each_text(const std::function<std::string(Row&&)>& text_of,
                      const std::function<void(const std::string&)>& take) const {
  const Keys all = keys();
  Statement query = query_rows(*connection_, RowExtent::whole, "WHERE key = ?");
  std::vector<std::string> texts;
  for (auto next = all.begin(); next != all.end();) {
    const auto stored = next_rows(*connection_, query, RowExtent::whole, next, all.end());
    texts.resize(stored.size());
    std::vector<std::exception_ptr> troubles(stored.size());
#pragma omp parallel for schedule(dynamic) num_threads(omp_get_num_procs())
    for (std::size_t k = 0; k < stored.size(); ++k) {
      try {
        texts[k] = text_of(row_of(*connection_, stored[k], RowExtent::whole));
      } catch (...) {
        troubles[k] = std::current_exception();
      }
    }
    for (std::size_t k = 0; k < texts.size(); ++k) {
      if (troubles[k]) std::rethrow_exception(troubles[k]);
      take(texts[k]);
    }
  }
}

std::vector<Row> Store::rows(RowExtent extent) const {
  std::vector<Row> out;
  in_order(keys(), extent, RowParts::all, [&](Row&& row) { out.push_back(std::move(row)); });
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
  // Revision, build and key are those of the program, not results; rows come in the order of keys.
  std::vector<std::array<XXH64_hash_t, 2>> hashes;
  each_row([&](Row&& row) {
    row.key.clear();
    row.revision.clear();
    row.build.clear();
    const std::string text = compared_bytes(row);
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    hashes.push_back({hash.high64, hash.low64});
  });
  std::sort(hashes.begin(), hashes.end());
  const XXH128_hash_t all = XXH3_128bits(hashes.data(), hashes.size() * sizeof hashes[0]);
  return fmt::format("{:016x}{:016x}", all.high64, all.low64);
}

}  // namespace impactbench
