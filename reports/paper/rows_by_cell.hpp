#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// A text that identifies a cell, for any revision and build.
[[nodiscard]] inline std::string cell_text(const Cell& cell) {
  return canonical_text(cell, "", "");
}

/// Rows of any revision, found by the requested run; the last of several. The rows must outlive
/// it.
class RowsByCell {
 public:
  explicit RowsByCell(const std::vector<Row>& rows) {
    for (const Row& row : rows)
      rows_[cell_text(row.cell)] = &row;
  }
  /// Null if there is none.
  [[nodiscard]] const Row* of(const CellRequest& request) const {
    return of(resolve_cell(request, "default"));
  }
  [[nodiscard]] const Row* of(const Cell& cell) const {
    const auto at = rows_.find(cell_text(cell));
    return at == rows_.end() ? nullptr : at->second;
  }

 private:
  std::map<std::string, const Row*> rows_;
};

}  // namespace impactbench
