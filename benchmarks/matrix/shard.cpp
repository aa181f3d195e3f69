#include "benchmarks/matrix/shard.hpp"

namespace impactbench {

std::string ladder_of(const Cell& cell) {
  Cell same = cell;
  same.dt = 0.0;
  return content_key(same, "", "");
}

int shard_index(const Cell& cell, int count) {
  const std::string key = ladder_of(cell);
  // The last 15 hexadecimal digits fit a signed 64-bit number.
  return static_cast<int>(std::stoll(key.substr(key.size() - 15), nullptr, 16) % count);
}

}  // namespace impactbench
