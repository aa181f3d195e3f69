#pragma once

namespace impactbench::micro {

/// Upper limits of this machine for code compiled like this program, measured on one thread: the
/// best of several tries.

/// Memory bandwidth of a = b + 3 c over three arrays of this total size [bytes/s].
[[nodiscard]] double bandwidth(double working_set);
/// Twelve independent chains x = x a + b, multiplied and added apart [flop/s].
[[nodiscard]] double scalar_peak();
/// The same with vectors of the widest registers that the flags allow [flop/s].
[[nodiscard]] double vector_peak();

}  // namespace impactbench::micro
