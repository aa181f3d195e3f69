#include "benchmarks/program/settings.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

namespace impactbench {

ParameterSet settings_of(const std::vector<std::string>& given) {
  ParameterSet out;
  for (const std::string& setting : given) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size()) {
      throw ConfigurationError(
          fmt::format("--set {}: must be key=value, such as alpha=3", setting));
    }
    const std::string key = setting.substr(0, equals);
    if (!out.emplace(key, value_of_text(setting.substr(equals + 1))).second)
      throw ConfigurationError(fmt::format("--set {}: '{}' is set twice", setting, key));
  }
  return out;
}

}  // namespace impactbench
