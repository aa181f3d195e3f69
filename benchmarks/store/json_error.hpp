#pragma once

// To be included before the library by all users of its errors: for a value of the wrong type these
// then name the key, "(/cell/dt) type must be number".
#ifdef INCLUDE_NLOHMANN_JSON_HPP_
#error "json_error.hpp comes before <nlohmann/json.hpp>"
#endif
#define JSON_DIAGNOSTICS 1
#include <nlohmann/json.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace impactbench {

/// The message of an error of the JSON library, without its own name for it:
/// "[json.exception.type_error.302] ".
[[nodiscard]] inline std::string json_error(const std::exception& error) {
  const std::string what = error.what();
  const std::size_t end = what.find("] ");
  return what.starts_with('[') && end != std::string::npos ? what.substr(end + 2) : what;
}

/// The same for a text that is one line of a file, where "line 1" would be taken for the file's.
[[nodiscard]] inline std::string json_error_in_line(const std::exception& error) {
  constexpr std::string_view first = "at line 1, column";
  std::string what = json_error(error);
  if (const std::size_t at = what.find(first); at != std::string::npos)
    what.replace(at, first.size(), "at column");
  return what;
}

}  // namespace impactbench
