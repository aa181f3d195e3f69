#pragma once

#include "problems/model/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace impactbench {

/// A real or integer parameter of a problem by its name; std::out_of_range if there is none.
[[nodiscard]] inline double number(const Problem& problem, std::string_view key) {
  const Value& value = problem.parameters.at(std::string(key));
  const auto* integer = std::get_if<std::int64_t>(&value);
  return integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value);
}

/// A textual parameter by its name; std::out_of_range if the problem has none.
[[nodiscard]] inline const std::string& text(const Problem& problem, std::string_view key) {
  return std::get<std::string>(problem.parameters.at(std::string(key)));
}

}  // namespace impactbench
