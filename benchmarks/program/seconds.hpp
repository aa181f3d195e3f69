#pragma once

#include <string>

namespace impactbench {

/// "90", "90s", "10m", "1.5h" in seconds. Throws ConfigurationError on anything else.
[[nodiscard]] double seconds(const std::string& text);

}  // namespace impactbench
