#include "benchmarks/program/seconds.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>

namespace impactbench {

double seconds(const std::string& text, std::string_view option) {
  std::size_t end = 0;
  double number = 0.0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double factor = unit == "h"                   ? 3600.0
                        : unit == "m"                 ? 60.0
                        : unit.empty() || unit == "s" ? 1.0
                                                      : 0.0;
  if (end == 0 || factor == 0.0 || !(number > 0.0) || number * factor > 1e8) {
    throw ConfigurationError(
        fmt::format("{} {}: must be a positive time such as 90s, 10m or 2h", option, text));
  }
  return number * factor;
}

}  // namespace impactbench
