#pragma once

#include <string>

namespace impactbench {

/// "84mm", "84" or "17.4cm" in millimetres: the width of a figure on paper, 50 to 300 mm. Throws
/// ConfigurationError on anything else.
[[nodiscard]] double width_of(const std::string& text);

}  // namespace impactbench
