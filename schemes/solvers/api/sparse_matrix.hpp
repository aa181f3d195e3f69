#pragma once

#include <cstddef>
#include <vector>

namespace impactbench {

/// A square matrix by columns; entries at the same position are summed.
struct SparseMatrix {
  std::vector<int> start;  ///< size() + 1
  std::vector<int> index;
  std::vector<double> value;

  [[nodiscard]] std::size_t size() const { return start.empty() ? 0 : start.size() - 1; }

  /// Calls f(row, column, value) for each entry.
  template <class F>
  void each(F&& f) const {
    for (std::size_t j = 0; j < size(); ++j) {
      for (auto k = static_cast<std::size_t>(start[j]); k < static_cast<std::size_t>(start[j + 1]);
           ++k)
        f(static_cast<std::size_t>(index[k]), j, value[k]);
    }
  }
  /// A x.
  [[nodiscard]] std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> out(x.size(), 0.0);
    each([&](std::size_t i, std::size_t j, double a) { out[i] += a * x[j]; });
    return out;
  }
};

}  // namespace impactbench
