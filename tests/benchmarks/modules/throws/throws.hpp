#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::throws {

/// Misbehaves: throws an exception at step 10.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::throws
