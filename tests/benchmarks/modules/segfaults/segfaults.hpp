#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::segfaults {

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::segfaults
