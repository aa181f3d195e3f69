#include "reference/theorems/check.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench::theorems {
namespace {

constexpr int sets_of_a_family = 10;

template <class Draw, class Look>
void look_at_sets(const Check& check, const std::string& family, Random& random, Gauge& gauge,
                  Draw&& draw, Look&& look) {
  for (int set = 0; set < sets_of_a_family; ++set) {
    const auto drawn = draw(family, random);
    for (int sample = 0; sample < check.samples; ++sample)
      look(*drawn, random, gauge);
  }
}

}  // namespace

std::vector<Check> all_checks() {
  std::vector<Check> out;
  for (const auto& part :
       {checks_of_strong_convexity(), checks_of_semiconcavity(), checks_of_separating_balls(),
        checks_of_prox_regularity(), checks_of_preimages(), checks_of_subregularity()}) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

Check find_check(std::string_view name) {
  const std::vector<Check> all = all_checks();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const Check& c) { return c.name == name; });
  if (at != all.end()) return *at;
  std::string known;
  for (const Check& check : all)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", check.name);
  throw ConfigurationError(fmt::format("there is no check '{}'; known: {}", name, known));
}

Finding run_check(const Check& check, const std::string& family, double times, std::uint64_t seed) {
  Random random(seed);
  Gauge gauge;
  if (const auto* of_bounded = std::get_if<Check::OfBoundedSet>(&check.look)) {
    look_at_sets(check, family, random, gauge, draw_bounded, *of_bounded);
  } else if (const auto* of_regular = std::get_if<Check::OfRegularSet>(&check.look)) {
    look_at_sets(check, family, random, gauge, draw_regular, *of_regular);
  } else {
    if (!family.empty()) {
      throw ConfigurationError(
          fmt::format("check '{}' has sets of its own, not '{}'", check.name, family));
    }
    for (int sample = 0; sample < sets_of_a_family * check.samples; ++sample)
      std::get<Check::OfItsOwn>(check.look)(random, gauge);
  }
  return {gauge.largest(), times * check.proved, check.rounding, gauge.samples()};
}

}  // namespace impactbench::theorems
