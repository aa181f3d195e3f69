#pragma once

#include "reports/paper/figure.hpp"

#include <string>

namespace impactbench {

/// All that a figure is described by, as text: equal texts draw equal figures from equal rows.
[[nodiscard]] std::string figure_text(const Figure& figure);

}  // namespace impactbench
