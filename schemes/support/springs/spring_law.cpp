#include "schemes/support/springs/spring_law.hpp"

#include "schemes/support/springs/spring_schemes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {

double leapfrog_phase(double zeta) {
  return 2.0 / (std::sqrt(1.0 + zeta * zeta) + zeta);  // 2 (sqrt(1 + zeta^2) - zeta)
}

std::optional<std::string> refuse_springs(std::string_view scheme, const SpringLaw& law,
                                          const SpringBound& bound, const ProblemTraits& traits,
                                          double h) {
  if (auto reason = refuse_beside_springs(scheme, law.end, traits)) return reason;
  if (law.hertz()) return refuse_hertz(fmt::format("{} with normal = hertz", scheme), traits);
  const double period = std::sqrt(law.R * traits.smallest_reduced_mass);  // 1 / omega
  const double zeta = Dissipation::damping_ratio(traits.restitution, law.end.value());
  const double along_normal = bound.phase(zeta) * period;
  if (!(h <= along_normal)) {
    return fmt::format(
        "{} does not resolve a contact with dt = {:.3g} s: dt must be at most {} sqrt(R m_red) = "
        "{:.3g} s{}",
        scheme, h, zeta > 0.0 ? bound.formula : "2", along_normal,
        zeta > 0.0 ? fmt::format(", zeta = {:.3g} for restitution {:.3g}", zeta, traits.restitution)
                   : "");
  }
  const double share = traits.dimension == 3 ? 3.5 : 3.0;  // W_t m_red of solid balls and discs
  const double along_tangent =
      leapfrog_phase(law.tangential_damping) * period / std::sqrt(share * law.tangential);
  if (traits.friction && (traits.rolling_friction || traits.twisting_friction)) {
    const RollingSettings& own = law.resistance;
    const double all = share * law.tangential + (share - 1.0) * own.rolling;
    const double both = leapfrog_phase(std::max(law.tangential_damping, own.rolling_damping)) *
                        period / std::sqrt(all);
    if (h <= both) return std::nullopt;
    return fmt::format(
        "{} does not resolve the springs against slip and rolling of a contact with dt = {:.3g} s: "
        "dt must be at most 2 (sqrt(1 + d^2) - d) sqrt(R m_red / ({:.3g} tangential + {:.3g} "
        "rolling)) = {:.3g} s, d the larger of tangential_damping and rolling_damping",
        scheme, h, share, share - 1.0, both);
  }
  if (!traits.friction || h <= along_tangent) return std::nullopt;
  // The system knows the tangential weights of its constraints (spring_coordinates.hpp).
  if (traits.bodies == BodyKind::generalised) return std::nullopt;
  return fmt::format(
      "{} does not resolve the tangential spring of a contact with dt = {:.3g} s: dt must be at "
      "most 2 (sqrt(1 + d^2) - d) sqrt(R m_red / ({:.3g} tangential)) = {:.3g} s, d = "
      "tangential_damping = {:.3g}",
      scheme, h, share, along_tangent, law.tangential_damping);
}

}  // namespace impactbench
