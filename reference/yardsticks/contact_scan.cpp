#include "reference/yardsticks/contact_scan.hpp"

#include <cmath>

namespace impactbench {

ContactScan::ContactScan(const DiscSystem& system, const Eigen::VectorXd& q,
                         const ContactModel& contact)
    : system_(system), contact_(contact) {
  neighbours_.prepare(system, q, Search::cell_grid, NeighbourList::usual_skin(system));
}

ContactState ContactScan::at(const Eigen::VectorXd& q) {
  neighbours_.update(q);
  const auto& radius = system_.discs().radius;
  const auto r = [&](int i) { return radius[static_cast<std::size_t>(i)]; };
  ContactState out;
  for (const auto [i, w] : neighbours_.walls()) {
    const double depth =
        wall_frame(centre(q, i), r(i), system_.walls()[static_cast<std::size_t>(w)]).depth;
    count(depth, wall_touches(depth), out);
    out.at_wall = out.at_wall || depth > 0.0;
  }
  for (const auto [i, j] : neighbours_.pairs()) {
    const double depth = pair_frame(centre(q, i), r(i), centre(q, j), r(j)).depth;
    count(depth, pair_touches(depth), out);
  }
  return out;
}

void ContactScan::count(double depth, bool touches, ContactState& out) const {
  if (touches) ++out.touching;
  if (depth > out.deepest) out.deepest = depth;
  if (contact_ && depth > 0.0) {
    out.potential += contact_->coefficient * std::pow(depth, contact_->exponent);
  }
}

}  // namespace impactbench
