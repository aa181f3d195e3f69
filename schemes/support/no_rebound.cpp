#include "schemes/support/no_rebound.hpp"

#include "problems/model/error.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impactbench {
namespace {

/// Up to two bodies of each material: what can meet is among them and the obstacles.
std::vector<int> samples(const RoundSystem& system) {
  std::vector<int> out, count(static_cast<std::size_t>(system.laws().materials()), 0);
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const auto& material = system.bodies().material;
    int& seen = count[static_cast<std::size_t>(material.empty() ? 0 : material[i])];
    if (seen++ < 2) out.push_back(static_cast<int>(i));
  }
  return out;
}

}  // namespace

void require_no_rebound(const RoundSystem& system) {
  if (!system.laws().differ()) return;
  const auto require = [&](int body, int partner) {
    const double e = system.law(body, partner).restitution;
    if (e != 0.0) {
      throw ConfigurationError(
          "the scheme has no law of rebound: restitution must be 0 of all that can meet, and is " +
          std::to_string(e) + " of some");
    }
  };
  const std::vector<int> bodies = samples(system);
  for (const int i : bodies) {
    for (const int j : bodies)
      if (i < j) require(i, j);
    for (int k = 0; k < static_cast<int>(system.obstacles().size()); ++k)
      require(i, -1 - k);
  }
}

}  // namespace impactbench
