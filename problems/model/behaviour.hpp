#pragma once

#include <cmath>
#include <optional>
#include <string_view>

namespace impactbench {

/// The vocabulary of claims: schemes state them and yardsticks check them, and neither may include
/// the other.

/// The claim of a scheme on the total energy (kinetic + external + contact) of a conservative
/// problem: a force constant in time, restitution 1 and no friction. `dissipates` is also tested
/// with impacts without restitution.
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

/// The claim of a scheme on overlaps between bodies that it treats as rigid. Where contact is a
/// spring (ContactModel), overlap carries the force, and nothing is claimed.
enum class OverlapBound {
  half_step,  ///< gaps are evaluated at one place of a step: overlap up to the displacement from
              ///< one of them to the next, half of it at the ends of steps where e = 1
  none,       ///< at the ends of steps bodies overlap by the tolerance of the solver at most
  rebound,    ///< positions are projected, and a rebound overlaps by its share of a step's
              ///< displacement
  elements,   ///< contacts of deformable bodies overlap by less than their elements deform
};

/// How a step moves positions x by the velocities v of its states.
enum class PathRule {
  end,      ///< x^{n+1} = x^n + h v^{n+1}
  mean,     ///< x^{n+1} = x^n + h ((1 - theta) v^n + theta v^{n+1}), theta of MotionStep
  centred,  ///< half a kick, drift, half a kick: x^{n+1} - x^{n-1} = 2 h v^n and
            ///< M (x^{n+1} - 2 x^n + x^{n-1}) = h^2 F(t^n, x^n)
};

/// The q and v at which a step takes an external force that varies; of the time, a step takes the
/// mean over itself.
enum class ForcePlace : unsigned char {
  unstated,
  start,   ///< at q^n and v^n
  middle,  ///< at q^n + (h/2) v^n, and v^n
  ends,    ///< theta times that at q^{n+1} and v^{n+1} plus 1 - theta times that at q^n and v^n;
           ///< for generalised systems also the inertial force, with M at (1 - theta) q^n + theta
           ///< q^{n+1}, q^{n+1} according to the path
};

/// The discrete law of motion of a scheme without its contacts; yardsticks test states against it.
struct MotionStep {
  PathRule path{PathRule::end};
  double theta{0.5};  ///< of PathRule::mean and of ForcePlace::ends [-]
  ForcePlace force{ForcePlace::unstated};
  /// Whether positions are then projected to where no gap is negative.
  bool projected{false};

  friend bool operator==(const MotionStep&, const MotionStep&) = default;
};

/// Errors of a scheme that locates events and integrates to a tolerance, whatever the step h.
struct LocatedErrors {
  /// Of places over L + V T, and of the energy over that of the start, where nothing makes errors
  /// grow: L and V the length and the largest speed of the system, T the time of the run [-].
  double integration{0.0};
  /// Impacts with 0 < e < 1 slower than this share of V are not located one by one [-].
  double rest{0.0};

  friend bool operator==(const LocatedErrors&, const LocatedErrors&) = default;
};

/// The energy error that the steps of a scheme make in a compliant contact, in units of the energy
/// that a step cannot resolve (reference/yardsticks/step_energy.hpp): stroke * S + turn * R to
/// first order, plus at most phase * B.
struct ContactEnergy {
  double stroke{0.0};  ///< +1: forces of the begin of a step are held, -1: those of its end [-]
  double turn{0.0};    ///< -1: normals of the begin of a step are held, +1: those of its end [-]
  double phase{0.0};   ///< of what is of second order in the phase of a contact in a step [-]

  friend bool operator==(const ContactEnergy&, const ContactEnergy&) = default;
};

/// The tangential force of a spring contact below Coulomb's bound. With w the slip velocity [m/s]
/// and W_t the inverse mass along the tangent [1/kg],
///
///   f = -(stiffness xi + (2 damping_ratio sqrt(stiffness / W_t) + viscosity) w),   xi' = w,
///   |f| <= mu [F]_+;  at the bound xi is the stretch that gives f (Cundall and Strack 1979).
struct TangentialLaw {
  double stiffness{0.0};      ///< of Cundall's spring [N/m]; 0: there is none
  double damping_ratio{0.0};  ///< of that spring [-]
  double viscosity{0.0};      ///< [N s/m]
  /// Friction acts at the middle of the overlap; else at the undeformed radii of both bodies.
  bool acts_at_middle{false};
  /// The stiffness is that of Mindlin's contact: times sqrt(D), D the depth at the time [N/m^1.5].
  bool per_root_depth{false};

  [[nodiscard]] double stiffness_at(double depth) const {
    return per_root_depth ? stiffness * std::sqrt(depth > 0.0 ? depth : 0.0) : stiffness;
  }

  friend bool operator==(const TangentialLaw&, const TangentialLaw&) = default;
};

/// When the force of a spring with a dashpot ends while bodies separate.
enum class ContactEnd {
  overlap,  ///< when the overlap is zero: near the end the dashpot pulls
  force,    ///< when the force is zero: it never pulls, and the overlap goes on without it
};

/// Contact as a spring: potential coefficient * D^exponent of a penetration D > 0 [m], hence the
/// normal force exponent * coefficient * D^(exponent - 1). Where the restitution e of the problem
/// is below 1 a dashpot is added (dissipation in y = D^(exponent/2), with which two free bodies
/// separate with e times their approach speed):
///
///   F = exponent c D^(exponent-1) + eta D^(exponent/2-1) dD/dt while D > 0, [F]_+ if end = force,
///   eta = zeta exponent sqrt(2 c m_red),  end = overlap:  zeta = -ln e / sqrt(pi^2 + ln^2 e)
///   end = force:    e = exp(-2 theta cot theta),  zeta = cos theta   where zeta <= 1,
///                   e = exp(-2 theta coth theta), zeta = cosh theta  beyond; none for e = 0
///
/// For Hertz's contact c and the tangential stiffness depend on the bodies, by their reduced
/// radius: 1 / R_red = 1 / r_i + 1 / r_j, and r_i at an obstacle.
struct Compliance {
  double exponent{2.0};     ///< [-] >= 2
  double coefficient{0.0};  ///< c [J / m^exponent] > 0
  TangentialLaw tangential{};
  ContactEnd end{ContactEnd::overlap};
  /// Both need the factor sqrt(R_red), which of_contact() applies; obstacles have their own.
  bool per_root_radius{false};
  double wall_coefficient{0.0}, wall_stiffness{0.0};

  /// The compliance of one contact: `reduced` is R_red [m].
  [[nodiscard]] Compliance of_contact(double reduced, bool wall) const {
    if (!per_root_radius) return *this;
    Compliance out{exponent, coefficient, tangential, end};
    if (wall) out.coefficient = wall_coefficient, out.tangential.stiffness = wall_stiffness;
    out.coefficient *= std::sqrt(reduced);
    out.tangential.stiffness *= std::sqrt(reduced);
    return out;
  }

  friend bool operator==(const Compliance&, const Compliance&) = default;
};

/// Absent for rigid contact.
using ContactModel = std::optional<Compliance>;

}  // namespace impactbench
