#pragma once

#include "benchmarks/convergence/study.hpp"
#include "reports/generate/families.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The verdict of `converge` on a ladder of steps, from stored rows.
struct JudgedFamily {
  std::string problem;
  Family family;
  MotionClass motion{MotionClass::smooth};
  bool rebounds{false};  ///< bodies rebound from impacts
  bool swept{false};     ///< a moving set pushes a point
  std::string truth;     ///< provenance and uncertainty
  std::vector<NormOrder> orders;
};

struct JudgedFamilies {
  std::vector<JudgedFamily> all;
  std::size_t left_out{0};  ///< families of an earlier program, which states no JudgedBy
};

/// All families of four steps or more on problems whose truth is known. Points into `rows`.
[[nodiscard]] JudgedFamilies judge_families(std::span<const Row> rows);

}  // namespace impactbench
