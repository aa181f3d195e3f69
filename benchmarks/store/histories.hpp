#pragma once

#include "benchmarks/store/store.hpp"

#include <string>
#include <utility>

namespace impactbench {

/// Removes the long parts of a row: frames, and histories except their names.
inline void strip(Row& row) {
  row.frames = {};
  for (auto& [name, history] : row.series)
    history = {};
}

/// Histories and frames of rows, which either hold them or were stripped of them: then they are
/// read from the store on demand, and are not kept. The store must outlive this.
class Histories {
 public:
  Histories() = default;  ///< of rows that hold their own
  explicit Histories(const Store& store) : store_(&store) {}

  /// Empty if the row has none of that name.
  [[nodiscard]] Series of(const Row& row, const std::string& name) const {
    if (!row.series.contains(name)) return {};
    if (store_ == nullptr) return row.series.at(name);
    auto all = store_->series(row.key);
    const auto it = all.find(name);
    return it == all.end() ? Series{} : std::move(it->second);
  }
  /// The row as it was before it was stripped.
  [[nodiscard]] Row whole(const Row& row) const {
    if (store_ == nullptr) return row;
    auto found = store_->get(row.key);
    return found ? *std::move(found) : row;
  }

 private:
  const Store* store_{nullptr};
};

}  // namespace impactbench
