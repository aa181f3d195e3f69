#pragma once

#include "benchmarks/store/row.hpp"

#include <span>
#include <string>

namespace impactbench {

struct Observable;
struct Check;

/// A unit and what a number means; both empty where they are not known.
struct NumberMeaning {
  std::string unit, meaning;
};

/// Of a history or a quantity by its name: "kinetic_energy", "position_error", or an observable of
/// the problem, its rate, its start or its error.
[[nodiscard]] NumberMeaning meaning_of(const std::string& name,
                                       std::span<const Observable> observables);

/// " m" behind a number, which no line ends between; nothing for a ratio, a count or an unknown
/// one.
[[nodiscard]] std::string behind(const std::string& unit);

/// The unit of the value and the limits of a check: that of the quantity of the row that it judges;
/// empty for ratios and counts, as most are.
[[nodiscard]] std::string unit_of(const Check& check, const Row& row);

/// "dt=0.001 R=1e-4" of the title of a cell, each number with its unit: "dt=0.001 s R=1e-4".
[[nodiscard]] std::string with_units(const std::string& settings, const Cell& cell);

}  // namespace impactbench
