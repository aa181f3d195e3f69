#pragma once

#include <cstdint>

namespace impactbench {

/// RAND() of gfortran's library as called by nguyen2024's listing, reproduced bit for bit:
///
///   s_k = 16807 s_(k-1) mod (2^31 - 1),   s_0 = seed
///   u_k = 2^-31 (s_k - 1), its nine lowest bits cleared,   in [0, 1) [-]
///
/// From seed 1: u = 2^-17, 0.13153767..., 0.75560522..., 0.45865011...
/// RAND() returns single precision. Clearing leaves 22 bits of s_k - 1, so that u is a multiple of
/// 2^-22 and no rounding takes place: single and double precision give the same u, and the same
/// u - 1/2 (which the listing computes in single precision). Everything else there is double.
/// Source: nguyen2024, appendix A (calls RAND() and rand(0), never seeds); the recurrence is Park
/// and Miller's minimal standard, Comm. ACM 31 (1988) 1192.
class LibgfortranRandom {
 public:
  /// `seed` in [1, 2^31 - 2]; a program that does not set it has 1.
  explicit LibgfortranRandom(std::int64_t seed = 1) : state_(seed) {}

  /// The next u.
  double operator()() {
    state_ = 16807 * state_ % modulus;
    return static_cast<double>((state_ - 1) & ~std::int64_t{511}) * 0x1p-31;
  }

  static constexpr std::int64_t modulus = 2147483647;

 private:
  std::int64_t state_;
};

}  // namespace impactbench
