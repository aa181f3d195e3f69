#pragma once

#include <cstdint>
#include <random>

namespace impactbench {

/// Random numbers with the same bits on every machine: the C++ standard fixes the numbers of
/// std::mt19937_64 but not those of its distributions, which are therefore implemented here.
class PortableRandom {
 public:
  explicit PortableRandom(std::int64_t seed) : engine_(static_cast<std::uint64_t>(seed)) {}

  /// Uniform in [0, 1): the upper 53 bits of one draw, so that each value is exact.
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace impactbench
