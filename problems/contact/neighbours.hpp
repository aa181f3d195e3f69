#pragma once

#include "problems/contact/neighbour_list.hpp"
#include "problems/contact/verlet_tree.hpp"

#include <Eigen/Core>

#include <type_traits>

namespace impactbench {

/// The candidate contacts of round bodies with so many degrees of freedom each: a grid of cells for
/// rotating discs in the plane, a tree in any other space. The guarantee is that of
/// verlet_tree.hpp.
template <int Dim, int Dofs>
using Neighbours = std::conditional_t<Dim == 2 && Dofs == 3, NeighbourList, VerletTree<Dim>>;

/// A suitable skin for the bodies [m].
template <int Dim, int Dofs>
[[nodiscard]] double usual_skin(const RoundSystem& system) {
  if constexpr (Dim == 2 && Dofs == 3) {
    return NeighbourList::usual_skin(system);
  } else {
    return VerletTree<Dim>::usual_skin(round_bodies(system));
  }
}

/// Sizes the list for the system, which must outlive it, and fills it at q. Gaps below the `margin`
/// [m], far below a skin, count as contacts.
template <int Dim, int Dofs>
void prepare_neighbours(Neighbours<Dim, Dofs>& list, const RoundSystem& system,
                        const Eigen::VectorXd& q, double margin = 1e-9) {
  const double skin = usual_skin<Dim, Dofs>(system);
  if constexpr (Dim == 2 && Dofs == 3) {
    list.prepare(system, q, Search::cell_grid, skin, margin);
  } else {
    list.prepare(round_bodies(system), q, skin, margin);
  }
}

}  // namespace impactbench
