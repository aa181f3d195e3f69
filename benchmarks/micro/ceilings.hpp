#pragma once

namespace impactbench::micro {

/// The most that this machine can do with code compiled as this program is, measured on one thread:
/// the best of several tries.

/// a = b + 3 c over three arrays that are so large together [bytes/s].
[[nodiscard]] double bandwidth(double working_set);
/// Twelve independent chains x = x a + b, multiplied and added apart [flop/s].
[[nodiscard]] double scalar_peak();
/// The same on vectors of the widest registers that the flags allow [flop/s].
[[nodiscard]] double vector_peak();

}  // namespace impactbench::micro
