#include "problems/model/generalised_system.hpp"

namespace impactbench {

double GeneralisedSystem::kinetic_energy(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
  Eigen::MatrixXd m(dofs(), dofs());
  mass_matrix(q, m);
  return 0.5 * v.dot(m * v);
}

bool GeneralisedSystem::has_friction() const {
  for (Eigen::Index a = 0; a < constraints(); ++a)
    if (law(a).friction > 0.0) return true;
  return false;
}

const GeneralisedSystem* generalised_system(const MechanicalSystem& system) {
  return dynamic_cast<const GeneralisedSystem*>(&system);
}

}  // namespace impactbench
