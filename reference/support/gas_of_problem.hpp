#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/disc_system.hpp"
#include "problems/model/problem.hpp"
#include "reference/support/hard_disc_gas.hpp"

#include <optional>

namespace impactbench::hard_disc_gas {

/// The gas that `disc_gas` is at its start: nothing for any other problem, with gravity or
/// friction, or where an impact keeps no speed (e = 0).
[[nodiscard]] inline std::optional<Gas> gas_of(const Problem& problem) {
  const auto* system = dynamic_cast<const DiscSystem*>(problem.system.get());
  if (problem.name != "disc_gas" || system == nullptr) return std::nullopt;
  const ContactLaw& law = system->law();
  if (problem.traits.gravity || law.friction > 0.0 || !(law.restitution > 0.0)) return std::nullopt;
  const auto& walls = system->walls();  // floor, right, ceiling, left
  return Gas{.count = static_cast<double>(system->discs().size()),
             .radius = system->discs().radius.front(),
             .side = walls[1].point.x() - walls[3].point.x(),
             .mass = system->discs().mass.front(),
             .kinetic = problem.system->kinetic_energy(problem.initial.q, problem.initial.v),
             .restitution = law.restitution};
}

/// For rigid contact (`contact` absent), or where springs let discs in and hold some of the energy;
/// the compressibility is over the energy of the start in any case. `more` on top.
[[nodiscard]] inline Prediction predict_with(Gas gas, const ContactModel& contact,
                                             Softness more = {}) {
  const double start = gas.kinetic;
  if (contact) {
    const Softness soft = softness_of_springs(gas, contact->exponent, contact->coefficient);
    gas.kinetic /= 1.0 + stored_share(gas, soft, contact->exponent);
    more.pair += soft.pair;
    more.wall += soft.wall;
  }
  Prediction out = predict(gas, more);
  out.compressibility *= gas.kinetic / start;
  return out;
}

}  // namespace impactbench::hard_disc_gas
