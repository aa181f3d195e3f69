#pragma once

#include <exception>
#include <string>

namespace impactbench {

/// What the JSON library says of an error, without its own name for it:
/// "[json.exception.type_error.302] ".
[[nodiscard]] inline std::string json_error(const std::exception& error) {
  const std::string what = error.what();
  const std::size_t end = what.find("] ");
  return what.starts_with('[') && end != std::string::npos ? what.substr(end + 2) : what;
}

}  // namespace impactbench
