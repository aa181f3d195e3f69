#pragma once

#include "reference/published/table.hpp"
#include "reports/paper/recipe.hpp"

#include <optional>
#include <string>

namespace impactbench::nguyen2024 {

/// Why no run of ours can give the value, in a phrase; empty if one can, and for inputs.
[[nodiscard]] std::string why_no_run(const PublishedValue& printed);

/// The settings behind each printed value that a run of ours can give. They are not all in the
/// thesis's text: they were found by comparing digits, and are listed in nguyen2024.cpp with the
/// reason beside each. Nothing for an input of a problem (tables 4.1-4.3, 4.5, 4.6, 4.8) and where
/// why_no_run() says why.
[[nodiscard]] std::optional<Recipe> recipe(const PublishedValue& printed);

/// The number that a problem of ours has for an input that the thesis prints (mass_1, q1x_initial,
/// box_xmax, total_time, ...); nothing if there is no such input.
[[nodiscard]] std::optional<double> input_value(const PublishedValue& printed);

/// Why a printed value that we do not meet differs, where this is known; else empty.
[[nodiscard]] std::string known_reason(const PublishedValue& printed);

}  // namespace impactbench::nguyen2024
