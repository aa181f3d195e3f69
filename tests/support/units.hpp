#pragma once

#include "problems/base/fields.hpp"

#include <string_view>
#include <vector>

namespace impactbench::testing {

/// Old units over new ones: a length of 1 m is a number `length` times as large in the new unit.
/// With powers of two the numbers of a run are scaled without rounding.
struct Units {
  double length{1.0}, mass{1.0}, time{1.0};
};

/// The factor by which a number of this unit grows, as fields write it: "kg m2", "N s/m", "m^0.5",
/// "m^(alpha-1)/N" with the exponent `alpha`. Charges keep their unit. Throws std::logic_error on
/// an unknown unit.
[[nodiscard]] double factor_of(std::string_view unit, const Units& units, double alpha = 2.0);

/// The same settings in other units. A tolerance of solvers in velocity units is a velocity.
[[nodiscard]] ParameterSet in_units(const std::vector<FieldInfo>& fields, const ParameterSet& all,
                                    const Units& units);

}  // namespace impactbench::testing
