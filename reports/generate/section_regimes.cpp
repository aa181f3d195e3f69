#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

/// The settings of each problem that are not the same in all families on it.
using Differing = std::map<std::string, std::set<std::string>>;

Differing differing_settings(const std::vector<JudgedFamily>& all) {
  Differing out;
  std::map<std::string, ParameterSet> first;  // the first value of each setting
  for (const JudgedFamily& one : all) {
    ParameterSet& known = first[one.problem];
    for (const auto& [name, value] : one.family.first->cell.problem_parameters) {
      const auto [it, is_new] = known.emplace(name, value);
      if (!is_new && it->second != value) out[one.problem].insert(name);
    }
  }
  return out;
}

/// A problem with those settings.
std::string regime_of(const JudgedFamily& one, const Differing& differing) {
  std::string out = one.problem;
  const auto names = differing.find(one.problem);
  for (const auto& [name, value] : one.family.first->cell.problem_parameters)
    if (names != differing.end() && names->second.contains(name))
      out += fmt::format(", {} = {}", name, setting(value));
  return out + fmt::format(" ({})", to_text(one.motion));
}

std::string order_of(const JudgedFamily& found) {
  const auto o = std::find_if(found.orders.begin(), found.orders.end(), [](const NormOrder& each) {
    return each.norm.kind == NormKind::position && each.measured > 0;
  });
  if (o == found.orders.end()) return "–";
  if (o->fit.exact) return "exact";
  return o->fit.exists() ? order_text(o->fit.slope, o->fit.half_width) : "–";
}

/// The largest value of a quantity over the runs of a scheme, and the number of these runs.
struct Worst {
  double value{0.0};
  int runs{0};
};

std::string worst_text(const Worst& worst) {
  if (worst.runs == 0) return "–";
  return fmt::format("{} ({})", worst.value < 1e-14 ? "0" : shown(worst.value), worst.runs);
}

struct Kept {
  const char* heading;
  const char* quantity;
  const char* meaning;
};
constexpr Kept kept_quantities[] = {
    {"momentum", "momentum_drift", "drift in kg m/s while no external force acts"},
    {"angular momentum", "angular_momentum_drift", "the same in kg m2/s"},
    {"feasibility", "penetration_relative", "penetration over the diameter"},
    {"Signorini's law", "law_normal", "defect of the scheme's normal rule, over the impulses"},
    {"Coulomb's law", "law_slip", "defect of its friction rule, over the impulses"},
    {"law of impact", "law_restitution", "defect of Newton's law, over the speed of approach"}};

std::string reversible(const std::set<bool>& claims) {
  if (claims.size() != 1) return claims.empty() ? "–" : "with some settings";
  return *claims.begin() ? "yes" : "no";
}

}  // namespace

void add_regime_section(const Content& content, Page& page) {
  page.section("Orders, regime by regime");
  std::vector<std::string> regimes;
  struct Observed {
    std::string text, page;
  };
  std::map<std::string, std::map<std::string, Observed>> orders;  // by method and regime
  const Differing differing = differing_settings(content.orders.all);
  for (const JudgedFamily& found : content.orders.all) {
    const std::string regime = regime_of(found, differing);
    if (std::find(regimes.begin(), regimes.end(), regime) == regimes.end())
      regimes.push_back(regime);
    const std::string method = method_name(*found.family.first);
    auto& [text, runs] = orders[method][regime];
    text += (text.empty() ? "" : ", ") + order_of(found);  // of one method with several settings
    runs = cells_of_method(method, found.problem);
  }
  if (orders.size() < 2 || regimes.size() < 2) {
    page.nothing("No two methods have runs at four steps or more on two problems.");
    return;
  }
  Table table{"orders_by_regime",
              "Slope of the position error over the step with its 95 % interval; exact: no error "
              "but rounding at any step; –: not run, or no window where errors follow the step.",
              {"regime"},
              {},
              {false}};
  for (const auto& [method, line] : orders) {
    table.header.push_back(method);
    table.numeric.push_back(true);
  }
  for (const std::string& regime : regimes) {
    std::vector<std::string> row{regime}, links{""};
    for (const auto& [method, line] : orders) {
      const auto it = line.find(regime);
      row.push_back(it == line.end() ? "–" : it->second.text);
      links.push_back(it == line.end() ? "" : it->second.page);
    }
    table.add(std::move(row), std::move(links));
  }
  constexpr std::size_t at_a_glance = 12;
  if (regimes.size() > at_a_glance || orders.size() > 2 * at_a_glance) {
    page.folded_table(table, fmt::format("{} regimes", regimes.size()));
  } else {
    page.table(table);
  }
}

void add_kept_section(const Content& content, Page& page) {
  page.section("Conserved quantities and contact laws");
  std::map<std::string, std::map<std::string, Worst>> worst;  // by scheme and quantity
  std::map<std::string, std::set<bool>> claims;
  for (const Row& row : content.rows) {
    if (!ran_to_the_end(row.status)) continue;
    if (row.judged_by) claims[row.cell.scheme].insert(row.judged_by->reversible);
    for (const Kept& kept : kept_quantities) {
      const auto value = quantity(row, kept.quantity);
      if (!value) continue;
      Worst& so_far = worst[row.cell.scheme][kept.quantity];
      ++so_far.runs;
      if (!(*value <= so_far.value)) so_far.value = *value;
    }
  }
  if (worst.empty()) {
    page.nothing("No row has one of these quantities.");
    return;
  }
  Table table{"kept", "The worst of all runs, and over how many", {"scheme"}, {}, {false}};
  for (const Kept& kept : kept_quantities) {
    table.header.emplace_back(kept.heading);
    table.numeric.push_back(true);
    table.caption += fmt::format("; {}: {}", kept.heading, kept.meaning);
  }
  table.header.insert(table.header.begin() + 1, "energy made");
  table.numeric.push_back(true);
  table.header.emplace_back("reversible");
  table.numeric.push_back(false);
  table.caption +=
      "; energy made: by the steps, the value furthest from 0, over the largest term of the "
      "balance; reversible: as the scheme claims, which its tests check by runs forth and back. –: "
      "not measured, or the scheme does not state the law of a step.";
  for (const SchemeSummary& scheme : content.schemes) {
    const auto found = worst.find(scheme.scheme);
    if (found == worst.end()) continue;
    std::vector<std::string> row{scheme.scheme,
                                 scheme.energy ? shown(scheme.energy->extreme) : "–"};
    for (const Kept& kept : kept_quantities)
      row.push_back(worst_text(found->second[kept.quantity]));
    row.push_back(reversible(claims[scheme.scheme]));
    table.add(std::move(row), cells_with(scheme.scheme));
  }
  page.table(table);
}

}  // namespace impactbench
