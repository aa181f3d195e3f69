#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impactbench::fuzz {

/// One change of a trajectory. Any bytes are valid: each number is taken modulo the number of
/// choices.
struct Edit {
  std::uint8_t item;       ///< which data set or attribute, of trajectory_items()
  std::uint8_t action;     ///< what is done to it
  std::uint8_t type;       ///< of a new data set: what its numbers are
  std::uint8_t layout;     ///< and how they are kept
  std::uint8_t rank;       ///< and how many extents there are
  std::uint8_t extent[4];  ///< the extents, of which the usual ones are small
  std::uint8_t values;     ///< what stands in it
  std::uint8_t index;      ///< which entry or extent is changed, which other item is meant
  std::uint8_t letter;     ///< which number of the layout changes everywhere: T, N, d, ...
};
static_assert(sizeof(Edit) == 12);  // bytes of the fuzzer's

/// The bytes of a trajectory without the room for its data sets to grow, which is most of it.
[[nodiscard]] std::vector<std::byte> packed_file(std::span<const std::byte> bytes);

/// An HDF5 file of these bytes with these changes, one after the other, open in memory: its
/// identifier of the library. A change that HDF5 refuses is left out.
[[nodiscard]] std::int64_t edited_file(std::span<const std::byte> bytes,
                                       std::span<const Edit> edits);

}  // namespace impactbench::fuzz
