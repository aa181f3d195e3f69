#pragma once

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/model/parallel.hpp"
#include "schemes/support/contact_key.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

struct ClosedContact {
  ContactKey key;
  ContactFrame frame;
};

/// The candidates of a NeighbourList with D > 0, in the order of contact_key.hpp. Most candidates
/// are open: to find those that are not is most of the work of a step, and threads share it.
class ClosedContacts {
 public:
  /// Room for what `discs` can have at once.
  void reserve(std::size_t discs) {
    contacts_.clear();
    contacts_.reserve(5 * discs);  // 3 n pairs in the plane, two walls each
  }

  /// `place(i)` is the centre of disc i.
  template <class Place>
  void find(const DiscSystem& system, const NeighbourList& near, Place&& place) {
    const std::vector<double>& radius = system.discs().radius;
    const std::vector<Wall>& walls = system.walls();
    // Walls come first: a number below theirs is a wall's, any other a pair's.
    const std::size_t first_pair = near.walls().size();
    const auto look_at_walls = [&](auto& part, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto [i, w] = near.walls()[k];
        const ContactFrame frame = wall_frame(place(i), radius[index(i)], walls[index(w)]);
        if (frame.depth > 0.0) part.push_back({wall_key(i, w), frame});
      }
    };
    const auto look_at_pairs = [&](auto& part, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const auto [i, j] = near.pairs()[k];
        const Vec2 x_i = place(i), x_j = place(j);
        const double r_i = radius[index(i)], r_j = radius[index(j)];
        if (apart(x_i, r_i, x_j, r_j)) continue;
        const ContactFrame frame = pair_frame(x_i, r_i, x_j, r_j);
        if (frame.depth > 0.0) part.push_back({{i, j}, frame});
      }
    };
    parts_.collect(first_pair + near.pairs().size(), contacts_, 0,
                   [&](auto& part, std::size_t begin, std::size_t end) {
                     look_at_walls(part, std::min(begin, first_pair), std::min(end, first_pair));
                     look_at_pairs(part, std::max(begin, first_pair) - first_pair,
                                   std::max(end, first_pair) - first_pair);
                   });
  }

  [[nodiscard]] const std::vector<ClosedContact>& contacts() const { return contacts_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::vector<ClosedContact> contacts_;
  Parts<ClosedContact> parts_;
};

}  // namespace impactbench
