#pragma once

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/acceptance.hpp"

#include <limits>
#include <optional>

namespace impactbench {

/// The largest speed that a body can have [m/s]: at the start, after falling to the floor, or
/// driven by a force that varies in time; of first-order motion what it desires at the start.
[[nodiscard]] double top_speed(const Problem& problem);

/// The largest speed of approach of two bodies, by the same estimate [m/s]; of round bodies only.
[[nodiscard]] double closing_speed(const Problem& problem);

/// Height of the highest floor, a half-space that faces straight up [m]; nothing without one.
[[nodiscard]] std::optional<double> floor_of(const RoundBodies& bodies, const Vec3& up);

/// The constraints of a generalised system at the start: the largest reduced mass 1 / (g . M^-1 g),
/// g = grad f_a (the least is a trait); sum |g_k|, the largest rate of one over that of a
/// coordinate, 1 at least, and without that bound; the rate |g . M^-1 F| at which the external
/// force accelerates one, and that with mu |t . M^-1 F| of its tangents besides; the largest
/// inverse mass t . M^-1 t of a tangent with friction, of both tangents together.
struct ConstraintScale {
  double heaviest{0.0};
  double steepness{1.0}, steepest{0.0}, acceleration{0.0}, with_friction{0.0}, slipping{0.0};
};
[[nodiscard]] ConstraintScale constraint_scale(const Problem& problem);

/// The energy that the start can turn into motion [J], wherever the zero of the potential lies: its
/// kinetic and its stored energy, and of round bodies under gravity m g times the height above the
/// floor (of a free fall where there is none), at least a radius. Of other systems the size of the
/// energy that they state.
[[nodiscard]] std::optional<double> energy_of_start(const JudgedRun& run);

/// The length scale of curvature and of overlaps [m]: the smallest radius, or the length of a
/// generalised system.
[[nodiscard]] double smallest_length(const Problem& problem);

/// Uniform gravity of round bodies [m/s2]; 0 where there is none, or bodies are of another kind.
[[nodiscard]] double gravity_of(const Problem& problem);

/// The largest mean acceleration over a time `span` [s] of a body that nothing touches, by gravity
/// and a uniform field [m/s2]; nothing where other forces act.
[[nodiscard]] std::optional<double> largest_acceleration(const Problem& problem, double span);

/// How far a coordinate of the reference solution is known to go [m], or, where it stays where it
/// is, how far the body would go if nothing held it: v T + a T^2 / 2. Nothing without a reference
/// solution.
[[nodiscard]] std::optional<double> displacement_of_truth(const JudgedRun& run);

/// pi h / duration of the shortest contact, for a compliant scheme: omega h where the contact is
/// linear. Its size decides whether a contact is resolved; nothing for a rigid
/// scheme.
[[nodiscard]] std::optional<double> contact_phase_per_step(const JudgedRun& run);

/// Whether the energy can only be lost by the steps: restitution 1, no friction, no force that
/// varies in time or remembers.
[[nodiscard]] bool conservative(const Problem& problem);
/// Whether the law of contact is a convex relaxation of Coulomb's here, or gives way.
[[nodiscard]] bool relaxed(const JudgedRun& run);
/// eps of a scheme that states LocatedErrors: what it integrates to, and where impacts accumulate
/// the share of V at which they are no longer located.
[[nodiscard]] double located_error(const JudgedRun& run);
/// Whether the motion is one that a scheme can be asked for: not where perturbed runs part, not
/// where what a step is off by grows more than tenfold (of a scheme that locates its events what
/// references are off by, 1e-10, more than a thousandfold), and not where the scheme states a
/// convex relaxation of Coulomb's law, or contacts that give way: those move as they state, and
/// what they are held against is that (law:normal, law:slip), energy and momentum.
[[nodiscard]] bool trajectory_judged(const JudgedRun& run);
/// Whether forces depend on the past (capillary bridges): they dissipate energy by themselves.
[[nodiscard]] bool remembers(const Problem& problem);

/// How much a held force multiplies an oscillation by in a contact that stays: by 1 + phi^2 / 4 in
/// each of n steps, n = touching contacts, summed over steps and shared by bodies.
[[nodiscard]] double growth_in_contact(const JudgedRun& run);

/// The share by which the oscillation of a contact that stays may be off where forces of the begin
/// of a step are held: growth - 1, up to 1. What grows more has no limit that would show anything.
[[nodiscard]] double growth_left(const JudgedRun& run);
/// That, and what the oscillation of a contact that stays has lost by the end where forces of the
/// end of a step are held: 1 - 1 / growth.
[[nodiscard]] double change_in_contact(const JudgedRun& run);

}  // namespace impactbench
