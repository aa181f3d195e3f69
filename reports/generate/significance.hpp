#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace impactbench {

/// Repeats of one timing as kept in a row: their number, and their least and greatest.
struct Repeats {
  int count{0};
  double least{0.0}, greatest{0.0};
};

/// Two-sided p-value of the rank test of Mann and Whitney if it is known from the ends: if all
/// repeats of one are below all of the other, the most extreme order,
///
///   p = 2 m! n! / (m + n)!,
///
/// and 1 if they overlap (their order is then not kept, and the test would give more than 2 m! n! /
/// (m + n)! anyway). Exact for any distribution; 3 against 3 repeats can give 0.1 at best, 4
/// against 4 0.029. Nothing without repeats.
[[nodiscard]] std::optional<double> separation_p(const Repeats& before, const Repeats& after);

/// Which of these hypotheses are rejected at a false discovery rate of `rate`: Benjamini and
/// Hochberg 1995.
[[nodiscard]] std::vector<bool> discoveries(std::span<const double> p, double rate);

/// Two-sided p-value of `more` out of `more` + `less` under equal odds: the sign test.
[[nodiscard]] double sign_test_p(std::size_t more, std::size_t less);

/// Mean of logarithms as a factor, with its 95 % interval by Student's t; two ratios at least.
struct MeanRatio {
  double ratio, low, high;
};
[[nodiscard]] std::optional<MeanRatio> mean_ratio(std::span<const double> ratios);

}  // namespace impactbench
