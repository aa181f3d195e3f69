#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/naming.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// Runs that differ in the step alone, by decreasing step.
struct Family {
  std::string key;  ///< the same for rows that differ in the step alone
  const Row* first;
  std::string name;  ///< method and R; if these agree, the setting that differs
  std::vector<const Row*> rows;
  std::vector<double> steps;
  std::vector<double> errors;  ///< largest position error [m]; NaN where it is not known
  std::vector<double> times;   ///< CPU time of a run [s]; 0 where it is not known
};

/// Families of at least `least` rows of one problem that `counts` accepts, by name.
[[nodiscard]] std::vector<Family> families_of(const std::vector<const Row*>& rows,
                                              std::size_t least,
                                              const std::function<bool(const Row&)>& counts);

/// Families of one motion: of one problem with the same parameters.
struct MotionFamilies {
  std::string name;  ///< the problem, and the parameters that tell its motions apart
  std::string file;  ///< the same in letters, digits and _
  std::vector<Family> families;
};
/// Families of one problem by their motions: figures compare the same motion only.
[[nodiscard]] std::vector<MotionFamilies> by_motion(const std::string& problem,
                                                    std::vector<Family> families);

/// The schemes of these families.
[[nodiscard]] std::set<std::string> schemes_of(const std::vector<Family>& families);

/// Those with a position error.
[[nodiscard]] bool has_position_error(const Row& row);

/// Looks of the families in one figure.
[[nodiscard]] std::vector<int> looks_of(const std::vector<Family>& families, const Styles& styles);

}  // namespace impactbench
