#include "schemes/support/contacts/no_rebound.hpp"

#include "problems/base/error.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impactbench {
namespace {

/// Up to two bodies of each material: they represent all possible pairs, with the obstacles.
std::vector<int> samples(const RoundSystem& system) {
  std::vector<int> out, count(static_cast<std::size_t>(system.laws().materials()), 0);
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const auto& material = system.bodies().material;
    int& seen = count[static_cast<std::size_t>(material.empty() ? 0 : material[i])];
    if (seen++ < 2) out.push_back(static_cast<int>(i));
  }
  return out;
}

void require_zero(double restitution) {
  if (restitution == 0.0) return;
  throw ConfigurationError(
      "the scheme has no law of rebound: restitution must be 0 for all pairs that can meet, and "
      "is " +
      std::to_string(restitution) + " of some");
}

}  // namespace

void require_no_rebound(const RoundSystem& system) {
  if (!system.laws().differ()) return;
  const std::vector<int> bodies = samples(system);
  for (const int i : bodies) {
    for (const int j : bodies)
      if (i < j) require_zero(system.law(i, j).restitution);
    for (int k = 0; k < static_cast<int>(system.obstacles().size()); ++k)
      require_zero(system.law(i, -1 - k).restitution);
  }
}

void require_no_rebound(const GeneralisedSystem& system) {
  for (Eigen::Index a = 0; a < system.constraints(); ++a)
    require_zero(system.law(a).restitution);
}

}  // namespace impactbench
