#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::dawdles {

/// Misbehaves: flies through everything and takes its time.
[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::dawdles
