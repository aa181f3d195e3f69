#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <string>
#include <unordered_map>
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
  RowsByCell() = default;
  RowsByCell(const std::vector<Row>& rows) {
    rows_.reserve(rows.size());
    for (const Row& row : rows)
      rows_[content_key(row.cell, "", "")] = &row;
  }
  /// Null if there is none.
  [[nodiscard]] const Row* of(const CellRequest& request) const {
    return of(resolve_cell(request, "default"));
  }
  [[nodiscard]] const Row* of(const Cell& cell) const {
    const auto at = rows_.find(content_key(cell, "", ""));
    return at == rows_.end() ? nullptr : at->second;
  }

 private:
  std::unordered_map<std::string, const Row*> rows_;  ///< by a hash of the cell
};

}  // namespace impactbench
