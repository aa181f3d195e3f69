#include "problems/contact/round_bodies.hpp"

#include <typeinfo>

namespace impactbench {

bool has_coordinates(const MechanicalSystem& system) {
  return generalised_system(system) != nullptr || sweeping_system(system) != nullptr;
}

bool has_contacts(const MechanicalSystem& system) {
  return round_system(system) != nullptr || has_coordinates(system);
}

RoundBodies round_bodies(const MechanicalSystem& system) {
  if (has_coordinates(system)) return {.dimension = 1, .stride = 1};
  const RoundSystem* round = round_system(system);
  if (round == nullptr) throw std::bad_cast();
  const BodyTable& b = round->bodies();
  return {round->dimension(), round->space().stride(), b.radius,         b.mass,
          b.inertia,          round->obstacles(),      round->gravity(), round->law()};
}

void move_bodies(const MechanicalSystem& system, double h, const Eigen::VectorXd& v,
                 Eigen::VectorXd& q) {
  q.head(v.size()) += h * v;
  if (const RoundSystem* round = round_system(system)) round->remember(q);
}

}  // namespace impactbench
