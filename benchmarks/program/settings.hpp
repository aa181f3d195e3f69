#pragma once

#include "problems/base/fields.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Reads the texts given to --set, one "key=value" each. Throws ConfigurationError on anything
/// else.
[[nodiscard]] ParameterSet settings_of(const std::vector<std::string>& given);

}  // namespace impactbench
