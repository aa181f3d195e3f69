#include "reports/generate/scheme_choice.hpp"

#include "problems/base/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {
namespace {

constexpr std::array accuracies{1e-2, 1e-3, 1e-4, 1e-5};  // [m]
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A line of the table. Motions come in the order of this enumeration.
enum class Motion { free, lasting_contact, rebounds, impacts, accumulation, swept };
struct Line {
  Motion motion;
  std::string contact;
  friend auto operator<=>(const Line&, const Line&) = default;
};
/// CPU time of each scheme over that of the cheapest, by problem and, within it, by accuracy.
using Ratios = std::map<std::string, std::vector<double>>;
using Lines = std::map<Line, std::map<double, Ratios>>;

const char* to_words(Motion motion) {
  switch (motion) {
    case Motion::free:
      return "nothing touches";
    case Motion::lasting_contact:
      return "a contact stays closed";
    case Motion::rebounds:
      return "impacts with rebound";
    case Motion::impacts:
      return "impacts without rebound";
    case Motion::accumulation:
      return "impacts accumulate";
    case Motion::swept:
      break;
  }
  return "a moving set pushes a point";
}

Motion motion_of(const JudgedFamily& family) {
  if (family.swept) return Motion::swept;
  switch (family.motion) {
    case MotionClass::smooth:
      return Motion::free;
    case MotionClass::persistent_contact:
      return Motion::lasting_contact;
    case MotionClass::one_impact:
    case MotionClass::several_impacts:
      return family.rebounds ? Motion::rebounds : Motion::impacts;
    case MotionClass::accumulation:
      break;
  }
  return Motion::accumulation;
}

/// The cheapest family of each scheme; infinite where none reaches the accuracy.
std::map<std::string, double> costs_of(const MatchedPair& pair) {
  std::map<std::string, double> out;
  for (const MatchedCost& c : pair.costs) {
    const double cpu = c.cost ? c.cost->cpu : infinity;
    const auto [it, fresh] = out.emplace(c.first->cell.scheme, cpu);
    if (!fresh) it->second = std::min(it->second, cpu);
  }
  return out;
}

void add(const MatchedPair& pair, Motion motion, Lines& lines) {
  const auto accuracy = std::find_if(accuracies.begin(), accuracies.end(), [&](double a) {
    return std::abs(pair.target - a) < 0.01 * a;
  });
  const std::map<std::string, double> costs = costs_of(pair);
  if (accuracy == accuracies.end() || costs.size() < 2) return;
  // Those that reach the accuracy come first, and one does.
  const double cheapest = pair.costs.front().cost->cpu;
  Ratios& ratios = lines[{motion, pair.contact}][*accuracy];
  for (const auto& [scheme, cpu] : costs)
    ratios[scheme].push_back(cpu / cheapest);
}

/// "first, second × 1.3": of those that reach the accuracy in more than half of their problems.
std::string best_two(const Ratios& ratios) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [scheme, all] : ratios) {
    if (const double typical = median(all); std::isfinite(typical))
      order.emplace_back(typical, scheme);
  }
  std::sort(order.begin(), order.end());
  if (order.empty()) return "–";
  if (order.size() == 1) return order[0].second + " alone";
  return fmt::format("{}, {} × {:.3g}", order[0].second, order[1].second,
                     order[1].first / order[0].first);
}

}  // namespace

Table choice_table(std::span<const MatchedPair> costs, const JudgedFamilies& orders) {
  std::map<std::string, Motion> motions;  // by the key of the first row of a family
  for (const JudgedFamily& family : orders.all)
    motions.emplace(family.family.first->key, motion_of(family));
  Lines lines;
  for (const MatchedPair& pair : costs) {
    for (const MatchedCost& c : pair.costs) {
      const auto motion = motions.find(c.first->key);
      if (motion == motions.end()) continue;
      add(pair, motion->second, lines);
      break;
    }
  }
  Table out{
      "scheme_choice",
      "The scheme that reaches a position error at the least CPU time, and the next one with its "
      "time over that of the first: medians over the problems of a motion, each with ladders of "
      "steps by two schemes or more. The truth of rigid contact is the rigid motion, that of "
      "springs the exact motion on these springs. A dash: all of them reach it with their largest "
      "steps, or none does.",
      {"motion", "contact", "0.01 m", "1e-3 m", "1e-4 m", "1e-5 m"},
      {}};
  for (const auto& [line, by_accuracy] : lines) {
    std::vector<std::string> row{to_words(line.motion), line.contact};
    for (const double accuracy : accuracies) {
      const auto it = by_accuracy.find(accuracy);
      row.push_back(it == by_accuracy.end() ? "–" : best_two(it->second));
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace impactbench
