#include "reports/generate/matched_accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace impactbench {

namespace {

/// The parameters of the problem and the kind of contact determine the motion.
using Motion = std::pair<ParameterSet, std::string>;

std::map<Motion, std::vector<Family>> by_motion(const std::vector<Family>& families) {
  std::map<Motion, std::vector<Family>> out;
  for (const Family& f : families)
    out[{f.first->cell.problem_parameters, contact_kind(*f.first)}].push_back(f);
  return out;
}

void add_pairs(const std::string& problem, const std::string& contact,
               const std::vector<Family>& families, std::vector<MatchedPair>& out) {
  for (const double target : targets_of(families)) {
    MatchedPair pair{problem, contact, target, {}};
    for (const Family& f : families) {
      pair.costs.push_back({f.first, f.name, cost_at(f, target),
                            *std::min_element(f.errors.begin(), f.errors.end())});
    }
    std::stable_sort(pair.costs.begin(), pair.costs.end(),
                     [](const MatchedCost& a, const MatchedCost& b) {
                       if (!a.cost || !b.cost) return a.cost.has_value() && !b.cost;
                       return a.cost->cpu < b.cost->cpu;
                     });
    out.push_back(std::move(pair));
  }
}

}  // namespace

std::optional<Cost> cost_at(const Family& f, double target) {
  std::size_t first = f.steps.size();  // of the accurate tail
  while (first > 0 && f.errors[first - 1] <= target)
    --first;
  if (first == f.steps.size()) return std::nullopt;
  if (first == 0) return Cost{f.steps[0], f.times[0], true};
  const double coarse = f.errors[first - 1], fine = f.errors[first];
  // Both errors are positive: the coarse one is above the target, and a fine one of zero is at it.
  const double share = fine > 0.0 ? std::log(coarse / target) / std::log(coarse / fine) : 1.0;
  const double cpu = f.times[first - 1] * std::pow(f.times[first] / f.times[first - 1], share);
  return Cost{f.steps[first], cpu, false};
}

std::vector<double> targets_of(const std::vector<Family>& families) {
  std::vector<double> out;
  for (int power = 0; power >= -14; --power) {
    const double target = std::pow(10.0, power);
    bool reached = false, decides = false;
    for (const Family& f : families) {
      const auto cost = cost_at(f, target);
      reached = reached || cost;
      decides = decides || !cost || !cost->at_most;
    }
    if (reached && decides) out.push_back(target);
  }
  return out;
}

std::vector<MatchedPair> matched_pairs(std::span<const Row> rows) {
  std::vector<MatchedPair> out;
  for (const auto& [problem, same] : completed_by_problem(rows)) {
    const std::vector<Family> families = families_of(same, 3, [](const Row& row) {
      return has_position_error(row) && row.judged_by && row.timing && row.timing->cpu_min > 0.0;
    });
    for (const auto& [motion, same_motion] : by_motion(families)) {
      if (same_motion.size() >= 2) add_pairs(problem, motion.second, same_motion, out);
    }
  }
  return out;
}

std::string contact_law(const Row& row) {
  const std::optional<Springs>& springs = row.judged_by->contact;
  if (!springs) return "rigid";
  return fmt::format("c = {:.3g}, α = {:g}", springs->coefficient, springs->exponent);
}

std::string contact_kind(const Row& row) {
  return row.judged_by->contact ? "springs" : "rigid";
}

}  // namespace impactbench
