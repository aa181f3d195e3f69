#include "problems/model/contact_law.hpp"

#include <algorithm>

namespace impactbench {

MaterialLaws::MaterialLaws(const ContactLaw& common, int materials)
    : materials_(materials),
      table_(static_cast<std::size_t>(materials) * static_cast<std::size_t>(materials), common),
      extreme_(common) {}

void MaterialLaws::set(int a, int b, const ContactLaw& law) {
  table_[place(a, b)] = table_[place(b, a)] = law;
  extreme_ = table_.front();
  for (const ContactLaw& other : table_) {
    extreme_.restitution = std::min(extreme_.restitution, other.restitution);
    extreme_.tangential_restitution =
        std::max(extreme_.tangential_restitution, other.tangential_restitution);
    extreme_.friction = std::max(extreme_.friction, other.friction);
    extreme_.rolling_friction = std::max(extreme_.rolling_friction, other.rolling_friction);
    extreme_.twisting_friction = std::max(extreme_.twisting_friction, other.twisting_friction);
    extreme_.static_friction = std::max(extreme_.static_friction, other.static_friction);
  }
}

bool MaterialLaws::differ() const {
  return std::any_of(table_.begin(), table_.end(),
                     [&](const ContactLaw& law) { return law != table_.front(); });
}

}  // namespace impactbench
