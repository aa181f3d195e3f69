#include "problems/model/uniform_field.hpp"

#include <cmath>

namespace impactbench {

UniformField field_of(const Shake& shake) {
  const double size = shake.amplitude.norm(), omega = shake.omega(), phase = shake.phase;
  return {.along = shake.amplitude / size,
          .value = [=](double t) { return size * omega * omega * std::sin(omega * t + phase); },
          .primitive = [=](double t) { return -size * omega * std::cos(omega * t + phase); },
          .shake = shake};
}

}  // namespace impactbench
