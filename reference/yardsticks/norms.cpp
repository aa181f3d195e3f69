#include "reference/yardsticks/norms.hpp"

#include <algorithm>
#include <array>

namespace impactbench {

std::span<const Norm> norms() {
  static constexpr std::array table{
      Norm{"position_error_sup", "m", NormKind::position},
      Norm{"velocity_error_l1", "m/s", NormKind::velocity},
      Norm{"velocity_error_hausdorff", "-", NormKind::velocity},
      Norm{"angle_error_sup", "rad", NormKind::position},
      Norm{"spin_error_l1", "rad/s", NormKind::velocity},
      Norm{"impact_time_error", "s", NormKind::instant},
      Norm{"take_off_time_error", "s", NormKind::instant},
      Norm{"restitution_error", "-", NormKind::outcome},
      Norm{"velocity_error_sup", "m/s", NormKind::supremum},
  };
  return table;
}

double floor_of(const Norm& norm, const Truth& truth) {
  const double position = std::max(truth.uncertainty, 1e-13);
  switch (norm.kind) {
    case NormKind::position:
      return position;
    case NormKind::velocity:
      return norm.unit == "-" ? 1e-8 : 1e3 * position;
    case NormKind::supremum:
      return 1e3 * position;
    case NormKind::instant:
    case NormKind::outcome:
      return 1e-9;
  }
  return position;
}

std::string_view to_text(MotionClass c) {
  switch (c) {
    case MotionClass::smooth:
      return "smooth";
    case MotionClass::persistent_contact:
      return "persistent contact";
    case MotionClass::one_impact:
      return "one impact";
    case MotionClass::several_impacts:
      return "several impacts";
    case MotionClass::accumulation:
      return "accumulation of impacts";
  }
  return "";
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
