// Tables of papers as CSV: the file is what the fuzzer says.

#include "problems/base/error.hpp"
#include "reference/published/table.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

/// A folder of published tables with one table, in memory where there is a file system for that.
std::string table() {
  namespace fs = std::filesystem;
  std::string name = fs::exists("/dev/shm") ? "/dev/shm/fuzz_XXXXXX" : "/tmp/fuzz_XXXXXX";
  static const std::string folder = mkdtemp(name.data());
  std::atexit([] { fs::remove_all(folder); });
  fs::create_directory(folder + "/source");
  setenv("IMPACTBENCH_PUBLISHED", folder.c_str(), 1);
  return folder + "/source/tab4_11.csv";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = table();
  {
    std::ofstream out(path, std::ios::trunc);
    out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  try {
    for (const auto& value : impactbench::read_published("source", "4.11"))
      (void)impactbench::agrees_with_print(value.value.value_or(1.0), value.digits);
  } catch (const impactbench::ConfigurationError&) {
    // a sentence
  }
  return 0;
}
