#pragma once

#include <string>

namespace impactbench {

/// "DejaVu Serif": the font family of figures, one that this machine has: gnuplot would silently
/// draw with another in place of one that is missing. Empty: the default. Throws ConfigurationError
/// on anything else.
[[nodiscard]] std::string font_of(const std::string& text);

}  // namespace impactbench
