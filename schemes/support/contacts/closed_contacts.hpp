#pragma once

#include "problems/base/parallel.hpp"
#include "problems/contact/gap.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "schemes/support/contacts/contact_key.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

/// A contact of two bodies, or of a body and an obstacle, that overlap (or touch, if asked for).
template <int Dim>
struct ClosedContact {
  ContactKey key;
  Vec<Dim> normal;  ///< unit vector from the first body to the second, or into the obstacle
  double depth;     ///< D [m], of those that are found > -reach
};

/// The candidates of a NeighbourList or VerletTree with D > -reach, in the order of
/// contact_key.hpp. Most candidates are open, and finding the closed ones is most of the work of a
/// step; threads share it.
template <int Dim>
class ClosedContacts {
 public:
  /// Contacts of a body, on average and at most: half of the neighbours in a dense packing (3 in
  /// the plane, 6 in space, some more for unequal balls), and walls.
  static constexpr std::size_t per_body = Dim == 2 ? 5 : 10;

  void reserve(std::size_t bodies) {
    contacts_.clear();
    contacts_.reserve(per_body * bodies);
  }

  /// `place(i)` is the centre of body i, |reach| far below a radius [m].
  template <class Near, class Place>
  void find(const RoundBodies& bodies, const Near& near, Place&& place, double reach = 0.0) {
    const auto radius = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
    // Walls come first: a number below theirs is a wall's, any other a pair's.
    const std::size_t first_pair = near.walls().size();
    const auto look_at_walls = [&](auto& part, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto [i, w] = near.walls()[k];
        const Gap<Dim> gap =
            obstacle_gap<Dim>(place(i), radius(i), bodies.obstacles[static_cast<std::size_t>(w)]);
        if (gap.distance < reach) part.push_back({wall_key(i, w), -gap.normal, -gap.distance});
      }
    };
    const auto look_at_pairs = [&](auto& part, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto [i, j] = near.pairs()[k];
        const Vec<Dim> x_i = place(i), x_j = place(j);
        const double r_i = radius(i), r_j = radius(j);
        if (apart<Dim>(x_i, r_i, x_j, r_j + reach)) continue;
        const Gap<Dim> gap = pair_gap<Dim>(x_i, r_i, x_j, r_j);
        if (gap.distance < reach) part.push_back({{i, j}, gap.normal, -gap.distance});
      }
    };
    parts_.collect(first_pair + near.pairs().size(), contacts_, 0,
                   [&](auto& part, std::size_t begin, std::size_t end) {
                     look_at_walls(part, std::min(begin, first_pair), std::min(end, first_pair));
                     look_at_pairs(part, std::max(begin, first_pair) - first_pair,
                                   std::max(end, first_pair) - first_pair);
                   });
  }

  /// Inserts a contact that find() missed in its place in the order; false if it is there already.
  bool insert(const ClosedContact<Dim>& contact) {
    const auto at = std::lower_bound(
        contacts_.begin(), contacts_.end(), contact.key,
        [](const ClosedContact<Dim>& c, const ContactKey& key) { return before(c.key, key); });
    if (at != contacts_.end() && at->key == contact.key) return false;
    contacts_.insert(at, contact);
    return true;
  }

  [[nodiscard]] const std::vector<ClosedContact<Dim>>& contacts() const { return contacts_; }

 private:
  std::vector<ClosedContact<Dim>> contacts_;
  Parts<ClosedContact<Dim>> parts_;
};

}  // namespace impactbench
