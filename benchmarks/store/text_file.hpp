#pragma once

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace impactbench {

/// Whether reading may never end: the path is a device other than /dev/null (1, 3), which is
/// empty.
inline bool is_endless(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return false;
  return S_ISBLK(facts.st_mode) || (S_ISCHR(facts.st_mode) && facts.st_rdev != makedev(1, 3));
}

/// The content of a file, byte by byte; nothing if it is missing, cannot be read, or is a
/// device.
inline std::optional<std::string> read_text_file(const std::string& path) {
  if (is_endless(path)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // Copying nothing is a failure for <<, but an empty file can be read.
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || !text) return std::nullopt;
  return std::move(text).str();
}

}  // namespace impactbench
