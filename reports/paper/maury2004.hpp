#pragma once

#include "benchmarks/store/row.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/recipe.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench::maury2004 {

/// Figures 2 to 11 of the paper: section 6.1 (no uniqueness), 6.2 (sticky particles), 6.3
/// (cluster).
[[nodiscard]] const std::vector<Figure>& figures();
/// The sketch of the notations.
[[nodiscard]] const std::vector<std::string>& diagrams();

/// The run behind a value of reference/published/maury2004.
[[nodiscard]] std::optional<Recipe> recipe(const PublishedValue& printed);

/// What the tables hold and no yardstick measures: take_off_k, the step after which the body of
/// non_uniqueness leaves the floor for the k-th time, and kinetic_energy_share_k, kinetic energy
/// after step k over that of the start.
[[nodiscard]] std::map<std::string, double> derived(const Row& row);

}  // namespace impactbench::maury2004
