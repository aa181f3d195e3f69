#include "reference/yardsticks/contact_forces.hpp"

#include "problems/contact/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

namespace {

/// `Contacts` is a contact problem, or impulses that were recorded: both have its rows.
template <class Contacts>
void forces_of(const Contacts& contacts, std::span<const double> impulses, double h, int dimension,
               std::vector<ContactForce>& out) {
  out.clear();
  const auto rows = static_cast<std::size_t>(contacts.rows);
  const auto dofs = static_cast<std::size_t>(contacts.dofs);
  const auto translations = std::min(dofs, static_cast<std::size_t>(dimension));
  for (std::size_t c = 0; c < contacts.contacts() && c * rows < impulses.size(); ++c) {
    const double p = impulses[c * rows];
    if (!(p > 0.0)) continue;
    ContactForce force{contacts.body_a[c], contacts.body_b[c], Vec3::Zero(), p / h, Vec3::Zero()};
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t k = 0; k < translations; ++k) {
        const double j = contacts.jacobian_a[(c * rows + r) * dofs + k];
        const auto axis = static_cast<Eigen::Index>(k);
        if (r == 0) {
          force.normal[axis] = -j;
        } else {
          force.friction[axis] += j * impulses[c * rows + r] / h;
        }
      }
    }
    out.push_back(force);
  }
}

}  // namespace

void impulse_forces(const ContactProblem& problem, std::span<const double> impulses, double h,
                    int dimension, std::vector<ContactForce>& out) {
  forces_of(problem, impulses, h, dimension, out);
}

void impulse_forces(const ContactImpulses& recorded, double h, int dimension,
                    std::vector<ContactForce>& out) {
  forces_of(recorded, recorded.impulse, h, dimension, out);
}

void spring_forces(const RoundSystem& system, const Compliance& compliance,
                   const NeighbourList& neighbours, const Eigen::VectorXd& q,
                   std::vector<ContactForce>& out) {
  out.clear();
  const RoundBodies bodies = round_bodies(system);
  const auto add = [&](int a, int b, const ContactFrame& frame) {
    if (!(frame.depth > 0.0)) return;
    const bool wall = b < 0;
    const Compliance law = compliance.of_contact(reduced_radius(bodies, a, b), wall);
    out.push_back({a,
                   wall ? ContactProblem::fixed : b,
                   {frame.normal.x(), frame.normal.y(), 0.0},
                   law.coefficient * law.exponent * std::pow(frame.depth, law.exponent - 1.0),
                   Vec3::Zero()});
  };
  const auto r = [&](int i) { return system.bodies().radius[static_cast<std::size_t>(i)]; };
  for (const auto [i, w] : neighbours.walls()) {
    add(i, -1 - w, wall_frame(centre(q, i), r(i), system.wall(static_cast<std::size_t>(w))));
  }
  for (const auto [i, j] : neighbours.pairs())
    add(i, j, pair_frame(centre(q, i), r(i), centre(q, j), r(j)));
}

StepForces::StepForces(const MechanicalSystem& system, const ContactModel& contact, double h)
    : round_(round_system(system)),
      discs_(disc_system(system)),
      contact_(contact),
      h_(h),
      dimension_(round_ != nullptr ? static_cast<int>(round_->dimension()) : 3) {}

void StepForces::take(const Eigen::VectorXd& q, const ContactProblem* problem,
                      std::span<const double> impulses, const ContactImpulses* recorded,
                      std::vector<ContactForce>& out) {
  out.clear();
  if (round_ != nullptr && recorded != nullptr && recorded->known) {
    impulse_forces(*recorded, h_, dimension_, out);
  } else if (contact_ && discs_ != nullptr) {
    if (!prepared_)
      neighbours_.prepare(*discs_, q, Search::cell_grid, NeighbourList::usual_skin(*discs_));
    prepared_ = true;
    neighbours_.update(q);
    spring_forces(*discs_, *contact_, neighbours_, q, out);
  } else if (problem != nullptr) {
    impulse_forces(*problem, impulses, h_, dimension_, out);
  }
}

}  // namespace impactbench
