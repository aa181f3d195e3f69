#pragma once

#include <string>
#include <string_view>

namespace impactbench {

/// "90", "90s", "10m", "1.5h" in seconds. Throws ConfigurationError on anything else, naming the
/// option.
[[nodiscard]] double seconds(const std::string& text, std::string_view option);

/// "84mm", "84" or "17.4cm" in millimetres: the width of a figure on paper, 50 to 300 mm. Throws
/// ConfigurationError on anything else.
[[nodiscard]] double width_of(const std::string& text);

}  // namespace impactbench
