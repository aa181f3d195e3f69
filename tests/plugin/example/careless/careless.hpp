#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::careless {

/// symplectic_penalty on every problem of discs, with friction and restitution that it ignores: its
/// cells must not pass.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::careless
