#pragma once

#include "reports/paper/figure.hpp"

#include <string>
#include <vector>

namespace impactbench::maury_slides {

/// What the text of the slides determines of their pictures; they have no numbers, so these are
/// words. Sticky particles, several solutions and the cluster are those of maury2004.
[[nodiscard]] const std::vector<Figure>& figures();
[[nodiscard]] const std::vector<std::string>& diagrams();

}  // namespace impactbench::maury_slides
