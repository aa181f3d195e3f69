#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "reference/support/barometric_gas.hpp"
#include "reference/support/hard_disc_gas.hpp"

#include <optional>

namespace impactbench::hard_disc_gas {

/// The gas of `disc_gas` at its start: nothing for any other problem, with gravity or friction, or
/// if an impact keeps no speed (e = 0).
[[nodiscard]] inline std::optional<Gas> gas_of(const Problem& problem) {
  const auto* system = disc_system(*problem.system);
  if (problem.name != "disc_gas" || system == nullptr) return std::nullopt;
  const ContactLaw& law = system->law();
  if (problem.traits.gravity || law.friction > 0.0 || !(law.restitution > 0.0)) return std::nullopt;
  const auto& walls = system->walls();                                // floor, right, ceiling, left
  if (walls[2].point.y() != walls[1].point.x()) return std::nullopt;  // both from zero
  return Gas{.count = static_cast<double>(system->bodies().size()),
             .radius = system->bodies().radius.front(),
             .side = walls[1].point.x() - walls[3].point.x(),
             .mass = system->bodies().mass.front(),
             .kinetic = problem.system->kinetic_energy(problem.initial.q, problem.initial.v),
             .restitution = law.restitution};
}

/// The column of `disc_gas` under gravity: elastic, without friction, so high that less than
/// one of 10^6 states reaches its ceiling, and so dilute that the theory covers it; else
/// nothing.
[[nodiscard]] inline std::optional<Column> column_of(const Problem& problem) {
  const auto* system = disc_system(*problem.system);
  if (problem.name != "disc_gas" || system == nullptr || !problem.traits.gravity)
    return std::nullopt;
  const ContactLaw& law = system->law();
  if (law.friction > 0.0 || law.restitution != 1.0) return std::nullopt;
  const auto& walls = system->walls();  // floor, right, ceiling, left
  const double r = system->bodies().radius.front(), floor = walls[0].point.y() + r;
  Column out{.count = static_cast<double>(system->bodies().size()),
             .radius = r,
             .room = walls[1].point.x() - walls[3].point.x() - 2.0 * r,
             .mass = system->bodies().mass.front(),
             .gravity = -system->gravity().y(),
             .energy = problem.system->kinetic_energy(problem.initial.q, problem.initial.v)};
  for (Eigen::Index k = 1; k < problem.initial.q.size(); k += 3)
    out.energy += out.mass * out.gravity * (problem.initial.q[k] - floor);
  const bool low = !(above(out, walls[2].point.y() - r - floor) < 1e-6);
  if (low || !(crowding(out) < most_crowding)) return std::nullopt;
  return out;
}

/// The prediction for rigid contact (`contact` absent), or for springs, which admit overlap and
/// store energy; the compressibility is always over the energy of the start. Adds `more`.
[[nodiscard]] inline Prediction predict_with(Gas gas, const ContactModel& contact,
                                             Softness more = {}) {
  const double start = gas.kinetic;
  if (contact) {
    const auto soft_at = [&](double reduced, bool wall) {
      return softness_of_springs(gas, contact->exponent,
                                 contact->of_contact(reduced, wall).coefficient);
    };
    Softness soft = soft_at(0.5 * gas.radius, false);
    soft.wall = soft_at(gas.radius, true).wall;
    gas.kinetic /= 1.0 + stored_share(gas, soft, contact->exponent);
    more.pair += soft.pair;
    more.wall += soft.wall;
  }
  Prediction out = predict(gas, more);
  out.compressibility *= gas.kinetic / start;
  return out;
}

}  // namespace impactbench::hard_disc_gas
