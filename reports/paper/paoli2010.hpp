#pragma once

#include "reports/paper/figure.hpp"

#include <string>
#include <vector>

namespace impactbench::paoli2010 {

/// What the text of the slides determines of their pictures; they have no numbers, so these are
/// words.
[[nodiscard]] const std::vector<Figure>& figures();
[[nodiscard]] const std::vector<std::string>& diagrams();

}  // namespace impactbench::paoli2010
