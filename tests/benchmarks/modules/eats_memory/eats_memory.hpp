#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::eats_memory {

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::eats_memory
