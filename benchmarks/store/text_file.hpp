#pragma once

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace impactbench {

/// All of a file, byte by byte; nothing where there is none, or where it cannot be read.
inline std::optional<std::string> read_text_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // To copy nothing is a failure to <<, but an empty file can be read.
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || !text) return std::nullopt;
  return std::move(text).str();
}

}  // namespace impactbench
