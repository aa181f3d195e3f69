#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::breaks_down {

/// Misbehaves: reports a breakdown at step 10.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::breaks_down
