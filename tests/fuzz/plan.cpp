// Plans: TOML, names, grids, settings; over a catalogue of one problem and one scheme.

#include "benchmarks/matrix/plan.hpp"
#include "problems/discs/falling_ball/falling_ball.hpp"
#include "problems/model/error.hpp"
#include "reference/api/reference.hpp"
#include "schemes/dem/dem.hpp"

#include <cstddef>
#include <cstdint>

namespace impactbench {

std::span<const ProblemEntry> problem_catalogue() {
  static const std::vector<ProblemEntry> table{falling_ball::entry()};
  return table;
}
std::span<const SchemeEntry> scheme_catalogue() {
  static const std::vector<SchemeEntry> table{dem::entry()};
  return table;
}
std::span<const SolverEntry> solver_catalogue() {
  return {};
}
std::span<const ReferenceEntry> reference_catalogue() {
  return {};
}

}  // namespace impactbench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)impactbench::parse_plan(text, "plan");
  } catch (const impactbench::ConfigurationError&) {
    // a sentence
  }
  return 0;
}
