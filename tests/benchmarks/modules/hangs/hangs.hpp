#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::hangs {

/// Misbehaves: never returns from step 10.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::hangs
