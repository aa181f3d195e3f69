#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace impactbench {

/// The median of one value or more; of an even number the mean of the two in the middle, which is
/// infinite where one of these is.
[[nodiscard]] inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

}  // namespace impactbench
