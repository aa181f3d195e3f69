#pragma once

#include "benchmarks/store/row.hpp"

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

enum class StoreMode { read, write };

/// Rows in one SQLite file, one writer. Every put is committed (WAL, synchronous FULL) when it
/// returns: a kill loses only cells that were still running.
/// Reading leaves the folder as it was and needs no right to write, unless a writer was killed and
/// its log waits to be read.
/// Throws ConfigurationError when the file is missing (read), is no store, or cannot be written.
class Store {
 public:
  Store(const std::string& path, StoreMode mode);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] bool contains(const std::string& key) const;
  [[nodiscard]] std::size_t size() const;

  /// Inserts, or replaces the row of the same key.
  void put(const Row& row);
  /// The same for many rows in one transaction: all of them, or none.
  void put_all(std::span<const Row> rows);
  [[nodiscard]] std::optional<Row> get(const std::string& key) const;
  /// Keys of all rows, ordered by (problem, scheme, solver, key).
  [[nodiscard]] std::vector<std::string> keys() const;
  /// All rows in that order; with_series = false leaves their histories empty.
  [[nodiscard]] std::vector<Row> rows(bool with_series = true) const;

  /// One hash over all compared values of all rows in key order: cell, status, reason, quantities,
  /// checks, series. Timing, environment and host are not compared.
  [[nodiscard]] std::string digest() const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

/// Copies the rows of `inputs` into `output`. Idempotent and independent of the order. A row that
/// ran replaces one that crashed, timed out or ran out of memory; two rows of one key whose
/// compared values differ throw ConfigurationError naming the key.
void merge(const std::string& output, std::span<const std::string> inputs);

/// One line per row, columns for the union of all parameters and quantities; absent = empty.
void export_csv(const Store& store, std::ostream& out);
/// One JSON object per row.
void export_jsonl(const Store& store, std::ostream& out);
/// Long format "key,problem,scheme,solver,series,time,value".
void export_series_csv(const Store& store, const std::string& series, std::ostream& out);

}  // namespace impactbench
