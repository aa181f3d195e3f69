#include "benchmarks/program/width.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>

namespace impactbench {

double width_of(const std::string& text) {
  std::size_t end = 0;
  double number = 0.0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double width = unit == "cm" ? 10.0 * number : unit.empty() || unit == "mm" ? number : 0.0;
  if (end == 0 || !(width >= 50.0 && width <= 300.0)) {
    throw ConfigurationError(
        fmt::format("--width {}: must be 50mm to 300mm, such as 84mm or 174mm", text));
  }
  return width;
}

}  // namespace impactbench
