// Rows of a store: the JSON text and the bytes of the histories. What can be read is written and
// read again to the same text.

#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/series_bytes.hpp"
#include "problems/model/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 2 == 0) {
      const auto series = unpacked(text);
      if (packed(unpacked(packed(series))) != packed(series)) std::abort();
    } else {
      const std::string once = to_json(row_from_json(text), true);
      if (to_json(row_from_json(once), true) != once) std::abort();
    }
  } catch (const ConfigurationError&) {
    // a sentence
  }
  return 0;
}
