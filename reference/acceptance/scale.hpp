#pragma once

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/acceptance.hpp"

#include <limits>
#include <optional>

namespace impactbench {

/// The largest speed that a body can have [m/s]: at the start, after falling to the floor, or
/// driven by a force that varies in time; for first-order motion the desired one at the start.
[[nodiscard]] double top_speed(const Problem& problem);

/// The largest speed of approach of two round bodies, by the same estimate [m/s].
[[nodiscard]] double closing_speed(const Problem& problem);

/// Height of the highest floor, a half-space that faces straight up [m]; nothing without one.
[[nodiscard]] std::optional<double> floor_of(const RoundBodies& bodies, const Vec3& up);

/// The constraints of a generalised system at the start: the largest reduced mass 1 / (g . M^-1 g),
/// g = grad f_a (the least is a trait); sum |g_k| / arm_k, the largest rate of one over that
/// of a coordinate in lengths, at least 1, and without that bound; the rate |g . M^-1 F| at which
/// the external force accelerates one, and that plus mu |t . M^-1 F| of its tangents; the largest
/// inverse mass t . M^-1 t of a tangent with friction, of both tangents together.
struct ConstraintScale {
  double heaviest{0.0};
  double steepness{1.0}, steepest{0.0}, acceleration{0.0}, with_friction{0.0}, slipping{0.0};
};
[[nodiscard]] ConstraintScale constraint_scale(const Problem& problem);

/// The energy that the start can turn into motion [J], for any zero of the potential: its kinetic
/// and its stored energy, and for round bodies under gravity m g times the height above the floor
/// (of a free fall where there is none), at least a radius. For other systems the size of the
/// energy that they state.
[[nodiscard]] std::optional<double> energy_of_start(const JudgedRun& run);

/// The length scale of curvature and of overlaps [m]: the smallest radius, or the length of a
/// generalised system.
[[nodiscard]] double smallest_length(const Problem& problem);

/// The unit of residuals of contact problems [m/s]: L / h, L the smallest length, at least 1 m/s,
/// for schemes that bind gaps at the end of a step: by their rule, or, where they state none for
/// single contacts, as rigid bodies that never overlap and whose impacts are not located. Of all
/// others 1 m/s.
[[nodiscard]] double unit_of_residuals(const JudgedRun& run);

/// The larger of the top speed of the problem and the largest speed of the run [m/s].
[[nodiscard]] double largest_speed(const JudgedRun& run);

/// The largest coordinate of the run, times its arm, without rotations of bodies [m]: of the start,
/// and the range of the reference solution, or V T without one.
[[nodiscard]] double farthest_place(const JudgedRun& run);

/// The rounding error of a motion [m]: 1e-12 of the length and of the way, L + V T with the
/// larger speed V of the problem and of its reference solution.
[[nodiscard]] double rounding_of_motion(const JudgedRun& run);

/// The rounding error of a coordinate after the steps of the run [m]: that of the motion, and
/// rounding_share() of the largest coordinate (reference/yardsticks/run_scales.hpp).
[[nodiscard]] double rounding_of_places(const JudgedRun& run);
/// The same of the length of a vector, which has up to three coordinates [m].
[[nodiscard]] double rounding_of_vectors(const JudgedRun& run);

/// Uniform gravity of round bodies [m/s2]; 0 where there is none, or bodies are of another kind.
[[nodiscard]] double gravity_of(const Problem& problem);

/// The largest mean acceleration over a time `span` [s] of a body without contact, by gravity and a
/// uniform field [m/s2]; nothing where other forces act.
[[nodiscard]] std::optional<double> largest_acceleration(const Problem& problem, double span);

/// The largest displacement of a coordinate of the reference solution [m], or, if it does not
/// move, that of the body without constraints: v T + a T^2 / 2. Nothing without a reference
/// solution.
[[nodiscard]] std::optional<double> displacement_of_truth(const JudgedRun& run);

/// pi h / duration of the shortest contact, for a compliant scheme: omega h if the
/// contact is linear. It decides whether a contact is resolved; nothing for a rigid
/// scheme.
[[nodiscard]] std::optional<double> contact_phase_per_step(const JudgedRun& run);

/// Whether only steps can dissipate: restitution 1, no friction, no force that varies in time or
/// has memory.
[[nodiscard]] bool conservative(const Problem& problem);
/// Whether the contact law is a convex relaxation of Coulomb's law here, or compliant.
[[nodiscard]] bool relaxed(const JudgedRun& run);
/// eps of a scheme that states LocatedErrors: its integration error, and where impacts accumulate
/// the share of V below which they are no longer located.
[[nodiscard]] double located_error(const JudgedRun& run);
/// Whether the trajectory can be judged: not if perturbed runs diverge, not if the error of a step
/// grows more than tenfold (of a scheme that locates its events the error of references, 1e-10,
/// more than a thousandfold), and not if the scheme states a convex relaxation of Coulomb's law, or
/// compliant contacts: those are compared with their own statement (law:normal, law:slip), energy
/// and momentum.
[[nodiscard]] bool trajectory_judged(const JudgedRun& run);
/// Whether forces have memory (capillary bridges): they dissipate energy by themselves.
[[nodiscard]] bool remembers(const Problem& problem);

/// The factor by which a held force amplifies an oscillation of a persistent contact: 1 + phi^2 / 4
/// in each of n steps, n = touching contacts, summed over steps and shared by bodies.
[[nodiscard]] double growth_in_contact(const JudgedRun& run);

/// The relative error of the oscillation of a persistent contact where forces are held from the
/// beginning of a step: growth - 1, up to 1. Larger growth has no meaningful limit.
[[nodiscard]] double growth_left(const JudgedRun& run);
/// That, plus the loss of the oscillation of a persistent contact by the end where forces are held
/// from the end of a step: 1 - 1 / growth.
[[nodiscard]] double change_in_contact(const JudgedRun& run);

}  // namespace impactbench
