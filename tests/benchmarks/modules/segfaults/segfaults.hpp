#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::segfaults {

/// Misbehaves: writes where nothing is at step 10.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::segfaults
