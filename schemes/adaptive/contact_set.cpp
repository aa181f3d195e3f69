#include "schemes/adaptive/contact_set.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench::adaptive {

void ContactSet::take(const Scheme& scheme) {
  acting_.clear();
  const ContactProblem* problem = scheme.contact_problem();
  if (problem == nullptr) return;
  const auto impulses = scheme.impulses();
  const auto rows = static_cast<std::size_t>(problem->rows);
  const auto dofs = static_cast<std::size_t>(problem->dofs);
  for (std::size_t c = 0; c < problem->contacts() && c * rows < impulses.size(); ++c) {
    const double* p = &impulses[c * rows];
    if (!(p[0] > 0.0)) continue;
    Acting x{problem->body_a[c], problem->body_b[c], Vec3::Zero(), p[0], 0.0, 0.0};
    for (std::size_t k = 0; k < std::min<std::size_t>(dofs, 3); ++k)
      x.along[static_cast<Eigen::Index>(k)] = problem->jacobian_a[c * rows * dofs + k];
    if (rows > 1) x.first = p[1];
    if (rows > 2) x.second = p[2];
    acting_.push_back(x);
  }
  std::sort(acting_.begin(), acting_.end(), [](const Acting& x, const Acting& y) {
    return std::pair(x.a, x.b) < std::pair(y.a, y.b);
  });
}

/// Contacts of one body with several obstacles are the same if their normals are less than 60
/// degrees apart.
bool ContactSet::same(const Acting& x, const Acting& y) {
  if (x.a != y.a || x.b != y.b) return false;
  return x.along.dot(y.along) >= 0.5 * x.along.norm() * y.along.norm();
}

const ContactSet::Acting* ContactSet::find(const Acting& x) const {
  auto at = std::lower_bound(
      acting_.begin(), acting_.end(), x,
      [](const Acting& y, const Acting& z) { return std::pair(y.a, y.b) < std::pair(z.a, z.b); });
  for (; at != acting_.end() && at->a == x.a && at->b == x.b; ++at) {
    if (same(*at, x)) return &*at;
  }
  return nullptr;
}

bool ContactSet::within(const ContactSet& others) const {
  return std::all_of(acting_.begin(), acting_.end(),
                     [&](const Acting& x) { return others.find(x) != nullptr; });
}

bool ContactSet::agrees_with(const ContactSet& other, double share) const {
  if (acting_.size() != other.acting_.size()) return false;
  return std::all_of(acting_.begin(), acting_.end(), [&](const Acting& x) {
    const Acting* y = other.find(x);
    if (y == nullptr) return false;
    const double apart = std::max({std::abs(x.normal - y->normal), std::abs(x.first - y->first),
                                   std::abs(x.second - y->second)});
    return apart <= share * std::max(x.normal, y->normal);
  });
}

}  // namespace impactbench::adaptive
