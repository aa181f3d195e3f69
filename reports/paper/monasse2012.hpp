#pragma once

#include "benchmarks/store/row.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/recipe.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench::monasse2012 {

/// Figures 2 to 7 of the paper: section 5.1 (Lamb), 5.2 (pinched cylinder), 5.3 (hemisphere).
[[nodiscard]] const std::vector<Figure>& figures();
/// The sketch of two particles.
[[nodiscard]] const std::vector<std::string>& diagrams();

/// Runs that figures and tables share.
[[nodiscard]] CellRequest lamb(double edge, const std::string& recipe);
[[nodiscard]] CellRequest pinched_cylinder(double horizon);
/// `law` is polar (as printed), thin, or coupled: thin with the coupling of curvatures.
[[nodiscard]] CellRequest hemisphere(int along, double load, const std::string& law);

/// The run behind a value of reference/published/monasse2012; none of an input.
[[nodiscard]] std::optional<Recipe> recipe(const PublishedValue& printed);
[[nodiscard]] std::optional<double> input_value(const PublishedValue& printed);
[[nodiscard]] std::string known_reason(const PublishedValue& printed);

/// What the tables hold and no yardstick measures: of the pinched cylinder the frequency of the
/// diameter between its first and last crossing of its mean [Hz], and oscillations_500000, how many
/// fit into so many of the row's steps.
[[nodiscard]] std::map<std::string, double> derived(const Row& row);

}  // namespace impactbench::monasse2012
