#pragma once

#include <cstddef>
#include <span>

namespace impactbench::fuzz {

/// The bytes of a trajectory to edit, as TrajectoryWriter makes it, but packed: `base` modulo their
/// number, one for each kind of bodies and each of its dimensions.
[[nodiscard]] std::span<const std::byte> base_file(std::size_t base);

}  // namespace impactbench::fuzz
