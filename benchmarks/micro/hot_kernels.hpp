#pragma once

#include <functional>
#include <string>
#include <vector>

namespace impactbench::micro {

/// A loop that dominates runs, set up on some problem; the same work in every pass.
struct HotKernel {
  std::string name;      ///< small letters and _
  std::string element;   ///< of what it makes many: "pair", "contact"
  double elements{0.0};  ///< in one pass
  double bytes{0.0};     ///< per element, that have to move if each array is read and written once
  double flops{0.0};     ///< per element: + - * / and roots, that the formulas ask for
  double working_set{0.0};  ///< bytes that a pass reads and writes
  std::function<void()> pass;
};

/// All hot kernels on about `n` discs, bodies or cells.
[[nodiscard]] std::vector<HotKernel> hot_kernels(int n);

}  // namespace impactbench::micro
