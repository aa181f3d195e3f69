#include "problems/model/mechanical_system.hpp"

namespace impactbench {

double MechanicalSystem::kinetic_energy(const Eigen::VectorXd& /*q*/,
                                        const Eigen::VectorXd& v) const {
  return 0.5 * (mass().array() * v.array().square()).sum();
}

}  // namespace impactbench
