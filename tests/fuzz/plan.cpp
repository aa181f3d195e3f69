// Plans: TOML, names, grids, settings; over a small catalogue.

#include "benchmarks/matrix/plan.hpp"
#include "problems/base/error.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)impactbench::parse_plan(text, "plan");
  } catch (const impactbench::ConfigurationError&) {
    // a sentence
  }
  return 0;
}
