#include "reports/generate/scheme_summary.hpp"

#include "problems/base/median.hpp"
#include "reports/generate/naming.hpp"
#include "reports/plots/looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <span>

namespace impactbench {
namespace {

std::optional<Spread> spread(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const double extreme = *std::max_element(
      values.begin(), values.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  return Spread{median(values), extreme};
}

/// The energy that the steps made or lost, over the largest term of its balance. The budget
/// computes the work of forces from their values at the start of a step. A scheme that evaluates
/// them elsewhere in the step, such as an implicit one, has the difference in the closure. Where a
/// driven force works, that may be work from outside as well: then nothing is known.
std::optional<double> energy_made(const Row& row) {
  const auto numerical = quantity(row, "budget_numerical");
  const auto closure = quantity(row, "budget_closure");
  if (!numerical || !closure) return std::nullopt;
  const double made = *numerical + *closure;
  if (!std::isfinite(made)) return std::nullopt;
  double scale = std::abs(quantity(row, "energy_initial").value_or(0.0));
  for (const char* term : {"kinetic", "potential", "elastic", "external", "friction", "impact"})
    scale = std::max(scale, std::abs(quantity(row, std::string("budget_") + term).value_or(0.0)));
  const bool driven = quantity(row, "budget_external").value_or(0.0) != 0.0;
  if (!(scale > 0.0) || (driven && std::abs(*closure) > 1e-9 * scale)) return std::nullopt;
  return made / scale;
}

void count(const Row& row, SchemeSummary& out) {
  ++out.runs;
  if (row.status == RowStatus::passed) {
    ++out.passed;
  } else if (row.status == RowStatus::not_applicable) {
    ++out.not_applicable;
  } else if (row.status == RowStatus::unresolved) {
    ++out.unresolved;
  } else if (is_expected_failure(row)) {
    ++out.expected_failures;
  } else {
    ++out.unexpected;
  }
}

std::optional<MotionKind> kind_of(MotionClass motion) {
  switch (motion) {
    case MotionClass::smooth:
      return MotionKind::free;
    case MotionClass::persistent_contact:
      return MotionKind::lasting_contact;
    case MotionClass::one_impact:
    case MotionClass::several_impacts:
      return MotionKind::impacts;
    case MotionClass::accumulation:
      break;
  }
  return std::nullopt;
}

void add_order(const JudgedFamily& found, SchemeSummary& out) {
  const auto kind = kind_of(found.motion);
  const auto o = std::find_if(found.orders.begin(), found.orders.end(), [](const NormOrder& each) {
    return each.norm.kind == NormKind::position && each.fit.exists();
  });
  if (!kind || o == found.orders.end() || !std::isfinite(o->fit.half_width)) return;
  const double low = o->fit.slope - o->fit.half_width, high = o->fit.slope + o->fit.half_width;
  const auto [it, first] = out.orders.try_emplace(*kind, ObservedOrder{low, high, o->fit.slope, 1});
  if (first) return;
  // The slopes of several ladders give the range; an interval belongs to one ladder alone.
  ObservedOrder& all = it->second;
  if (all.ladders == 1) all.low = all.high = all.slope;
  all.low = std::min(all.low, o->fit.slope);
  all.high = std::max(all.high, o->fit.slope);
  ++all.ladders;
}

void add_costs(std::span<const MatchedPair> pairs, SchemeSummary& out) {
  std::vector<double> ratios;
  for (const MatchedPair& pair : pairs) {
    bool run = false;
    std::optional<double> own;
    for (const MatchedCost& c : pair.costs) {
      if (c.first->cell.scheme != out.scheme) continue;
      run = true;
      if (c.cost && !own) own = c.cost->cpu;
    }
    out.pairs += run ? 1 : 0;
    if (own) ratios.push_back(*own / pair.costs.front().cost->cpu);
  }
  out.reached = static_cast<int>(ratios.size());
  if (!ratios.empty()) out.cost = median(ratios);
}

std::string orders_text(const SchemeSummary& s, MotionKind kind) {
  const auto it = s.orders.find(kind);
  if (it == s.orders.end()) return "–";
  const ObservedOrder& o = it->second;
  const char* none = o.high <= 0.0 ? "none, " : "";
  if (o.ladders == 1) return none + order_text(o.slope, 0.5 * (o.high - o.low));
  const std::string low = fmt::format("{:.2f}", o.low), high = fmt::format("{:.2f}", o.high);
  return fmt::format("{}{} ({})", none, low == high ? low : low + " to " + high, o.ladders);
}

/// "+0.01, worst +0.6": one digit, without an exponent up to 1e5; a rounding error is printed as 0.
std::string spread_text(const std::optional<Spread>& s, bool sign) {
  if (!s) return "–";
  const auto text = [&](double x) -> std::string {
    if (std::abs(x) < 1e-10) return "0";
    const std::string digit = sign ? fmt::format("{:+.1g}", x) : fmt::format("{:.1g}", x);
    if (std::abs(x) < 9.5 || std::abs(x) >= 1e5) return digit;
    return (sign && x > 0.0 ? "+" : "") + fmt::format("{:.0f}", std::stod(digit));
  };
  const std::string median = text(s->median), extreme = text(s->extreme);
  return median == extreme ? median : median + ", worst " + extreme;
}

std::string count_text(int n) {
  return n == 0 ? "–" : std::to_string(n);
}

}  // namespace

std::vector<SchemeSummary> summarise(std::span<const Row> rows, const JudgedFamilies& orders,
                                     std::span<const MatchedPair> costs) {
  std::map<std::string, SchemeSummary> found;
  std::map<std::string, std::vector<double>> energies, penetrations;
  std::set<std::string> names;
  for (const Row& row : rows) {
    const std::string& scheme = row.cell.scheme;
    names.insert(scheme);
    count(row, found[scheme]);
    if (!ran_to_the_end(row.status)) continue;
    if (const auto e = energy_made(row)) energies[scheme].push_back(*e);
    if (const auto p = quantity(row, "penetration_relative")) penetrations[scheme].push_back(*p);
  }
  for (const JudgedFamily& family : orders.all)
    add_order(family, found[family.family.first->cell.scheme]);
  const std::map<std::string, int> styles = scheme_styles(names);
  std::vector<SchemeSummary> out;
  for (auto& [scheme, s] : found) {
    s.scheme = scheme;
    s.style = styles.at(scheme);
    s.energy = spread(energies[scheme]);
    s.penetration = spread(penetrations[scheme]);
    add_costs(costs, s);
    out.push_back(std::move(s));
  }
  return out;
}

std::vector<SummaryColumn> summary_columns(std::span<const SchemeSummary> schemes) {
  std::vector<SummaryColumn> out;
  const auto add = [&](const char* heading, const std::string& meaning,
                       const std::function<std::string(const SchemeSummary&)>& text) {
    SummaryColumn column{heading, meaning, {}};
    for (const SchemeSummary& s : schemes)
      column.texts.push_back(text(s));
    const bool any = std::any_of(column.texts.begin(), column.texts.end(),
                                 [](const std::string& t) { return t != "–"; });
    if (any) out.push_back(std::move(column));
  };
  const char* slope =
      "slope of the position error over the step, with its 95 % interval (of several ladders of "
      "steps the range and their number; none: the error does not fall with the step), ";
  add("order, free", slope + std::string("while nothing touches"),
      [](const auto& s) { return orders_text(s, MotionKind::free); });
  add("order, contact", slope + std::string("in a contact that stays closed"),
      [](const auto& s) { return orders_text(s, MotionKind::lasting_contact); });
  add("order, impacts", slope + std::string("over impacts that can be counted"),
      [](const auto& s) { return orders_text(s, MotionKind::impacts); });
  add("energy made (relative)",
      "energy that the steps gain (+) or lose (−) over the largest term of the energy balance: "
      "median of the runs, and the worst",
      [](const auto& s) { return spread_text(s.energy, true); });
  add("penetration (diameters)",
      "largest penetration over the diameter: median of the runs, and the worst",
      [](const auto& s) { return spread_text(s.penetration, false); });
  add("cost (× cheapest)",
      "CPU time at the same accuracy over that of the cheapest: median, and the pairs of a "
      "problem and an accuracy that it reaches of those it was run for",
      [](const auto& s) {
        if (s.pairs == 0) return std::string("–");
        return fmt::format("{}{} of {}", s.cost ? fmt::format("{:.3g}, ", *s.cost) : "", s.reached,
                           s.pairs);
      });
  add("passed", "runs that passed every check, of all in the store",
      [](const auto& s) { return fmt::format("{} of {}", s.passed, s.runs); });
  add("missed", "missed a check, failed or was not judged, and this is not expected",
      [](const auto& s) { return count_text(s.unexpected); });
  add("expected failures", "misses that the project has on record, each with its reason",
      [](const auto& s) { return count_text(s.expected_failures); });
  add("unresolved", "the step is too coarse for some check to show anything",
      [](const auto& s) { return count_text(s.unresolved); });
  return out;
}

}  // namespace impactbench
