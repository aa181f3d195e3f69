#include "schemes/solvers/support/coulomb_system.hpp"

namespace impactbench {

void CoulombSystem::prepare(std::size_t contact_count) {
  edges_.reserve(contact_count);
  edge_.reserve(contact_count);
}

void CoulombSystem::analyse(const CoulombForm& form) {
  form_ = &form;
  const int wall = static_cast<int>(form.bodies());
  edges_.clear();
  edge_.assign(form.contacts(), 0);
  for (std::size_t c = 0; c < form.contacts(); ++c) {
    const auto ends = form.ends(c);
    if (ends[0] == wall || ends[1] == wall || ends[0] == ends[1]) continue;
    edge_[c] = edges_.size();
    edges_.push_back(ends);
  }
  lu_.analyse(form.bodies(), form.dofs(), edges_);
}

}  // namespace impactbench
