#pragma once

#include "reports/paper/figure.hpp"

#include <string>

namespace impactbench {

/// The full description of a figure as text: equal texts draw equal figures from equal rows.
[[nodiscard]] std::string figure_text(const Figure& figure);

}  // namespace impactbench
