#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace impactbench {

/// All of a file; empty where there is none.
inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace impactbench
