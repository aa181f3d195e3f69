#include "reference/yardsticks/contact_scan.hpp"

#include "problems/contact/gap.hpp"
#include "reference/support/fast_power.hpp"

#include <cmath>
#include <limits>

namespace impactbench {

ContactScan::ContactScan(const MechanicalSystem& system, const Eigen::VectorXd& q,
                         const ContactModel& contact)
    : discs_(disc_system(system)),
      generalised_(generalised_system(system)),
      bodies_(round_bodies(system)),
      contact_(contact) {
  if (discs_ != nullptr) {
    neighbours_.prepare(*discs_, q, Search::cell_grid, NeighbourList::usual_skin(*discs_));
    return;
  }
  if (generalised_ != nullptr) return;
  with_dimension(bodies_.dimension, [&](auto dimension) {
    pairs_.emplace<NearPairs<dimension()>>().prepare(bodies_);
  });
}

ContactState ContactScan::at(const Eigen::VectorXd& q) {
  overlapping_.clear();
  if (discs_ != nullptr) return of_discs(q);
  if (generalised_ != nullptr) return of_constraints(q);
  return std::visit([&](auto& pairs) { return of_spheres(pairs, q); }, pairs_);
}

ContactState ContactScan::of_constraints(const Eigen::VectorXd& q) const {
  ContactState out;
  for (Eigen::Index a = 0; a < generalised_->constraints(); ++a) {
    const double depth = -generalised_->constraint(a, q);
    if (!(depth <= out.deepest)) out.deepest = depth;  // not a number stays
    const bool touches = pair_touches(depth / generalised_->length());
    if (touches) ++out.touching;
    out.at_wall = out.at_wall || touches;
    if (contact_ && depth > 0.0)
      out.potential += contact_->coefficient * fast_power(depth, contact_->exponent);
  }
  return out;
}

template <int Dim>
ContactState ContactScan::of_spheres(NearPairs<Dim>& pairs, const Eigen::VectorXd& q) {
  ContactState out;
  if (!q.allFinite()) {
    out.deepest = std::numeric_limits<double>::quiet_NaN();
    return out;
  }
  const auto r = [&](int i) { return bodies_.radius[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (int o = 0; o < static_cast<int>(bodies_.obstacles.size()); ++o) {
      const Obstacle& obstacle = bodies_.obstacles[static_cast<std::size_t>(o)];
      const double depth = -obstacle_gap<Dim>(centre<Dim>(bodies_, q, i), r(i), obstacle).distance;
      count({i, -1 - o}, depth, pair_touches(depth), out);
      // Feasible schemes rest on a wall without penetrating it.
      out.at_wall = out.at_wall || pair_touches(depth);
    }
  }
  pairs.near(q, 2.0 * least_overlap, [&](int i, int j) {
    const double depth =
        -pair_gap<Dim>(centre<Dim>(bodies_, q, i), r(i), centre<Dim>(bodies_, q, j), r(j)).distance;
    count({i, j}, depth, pair_touches(depth), out);
  });
  return out;
}

ContactState ContactScan::of_discs(const Eigen::VectorXd& q) {
  neighbours_.update(q);
  const auto& radius = discs_->bodies().radius;
  const auto r = [&](int i) { return radius[static_cast<std::size_t>(i)]; };
  ContactState out;
  for (const auto [i, w] : neighbours_.walls()) {
    const double depth =
        wall_frame(centre(q, i), r(i), discs_->wall(static_cast<std::size_t>(w))).depth;
    count({i, -1 - w}, depth, wall_touches(depth), out);
    out.at_wall = out.at_wall || depth > 0.0;
  }
  for (const auto [i, j] : neighbours_.pairs()) {
    const double depth = pair_frame(centre(q, i), r(i), centre(q, j), r(j)).depth;
    count({i, j}, depth, pair_touches(depth), out);
  }
  return out;
}

void ContactScan::count(const ScannedContact& contact, double depth, bool touches,
                        ContactState& out) {
  if (touches) ++out.touching;
  if (depth > out.deepest) out.deepest = depth;
  if (contact_ && depth > 0.0) {
    overlapping_.push_back(contact);
    const Compliance law =
        contact_->of_contact(reduced_radius(bodies_, contact.a, contact.b), !contact.is_pair());
    out.potential += law.coefficient * fast_power(depth, law.exponent);
  }
}

}  // namespace impactbench
