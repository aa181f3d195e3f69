#include "benchmarks/program/with_unit.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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
  std::size_t end = 0;
  double number = 0.0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  const std::string name = end == text.size() ? std::string(units.begin()->name) : text.substr(end);
  for (const Unit& unit : units) {
    if (unit.name == name) return number * unit.factor;
  }
  return std::nullopt;
}

}  // namespace

double seconds(const std::string& text, std::string_view option) {
  const std::optional<double> time = with_unit(text, {{"s", 1.0}, {"m", 60.0}, {"h", 3600.0}});
  if (!time || !(*time > 0.0 && *time <= 1e8)) {
    throw ConfigurationError(
        fmt::format("{} {}: must be a positive time such as 90s, 10m or 2h", option, text));
  }
  return *time;
}

double width_of(const std::string& text) {
  const std::optional<double> width = with_unit(text, {{"mm", 1.0}, {"cm", 10.0}});
  if (!width || !(*width >= 50.0 && *width <= 300.0)) {
    throw ConfigurationError(
        fmt::format("--width {}: must be 50mm to 300mm, such as 84mm or 174mm", text));
  }
  return *width;
}

std::string font_of(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '-';
  });
  if (!plain) {
    throw ConfigurationError(fmt::format(
        "--font '{}': must be the name of a family, such as 'TeX Gyre Termes' or Helvetica", text));
  }
  return text;
}

}  // namespace impactbench
