#pragma once

#include <cstdint>
#include <random>

namespace impactbench {

/// Our own random numbers, the same bits on every machine: the C++ standard fixes what
/// std::mt19937_64 gives, but not what its distributions make of it, so those are written here.
class PortableRandom {
 public:
  explicit PortableRandom(std::int64_t seed) : engine_(static_cast<std::uint64_t>(seed)) {}

  /// Uniform in [0, 1): the upper 53 bits of one draw, so that each value is exact.
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace impactbench
