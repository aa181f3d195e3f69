#pragma once

#include "benchmarks/store/store.hpp"

#include <map>
#include <string>

namespace impactbench {

/// Histories and frames of rows, which either hold them or were read in brief: then they are read
/// from the store when they are asked for, and are not kept. The store must outlive this.
class Histories {
 public:
  Histories() = default;  ///< of rows that hold their own
  explicit Histories(const Store& store) : store_(&store) {}

  /// Empty if the row has none of that name.
  [[nodiscard]] Series of(const Row& row, const std::string& name) const {
    if (store_ != nullptr) return one_of(store_->series(row.key), name);
    return one_of(row.series, name);
  }
  /// The row with all of them.
  [[nodiscard]] Row whole(const Row& row) const {
    if (store_ == nullptr) return row;
    auto found = store_->get(row.key);
    return found ? *std::move(found) : row;
  }

 private:
  static Series one_of(const std::map<std::string, Series>& all, const std::string& name) {
    const auto it = all.find(name);
    return it == all.end() ? Series{} : it->second;
  }

  const Store* store_{nullptr};
};

}  // namespace impactbench
