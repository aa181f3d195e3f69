#include "problems/model/sweeping_system.hpp"

namespace impactbench {

const SweepingSystem* sweeping_system(const MechanicalSystem& system) {
  return dynamic_cast<const SweepingSystem*>(&system);
}

}  // namespace impactbench
