#include "tests/support/units.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <string>

namespace impactbench::testing {
namespace {

/// Powers of length, mass and time of a unit. Charges keep their unit.
struct Dimension {
  std::string_view unit;
  double length, mass, time;
};
constexpr std::array dimensions{
    Dimension{"m", 1, 0, 0},   Dimension{"kg", 0, 1, 0}, Dimension{"s", 0, 0, 1},
    Dimension{"N", 1, 1, -2},  Dimension{"J", 2, 1, -2}, Dimension{"Pa", -1, 1, -2},
    Dimension{"Hz", 0, 0, -1}, Dimension{"V", 2, 1, -2}, Dimension{"ohm", 2, 1, -1},
    Dimension{"F", -2, -1, 2}, Dimension{"H", 2, 1, 0},  Dimension{"rad", 0, 0, 0},
    Dimension{"deg", 0, 0, 0}, Dimension{"-", 0, 0, 0},  Dimension{"1", 0, 0, 0},
};

double power_of(const std::string& text, double alpha) {
  if (text.empty()) return 1.0;
  if (text.starts_with("(alpha")) return alpha + std::stod(text.substr(6));
  return std::stod(text);
}

/// A unit with its power: "m2", "s^0.5", "m^(alpha-1)".
double factor_of_one(const std::string& word, const Units& units, double alpha) {
  std::size_t end = 0;
  while (end < word.size() &&
         (std::isalpha(static_cast<unsigned char>(word[end])) != 0 || end == 0))
    ++end;
  const std::string name = word.substr(0, end);
  const std::size_t from = end < word.size() && word[end] == '^' ? end + 1 : end;
  const double power = power_of(word.substr(from), alpha);
  for (const Dimension& d : dimensions) {
    if (d.unit != name) continue;
    return std::pow(units.length, power * d.length) * std::pow(units.mass, power * d.mass) *
           std::pow(units.time, power * d.time);
  }
  throw std::logic_error("no unit of fields: " + word);
}

}  // namespace

double factor_of(std::string_view unit, const Units& units, double alpha) {
  double out = 1.0;
  bool below = false;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    const double factor = factor_of_one(word, units, alpha);
    out = below ? out / factor : out * factor;
    word.clear();
  };
  for (const char c : unit) {
    if (c == ' ' || c == '/') {
      end_word();
    } else {
      word += c;
    }
    below = below || c == '/';
  }
  end_word();
  return out;
}

ParameterSet in_units(const std::vector<FieldInfo>& fields, const ParameterSet& all,
                      const Units& units) {
  const auto exponent = all.find("alpha");
  const bool given = exponent != all.end() && std::holds_alternative<double>(exponent->second);
  const double alpha = given ? std::get<double>(exponent->second) : 2.0;
  ParameterSet out = all;
  for (const FieldInfo& field : fields) {
    auto* number = std::get_if<double>(&out.at(field.name));
    if (number == nullptr) continue;
    const bool velocity = field.meaning.find("velocity units") != std::string::npos;
    *number *= factor_of(velocity ? "m/s" : field.unit, units, alpha);
  }
  return out;
}

}  // namespace impactbench::testing
