#pragma once

#include "benchmarks/store/row.hpp"
#include "benchmarks/store/row_json.hpp"

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

enum class StoreMode { read, write };

/// Rows in one SQLite file, one writer. Every put is committed (synchronous FULL) when it returns:
/// a kill loses only cells that were still running.
///
/// Why a power failure does not lose or tear them either: with synchronous FULL a commit is an
/// fsync of the write-ahead log before it is reported, frames of the log carry chained checksums (a
/// torn tail is dropped on the next opening, never read), and pages move into the file only after
/// the log was synced; the log is emptied only after the file was. On a network file system the log
/// would need shared memory that such systems lack, so the journal there is a rollback journal:
/// synced before the file is touched, and used for an undo on the next opening. All of this relies
/// on a correct fsync. publish(): the new file is synced before it takes the old one's name, and
/// the folder after.
///
/// Reading leaves the folder unchanged and needs no right to write, unless a writer was
/// killed and its log waits to be read. Throws ConfigurationError when the file is
/// missing (read), is not a store, or cannot be written; and when it was removed or
/// replaced while it was written, after its rows went to another file, which the sentence
/// names.
class Store {
 public:
  Store(const std::string& path, StoreMode mode);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  [[nodiscard]] const std::string& path() const;
  /// A sentence if rows may be missing, else empty: a writer marks the file as having a log beside
  /// it, and removes the mark when it closes the file. A bare copy of a store that was being
  /// written has the mark and no log.
  [[nodiscard]] std::string warning() const;
  [[nodiscard]] bool contains(const std::string& key) const;
  /// The status of the row of that key, without reading the rest of it; nothing if there is
  /// none.
  [[nodiscard]] std::optional<RowStatus> status(const std::string& key) const;
  [[nodiscard]] std::size_t size() const;

  /// Inserts a row, or replaces the row of the same key.
  void put(const Row& row);
  /// Makes all puts within `puts` one transaction: all of it is stored, or nothing.
  void at_once(const std::function<void()>& puts);
  [[nodiscard]] std::optional<Row> get(const std::string& key,
                                       RowExtent extent = RowExtent::whole) const;
  /// Histories of the row of that key alone; empty if there is no such row.
  [[nodiscard]] std::map<std::string, Series> series(const std::string& key) const;
  /// Calls `f` with each row in key order, one in memory at a time.
  void each_row(const std::function<void(Row&&)>& f) const;
  /// Keys of all rows, ordered by (problem, scheme, solver, key).
  [[nodiscard]] std::vector<std::string> keys() const;
  /// Calls `f` with each row in that order, without histories and frames, a few in memory at a
  /// time.
  void each_brief_row(const std::function<void(Row&&)>& f, RowParts parts = RowParts::all) const;
  /// Calls `f` with each existing row of these keys, with histories and frames.
  void each_whole_row(const std::vector<std::string>& keys,
                      const std::function<void(Row&&)>& f) const;
  /// Passes the texts that `text_of` makes of the whole rows, in the order of keys(). Threads make
  /// those of a few MB of rows at once.
  void each_text(const std::function<std::string(Row&&)>& text_of,
                 const std::function<void(const std::string&)>& take) const;
  /// All rows in that order.
  [[nodiscard]] std::vector<Row> rows(RowExtent extent = RowExtent::whole) const;

  /// One hash over all compared values of all rows: cell, status, reason, quantities, checks,
  /// histories, frames. Keys, revision, build, timing and environment are not part of it, nor is
  /// the order of the rows: builds that compute the same bits give the same digest.
  [[nodiscard]] std::string digest() const;

  /// Writes all rows to the file `path` in one step: at each instant there is the old file or the
  /// new one, complete. It needs no locks, so that it may lie on a network file system.
  void publish(const std::string& path) const;

 private:
  struct Connection;
  void in_order(const std::vector<std::string>& keys, RowExtent extent, RowParts parts,
                const std::function<void(Row&&)>& f) const;
  std::unique_ptr<Connection> connection_;
};

/// Copies the rows of `inputs` into `output`. Idempotent and independent of the order; for each row
/// only a hash is kept in memory. A row that ran replaces one that crashed, timed out or ran out of
/// memory; two rows of one key whose compared values differ throw ConfigurationError naming the
/// key.
void merge(const std::string& output, std::span<const std::string> inputs);

/// One line per row, columns for the union of all parameters and quantities; absent = empty.
void export_csv(const Store& store, std::ostream& out);
/// One JSON object per row.
void export_jsonl(const Store& store, std::ostream& out);
/// Long format "key,problem,scheme,solver,series,time,value".
void export_series_csv(const Store& store, const std::string& series, std::ostream& out);

}  // namespace impactbench
