#pragma once

#include "benchmarks/store/text_file.hpp"

#include <filesystem>
#include <string>

namespace impactbench {

/// The content of a file; empty if there is none.
inline std::string slurp(const std::filesystem::path& path) {
  return read_text_file(path).value_or("");
}

}  // namespace impactbench
