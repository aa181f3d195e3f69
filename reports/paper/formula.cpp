#include "reports/paper/formula.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

/// Parentheses and exponents are read by recursion.
constexpr std::size_t longest = 500;

/// Division as in IEEE 754, also by zero, which the sanitizer would treat as an error: the caller
/// reports a formula whose value is not finite.
double quotient(double x, double over) {
  return over != 0.0 ? x / over : x * std::copysign(HUGE_VAL, over);
}

/// Reads a formula from left to right and evaluates it at the same time.
class Reader {
 public:
  Reader(std::string_view text, const NumberOf& number_of) : text_(text), number_of_(number_of) {}

  double whole() {
    const double out = sum();
    if (at_ < text_.size()) refuse(fmt::format("'{}' is not expected", text_[at_]));
    return out;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigurationError(fmt::format("formula '{}', character {}: {}", text_, at_ + 1, why));
  }

 private:
  bool took(char wanted) {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  double sum() {
    double out = product();
    while (true) {
      if (took('+')) {
        out += product();
      } else if (took('-')) {
        out -= product();
      } else {
        return out;
      }
    }
  }

  double product() {
    double out = signed_power();
    while (true) {
      if (took('*')) {
        out *= signed_power();
      } else if (took('/')) {
        out = quotient(out, signed_power());
      } else {
        return out;
      }
    }
  }

  double signed_power() {
    if (took('-')) return -signed_power();
    const double base = atom();
    return took('^') ? std::pow(base, signed_power()) : base;
  }

  double atom() {
    if (took('(')) return closed();
    if (at_ >= text_.size()) refuse("it ends where a number must follow");
    const char first = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') return literal();
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    const std::string_view name = text_.substr(from, at_ - from);
    if (name.empty()) refuse(fmt::format("'{}' is not expected", first));
    if (took('(')) return function(name);
    const std::optional<double> value = name == "pi" ? std::numbers::pi : number_of_(name);
    if (!value) refuse(fmt::format("'{}' is not the name of a number here", name));
    return *value;
  }

  double literal() {
    double out = 0.0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
    if (error != std::errc()) refuse("a number cannot be read");
    at_ = static_cast<std::size_t>(end - text_.data());
    return out;
  }

  double closed() {
    const double out = sum();
    if (!took(')')) refuse("a parenthesis is not closed");
    return out;
  }

  double function(std::string_view name) {
    const double x = closed();
    if (name == "sqrt") return std::sqrt(x);
    if (name == "log2") return std::log2(x);
    if (name == "abs") return std::abs(x);
    if (name == "floor") return std::floor(x);
    if (name == "round") return std::round(x);
    if (name == "sin") return std::sin(x);
    if (name == "cos") return std::cos(x);
    if (name == "atan") return std::atan(x);
    refuse(fmt::format(
        "there is no function '{}'; known: sqrt, log2, abs, floor, round, sin, cos, atan", name));
  }

  std::string_view text_;
  const NumberOf& number_of_;
  std::size_t at_{0};
};

Reader reader(std::string_view formula, const NumberOf& number_of) {
  if (formula.size() > longest) {
    throw ConfigurationError(fmt::format("a formula has at most {} characters", longest));
  }
  return {formula, number_of};
}

}  // namespace

double evaluate(std::string_view formula, const NumberOf& number_of) {
  Reader read = reader(formula, number_of);
  const double out = read.whole();
  if (!std::isfinite(out)) read.refuse("it does not give a finite number");
  return out;
}

std::optional<double> evaluate_if_finite(std::string_view formula, const NumberOf& number_of) {
  const double out = reader(formula, number_of).whole();
  return std::isfinite(out) ? std::optional(out) : std::nullopt;
}

}  // namespace impactbench
