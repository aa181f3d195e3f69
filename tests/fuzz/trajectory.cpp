// Trajectories of ours that somebody edited. An input is a byte that says which trajectory, a byte
// that says which instant becomes a state, and edits of its data sets and attributes. All stays in
// memory: the file that is edited, the file that is read, what is written of it. HDF5's own reader
// is not what is tried, but the readers behind `impactbench paraview` and `impactbench state`.

#include "benchmarks/trajectories/hdf5.hpp"
#include "benchmarks/trajectories/state_file.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "benchmarks/trajectories/vtu.hpp"
#include "problems/base/error.hpp"
#include "tests/fuzz/base_files.hpp"
#include "tests/fuzz/edited_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace impactbench::fuzz {
namespace {

constexpr std::size_t head = 2, most_edits = 6;

std::vector<Edit> edits_of(std::span<const std::uint8_t> bytes) {
  std::vector<Edit> out(std::min(bytes.size() / sizeof(Edit), most_edits));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(Edit));
  return out;
}

void read(std::int64_t file, double t) {
  const TrajectoryReader reader(std::make_unique<Hdf5File>("trajectory", file));
  (void)reader.fact("cell");
  try {
    write_paraview(reader, "trajectory", [](const std::string&, const std::string&) {});
  } catch (const ConfigurationError&) {
    // bodies that cannot be shown are no reason not to ask for their state
  }
  (void)scene_text(state_of(reader, t));
}

}  // namespace
}  // namespace impactbench::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  using namespace impactbench::fuzz;
  if (size < head) return 0;
  const std::vector<Edit> edits = edits_of({data + head, size - head});
  try {
    read(edited_file(base_file(data[0]), edits), data[1] % 3);
  } catch (const ConfigurationError&) {
    // a sentence
  }
  return 0;
}

/// Whole edits come, go and change, so that one that has done its work stays as it is.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace impactbench::fuzz;
  constexpr std::size_t width = sizeof(Edit);
  std::minstd_rand random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  if (most < head + width) return size;
  std::vector<std::uint8_t> bytes(data, data + size);
  const std::size_t room = std::min(most_edits, (most - head) / width);
  std::size_t edits = size < head ? 0 : std::min(room, (size - head) / width);
  bytes.resize(head + edits * width);
  const auto at = [&](std::size_t edit) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(head + edit * width);
  };
  const std::size_t how = below(16);
  if (how == 0) {
    bytes[below(head)] = static_cast<std::uint8_t>(random());
  } else if (edits == 0 || (how < 4 && edits < room)) {
    std::vector<std::uint8_t> made(width);
    std::generate(made.begin(), made.end(), [&] { return static_cast<std::uint8_t>(random()); });
    bytes.insert(at(below(edits + 1)), made.begin(), made.end());
  } else if (how == 4) {
    const std::size_t edit = below(edits);
    bytes.erase(at(edit), at(edit + 1));
  } else if (how == 5) {
    std::swap_ranges(at(0), at(1), at(below(edits)));
  } else {
    // A few numbers of one edit.
    const std::size_t edit = below(edits);
    for (std::size_t k = below(3) + 1; k > 0; --k)
      at(edit)[static_cast<std::ptrdiff_t>(below(width))] = static_cast<std::uint8_t>(random());
  }
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}
