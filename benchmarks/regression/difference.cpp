#include "benchmarks/regression/difference.hpp"

#include "reference/yardsticks/norms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Says whether zero is the best value of a figure.
bool smaller_is_better(const std::string& quantity) {
  for (const char* word : {"error", "drift", "closure", "defect", "residual", "infeasibility",
                           "gap", "unconverged", "claims_false", "penetration", "failed"}) {
    if (quantity.find(word) != std::string::npos) return true;
  }
  return false;
}

/// ", 63 times worse", ", 3 % better", ", times 1.2".
std::string ratio_text(const std::string& quantity, double before, double now) {
  const bool judged = smaller_is_better(quantity);
  const double ratio = before == 0.0 ? infinity : std::abs(now) / std::abs(before);
  if (!std::isfinite(ratio) || ratio == 0.0)
    return judged && std::isfinite(now) ? (ratio == 0.0 ? ", better" : ", worse") : "";
  const bool worse = ratio > 1.0;
  const std::string word = !judged ? "" : worse ? " worse" : " better";
  const double factor = worse ? ratio : 1.0 / ratio;
  if (factor < 1.5)
    return fmt::format(", {:.2g} %{}", 100.0 * (factor - 1.0),
                       judged  ? word
                       : worse ? " more"
                               : " less");
  return fmt::format(", {:.3g} times{}", factor, judged ? word : worse ? " as much" : " less");
}

/// Prints both with as few digits as show that they differ.
std::string change_text(double before, double now) {
  for (const int digits : {4, 6}) {
    const std::string a = fmt::format("{:.{}g}", before, digits);
    const std::string b = fmt::format("{:.{}g}", now, digits);
    if (std::abs(now - before) > 0.01 * std::abs(before) || (digits == 6 && a != b))
      return a + " -> " + b;
  }
  return fmt::format("{:.9g} -> {:.9g}", before, now);
}

constexpr int no_end = 3;

}  // namespace

int badness(RowStatus status) {
  switch (status) {
    case RowStatus::passed:
      return 0;
    case RowStatus::not_applicable:
    case RowStatus::unresolved:
    case RowStatus::unjudged:
      return 1;
    case RowStatus::missed:
      return 2;
    default:
      return no_end;
  }
}

bool is_truth_error(const std::string& quantity) {
  if (quantity == "energy_error_relative") return false;  // a loss, which may be the law
  const auto all = norms();
  const bool norm =
      std::any_of(all.begin(), all.end(), [&](const Norm& n) { return n.quantity == quantity; });
  return norm || quantity.ends_with("_error_sup") || quantity.ends_with("_error_l1") ||
         quantity.ends_with("_error_relative") || quantity.ends_with("count_error");
}

Difference changed_figure(const std::string& quantity, double before, double now, double allowed) {
  const double change = std::abs(now - before);
  const double severity = std::isnan(change) || allowed == 0.0 ? infinity : change / allowed;
  const std::string beside =
      allowed == 0.0 ? "no change is allowed"
      : std::isinf(severity)
          ? fmt::format("the allowed change is {:.2g}", allowed)
          : fmt::format("{:.3g} times the allowed change of {:.2g}", severity, allowed);
  return {is_truth_error(quantity) ? Difference::Kind::truth_error : Difference::Kind::figure,
          severity,
          fmt::format("{}: {}{}; {}", quantity, change_text(before, now),
                      ratio_text(quantity, before, now), beside)};
}

/// Says where a value outside of [low, high] lies; a one-sided range is named by its end.
std::string outside_text(double value, double low, double high) {
  if (value > high && std::isinf(low)) return fmt::format("above {:.6g}", high);
  if (value < low && std::isinf(high)) return fmt::format("below {:.6g}", low);
  return fmt::format("outside of [{:.6g}, {:.6g}]", low, high);
}

Difference missed_check(const Check& c) {
  const bool truth = c.kind == CheckKind::truth || c.name.starts_with("truth:");
  double severity = infinity;
  std::string times;
  if (c.value && std::isfinite(*c.value)) {
    const double limit = *c.value > c.high ? c.high : c.low;
    if (limit != 0.0 && std::isfinite(limit)) {
      severity = std::abs(*c.value / limit);
      times = fmt::format(", {:.3g} times its limit", severity);
    }
  }
  return {truth ? Difference::Kind::truth_missed : Difference::Kind::law_missed, severity,
          fmt::format("{} = {}{}: {}", c.name,
                      c.value ? fmt::format("{:.6g}", *c.value) : "not measured", times,
                      outside_text(c.value.value_or(NAN), c.low, c.high))};
}

Difference other_end(RowStatus before, RowStatus now, const std::string& reason) {
  const bool worse = badness(now) > badness(before);
  return {!worse                   ? Difference::Kind::one_side
          : badness(now) == no_end ? Difference::Kind::ended
                                   : Difference::Kind::judged,
          static_cast<double>(badness(now)),
          fmt::format("{} -> {}{}{}", to_text(before), to_text(now),
                      worse                            ? ", worse"
                      : badness(now) < badness(before) ? ", better"
                                                       : "",
                      reason.empty() ? "" : ": " + reason)};
}

}  // namespace impactbench
