#pragma once

#include "benchmarks/store/parameter_pool.hpp"
#include "benchmarks/store/row.hpp"
#include "reports/generate/check_tallies.hpp"

#include <cstddef>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// The rows of a store as a report keeps them, some 2 kB each: parts that only the page of a run
/// shows are left out, checks that no table names individually are counted, and data that many rows
/// share are in memory once.
class ReportRows {
 public:
  ReportRows() = default;
  ReportRows(std::vector<Row> rows);
  ReportRows(std::initializer_list<Row> rows) : ReportRows(std::vector<Row>(rows)) {}

  void reserve(std::size_t n) { rows_.reserve(n); }
  void add(Row row);
  /// To be called after all rows have been added.
  void finish();

  [[nodiscard]] const std::vector<Row>& all() const { return rows_; }
  /// Runs of a problem, in the order in which they came.
  [[nodiscard]] std::span<const Row> runs() const { return std::span(rows_).first(runs_); }
  /// Solves of contact problems in files, after the runs.
  [[nodiscard]] std::span<const Row> solves() const { return std::span(rows_).subspan(runs_); }
  /// Of the checks of the runs.
  [[nodiscard]] const CheckTallies& checks() const { return checks_; }

 private:
  std::vector<Row> rows_, solves_;
  std::size_t runs_{0};
  CheckTallies checks_;
  ParameterPool parameters_;
  std::set<std::pair<std::string, std::string>> facts_;
};

}  // namespace impactbench
