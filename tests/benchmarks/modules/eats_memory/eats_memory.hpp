#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::eats_memory {

/// Misbehaves: asks for more and more memory from step 10 on.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::eats_memory
