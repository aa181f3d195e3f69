#pragma once

#include <hdf5.h>

namespace impactbench::fuzz {

/// For reading and writing a few numbers.
[[nodiscard]] hid_t small_buffer();

/// For a link whose groups may not be there.
[[nodiscard]] hid_t groups_on_the_way();

}  // namespace impactbench::fuzz
