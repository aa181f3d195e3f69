#include "reports/paper/scope.hpp"

#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/formula.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench {
namespace {

/// A number, or a text that can be read as one, as in columns of a table.
std::optional<double> number_in(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* text = std::get_if<std::string>(&value)) return decimal(*text);
  return std::nullopt;
}

std::string shown(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return short_number(*real);
  return to_text(value);
}

}  // namespace

std::string short_number(double x) {
  const double size = std::abs(x);
  if (size == 0.0 || (size >= 1e-2 && size < 1e3)) return fmt::format("{:g}", x);
  const double exponent = std::floor(std::log10(size) + 1e-9);
  return fmt::format("{:g}e{:g}", x / std::pow(10.0, exponent), exponent);
}

const Value* Scope::find(std::string_view name) const {
  const auto it = own_.find(name);
  if (it != own_.end()) return &it->second;
  return around_ == nullptr ? nullptr : around_->find(name);
}

std::string Scope::filled(std::string_view text) const {
  std::string out;
  while (true) {
    const std::size_t open = text.find('<');
    // "z < 0" is not a placeholder.
    const std::size_t close = text.find_first_of("> <", open == text.npos ? open : open + 1);
    if (open == text.npos || close == text.npos) return out + std::string(text);
    out += text.substr(0, open);
    if (text[close] != '>' || close == open + 1) {
      out += '<';
      text.remove_prefix(open + 1);
      continue;
    }
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const Value* value = find(name);
    if (value == nullptr) throw ConfigurationError(fmt::format("<{}> stands for nothing", name));
    out += shown(*value);
    text.remove_prefix(close + 1);
  }
}

std::optional<double> Scope::number_of(std::string_view name) const {
  const Value* value = find(name);
  return value == nullptr ? std::nullopt : number_in(*value);
}

double Scope::number(std::string_view formula) const {
  return evaluate(formula, [this](std::string_view name) { return number_of(name); });
}

std::optional<double> Scope::finite_number(std::string_view formula) const {
  return evaluate_if_finite(formula, [this](std::string_view name) { return number_of(name); });
}

Value Scope::value(const Value& written) const {
  const auto* text = std::get_if<std::string>(&written);
  if (text == nullptr) return written;
  if (text->starts_with("= ")) {
    const double x = number(std::string_view(*text).substr(2));
    if (x == std::floor(x) && std::abs(x) < 9e15) return static_cast<std::int64_t>(x);
    return x;
  }
  const bool one_name =
      text->size() > 2 && text->front() == '<' && text->find('>') == text->size() - 1;
  if (one_name) {
    if (const Value* value = find(std::string_view(*text).substr(1, text->size() - 2)))
      return *value;
  }
  return filled(*text);
}

}  // namespace impactbench
