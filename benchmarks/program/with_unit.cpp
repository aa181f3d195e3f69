#include "benchmarks/program/with_unit.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>

namespace impactbench {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

/// A number with one of these units behind it, the first of which may be left out.
std::optional<double> with_unit(const std::string& text, std::initializer_list<Unit> units) {
  const std::size_t end = text.find_last_of("0123456789.") + 1;  // no unit has a digit
  const std::optional<double> number = number_of_text(std::string_view(text).substr(0, end));
  if (!number) return std::nullopt;
  const std::string_view name =
      end == text.size() ? units.begin()->name : std::string_view(text).substr(end);
  for (const Unit& unit : units) {
    if (unit.name == name) return *number * unit.factor;
  }
  return std::nullopt;
}

}  // namespace

double seconds(const std::string& text, std::string_view option) {
  const std::optional<double> time = with_unit(text, {{"s", 1.0}, {"m", 60.0}, {"h", 3600.0}});
  if (!time || !(*time > 0.0 && *time <= 1e8)) {
    throw ConfigurationError(
        fmt::format("{} {}: must be a positive time of at most 1e8 s, with the unit s, m (minutes) "
                    "or h: 0.1s, 90s, 10m or 2h, or without one in seconds",
                    option, text));
  }
  return *time;
}

double width_of(const std::string& text) {
  const std::optional<double> width = with_unit(text, {{"mm", 1.0}, {"cm", 10.0}});
  if (!width || !(*width >= 50.0 && *width <= 300.0)) {
    throw ConfigurationError(fmt::format(
        "--width {}: must be 50mm to 300mm, in mm or cm, such as 84mm or 17.4cm", text));
  }
  return *width;
}

}  // namespace impactbench
