#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

/// An order of contacts in which neighbours are adjacent, whatever the bodies' numbers: breadth
/// first, body by body, each with its contacts that are not listed yet, from the first body of each
/// connected part on. Blocks of this order share few bodies with other blocks.
class NeighbourOrder {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count);
  /// Returns every contact once. Allocates nothing while the problem fits the prepared size.
  const std::vector<int>& find(const ContactProblem& problem);

 private:
  void list_contacts_of_bodies(const ContactProblem& problem);

  std::vector<int> begin_, contacts_;       ///< of each body
  std::vector<int> bodies_, order_;         ///< in the order in which they are met
  std::vector<std::uint8_t> met_, listed_;  ///< bodies, contacts
};

}  // namespace impactbench
