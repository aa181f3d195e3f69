// Rows of a store: the JSON text, the bytes of histories and of frames. What can be read is written
// and read again to the same text.

#include "benchmarks/store/row_bytes.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 3 == 0) {
      const std::string once = packed(unpacked_series(text));
      if (packed(unpacked_series(once)) != once) std::abort();
    } else if (data[0] % 3 == 1) {
      const std::string once = to_json(row_from_json(text), RowExtent::whole);
      if (to_json(row_from_json(once), RowExtent::whole) != once) std::abort();
    } else {
      const std::string once = packed(unpacked_frames(text));
      if (packed(unpacked_frames(once)) != once) std::abort();
    }
  } catch (const ConfigurationError&) {
    // a sentence
  }
  return 0;
}
