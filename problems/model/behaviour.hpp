#pragma once

#include <optional>
#include <string_view>

namespace impactbench {

/// The words in which schemes claim and yardsticks judge. They live here because both sides use
/// them and neither may see the other.

/// What a scheme promises of the total energy (kinetic + external + contact) of a conservative
/// problem: a force that does not vary in time, restitution 1 and no friction. `dissipates` is held
/// against impacts without restitution too.
enum class EnergyBehaviour {
  conserves,         ///< to the tolerance of its solver, whatever the step
  conserves_nearly,  ///< error vanishes with the step, of either sign
  dissipates,        ///< never gains
  gains,             ///< never loses
};

[[nodiscard]] constexpr std::string_view to_text(EnergyBehaviour b) {
  switch (b) {
    case EnergyBehaviour::conserves:
      return "conserves";
    case EnergyBehaviour::conserves_nearly:
      return "conserves nearly";
    case EnergyBehaviour::dissipates:
      return "dissipates";
    case EnergyBehaviour::gains:
      return "gains";
  }
  return "";
}

/// What a scheme promises of overlaps between bodies that are rigid to it. Where contact is a spring
/// (ContactModel), overlap is what carries the force, and nothing is promised.
enum class OverlapBound {
  half_step,  ///< gaps are looked at in the middle of a step: the way of half a step
  none,       ///< none at the ends of steps beyond the tolerance of the solver
  rebound,    ///< positions are projected, and a rebound overlaps by its share of a step's way
};

/// What the steps of a scheme make of the energy of a compliant contact, in units of what a step
/// cannot resolve (reference/yardsticks/step_energy.hpp): stroke * S + turn * R to first order, and
/// no more than phase * B besides.
struct ContactEnergy {
  double stroke{0.0};  ///< +1: forces of the begin of a step are held, -1: those of its end [-]
  double turn{0.0};    ///< -1: normals of the begin of a step are held, +1: those of its end [-]
  double phase{0.0};   ///< of what is of second order in the phase of a contact in a step [-]

  friend bool operator==(const ContactEnergy&, const ContactEnergy&) = default;
};

/// Contact as a spring: potential coefficient * D^exponent of a penetration D > 0 [m], hence the
/// normal force exponent * coefficient * D^(exponent - 1).
struct Compliance {
  double exponent{2.0};     ///< [-] >= 2
  double coefficient{0.0};  ///< [J / m^exponent] > 0

  friend bool operator==(const Compliance&, const Compliance&) = default;
};

/// Absent for rigid contact.
using ContactModel = std::optional<Compliance>;

}  // namespace impactbench
