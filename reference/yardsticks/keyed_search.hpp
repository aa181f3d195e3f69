#pragma once

#include "reference/yardsticks/law_contacts.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Finds elements of a list that is in the order of its elements' keys. Keys that are asked for in
/// that order take one pass over the list.
class KeyedSearch {
 public:
  void start() { at_ = 0; }

  /// Null if the list has no such key.
  template <class T>
  [[nodiscard]] T* find(std::vector<T>& list, const LawKey& key) {
    if (at_ > 0 && !(list[at_ - 1].key < key)) {
      const auto first =
          std::partition_point(list.begin(), list.end(), [&](const T& x) { return x.key < key; });
      at_ = static_cast<std::size_t>(first - list.begin());
    }
    while (at_ < list.size() && list[at_].key < key)
      ++at_;
    return at_ < list.size() && list[at_].key == key ? &list[at_] : nullptr;
  }

 private:
  std::size_t at_{0};  ///< all keys before it were less than the last one asked for
};

}  // namespace impactbench
