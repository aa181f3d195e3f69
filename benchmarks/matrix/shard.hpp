#pragma once

#include "benchmarks/store/row.hpp"

#include <string>

namespace impactbench {

/// Part `index` of `count` of the cells of a plan.
struct Shard {
  int index{0};
  int count{1};
};

/// A text that cells share if and only if they differ in their step alone.
[[nodiscard]] std::string ladder_of(const Cell& cell);

/// The index of the part of a cell: a hash of its ladder, modulo `count`. It does not change when
/// cells are added, nor with revision or build; a ladder stays in one part, which thus knows
/// whether its coarse runs failed.
[[nodiscard]] int shard_index(const Cell& cell, int count);

}  // namespace impactbench
