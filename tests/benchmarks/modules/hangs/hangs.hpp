#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::hangs {

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::hangs
