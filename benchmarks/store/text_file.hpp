#pragma once

#include "problems/model/error.hpp"

#include <fstream>
#include <string>

namespace impactbench {

/// Writes a file that is there in full; throws ConfigurationError where it cannot.
inline void write_text_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw ConfigurationError("'" + path + "' cannot be written");
}

}  // namespace impactbench
