#include "reference/acceptance/check.hpp"

#include "problems/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench {
namespace {

struct Word {
  CheckKind kind;
  std::string_view word;
};
constexpr std::array words{Word{CheckKind::truth, "truth"}, Word{CheckKind::law, "law"},
                           Word{CheckKind::self_report, "self_report"}};

}  // namespace

std::string_view to_text(CheckKind kind) {
  return std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.kind == kind; })
      ->word;
}

CheckKind check_kind(std::string_view word) {
  const auto it =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.word == word; });
  if (it == words.end())
    throw ConfigurationError("'" + std::string(word) +
                             "' is not a kind of check; known: truth, law, self_report");
  return it->kind;
}

std::optional<double> Check::margin() const {
  if (!value || std::isnan(*value) || std::isnan(low) || std::isnan(high)) return std::nullopt;
  if (std::isinf(low) && std::isinf(high)) return std::nullopt;
  if (std::isinf(high)) return *value != 0.0 ? std::optional(low / *value) : std::nullopt;
  if (std::isinf(low)) {
    if (high == 0.0) return std::nullopt;
    return std::max(0.0, *value / high);
  }
  if (low == high) return std::nullopt;
  return std::abs(*value - 0.5 * (low + high)) / (0.5 * (high - low));
}

bool judges_physics(std::span<const Check> checks) {
  return std::any_of(checks.begin(), checks.end(), [](const Check& c) {
    return c.kind != CheckKind::self_report && !c.unresolved;
  });
}

std::span<const std::string_view> tolerance_sets() {
  static constexpr std::array<std::string_view, 2> names{"default", "tight"};
  return names;
}

}  // namespace impactbench
