#pragma once

#include <string>
#include <string_view>

namespace impactbench {

/// "90", "90s", "10m", "1.5h" in seconds. Throws ConfigurationError on anything else, which names
/// the option.
[[nodiscard]] double seconds(const std::string& text, std::string_view option);

}  // namespace impactbench
