#include "reference/yardsticks/norms.hpp"

#include "reference/yardsticks/translations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impactbench {
std::span<const Norm> norms() {
  static const std::array table{
      Norm{"position_error_sup", "m", NormKind::position},
      Norm{"branch_error", "m", NormKind::position},
      Norm{"velocity_error_l1", "m/s", NormKind::velocity},
      Norm{"velocity_error_hausdorff", "-", NormKind::velocity},
      Norm{"angle_error_sup", "rad", NormKind::position},
      Norm{"spin_error_l1", "rad/s", NormKind::velocity},
      Norm{"impact_time_error", "s", NormKind::instant},
      Norm{"event_time_error", "s", NormKind::instant},
      Norm{"take_off_time_error", "s", NormKind::instant},
      Norm{"restitution_error", "-", NormKind::outcome},
      Norm{"velocity_error_sup", "m/s", NormKind::supremum},
  };
  return table;
}

std::vector<Norm> norms_of(const Truth& truth) {
  std::vector<Norm> out(norms().begin(), norms().end());
  for (const auto& [name, history] : truth.histories)
    out.push_back({name + "_error_sup", "-", NormKind::history});
  if (truth.cycle) {
    for (const char* of : {"cycle_period_error_relative", "cycle_descent_error_relative"})
      out.push_back({of, "-", NormKind::outcome});
  }
  return out;
}

double floor_of(const Norm& norm, double uncertainty) {
  const double position = std::max(1e-13, uncertainty);  // not a number: of a damaged store
  switch (norm.kind) {
    case NormKind::position:
      return position;
    case NormKind::velocity:
      return norm.unit == "-" ? 1e-8 : 1e3 * position;
    case NormKind::supremum:
      return 1e3 * position;
    case NormKind::instant:
    case NormKind::outcome:
    case NormKind::history:
      return 1e-9;
  }
  return position;
}

std::optional<double> claimed_in(const Norm& norm, const ClaimedOrders& claimed) {
  switch (norm.kind) {
    case NormKind::position:
    case NormKind::history:
      return claimed.positions;
    case NormKind::velocity:
      return norm.unit == "-" ? claimed.graphs : claimed.velocities;
    case NormKind::instant:
    case NormKind::outcome:
      return claimed.velocities;
    case NormKind::supremum:
      break;
  }
  return std::nullopt;
}

MotionSize motion_size(const Problem& problem, const Truth& truth) {
  MotionSize out;
  const auto& at = truth.at || truth.branches.empty() ? truth.at : truth.branches.front().at;
  if (!at) return out;
  constexpr int samples = 2000;
  const std::vector<Translation> moves = translations(*problem.system);
  if (moves.empty()) return out;
  Eigen::VectorXd q = problem.initial.q, v = problem.initial.v;
  int known = 0;
  for (int k = 0; k <= samples; ++k) {
    if (!at(problem.horizon * k / samples, q, v)) continue;
    ++known;
    for (const auto& [entry, arm] : moves) {
      out.displacement =
          std::max(out.displacement, arm * std::abs(q[entry] - problem.initial.q[entry]));
      out.speed = std::max(out.speed, arm * std::abs(v[entry]));
      out.mean_speed += arm * std::abs(v[entry]);
    }
  }
  if (known > 0) out.mean_speed /= known;
  return out;
}

double resolving_step(std::span<const double> event_times, double horizon) {
  double least = 2.0 * horizon;
  for (std::size_t k = 1; k < event_times.size(); ++k) {
    const double between = event_times[k] - event_times[k - 1];
    if (between >= 1e-3 * horizon) least = std::min(least, between);
  }
  return 0.5 * least;
}

OrderLimits limits_of(const Norm& norm, const OrderBasis& basis, double uncertainty) {
  const MotionSize& size = basis.size;
  OrderLimits out{.floor = floor_of(norm, uncertainty), .resolved = basis.resolved};
  switch (norm.kind) {
    case NormKind::position:
      out.scale = size.displacement;
      break;
    case NormKind::velocity:
      out.scale = norm.unit == "-" ? 1.0 : size.mean_speed;
      break;
    case NormKind::supremum:
      out.scale = size.speed;
      break;
    case NormKind::instant:
      out.scale = basis.horizon;
      break;
    case NormKind::outcome:
    case NormKind::history:
      out.scale = 1.0;
      break;
  }
  if (!(out.scale > 0.0)) out.scale = std::numeric_limits<double>::infinity();
  return out;
}

MotionClass motion_class(std::span<const double> event_times, double horizon,
                         const Series& contacts) {
  if (event_times.empty()) {
    const auto touching = std::count_if(contacts.value.begin(), contacts.value.end(),
                                        [](double n) { return n > 0.0; });
    if (touching == 0) return MotionClass::smooth;
    return touching == static_cast<std::ptrdiff_t>(contacts.value.size())
               ? MotionClass::persistent_contact
               : MotionClass::several_impacts;
  }
  if (event_times.size() == 1) return MotionClass::one_impact;
  if (event_times.size() < 6) return MotionClass::several_impacts;
  const auto last = event_times.last(6);
  bool falls = true;
  for (std::size_t k = 2; k < last.size(); ++k)
    falls = falls && last[k] - last[k - 1] < last[k - 1] - last[k - 2];
  return falls && last[5] - last[4] < 1e-3 * horizon ? MotionClass::accumulation
                                                     : MotionClass::several_impacts;
}

}  // namespace impactbench
