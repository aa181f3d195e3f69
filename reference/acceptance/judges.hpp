#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Overlaps of bodies that are rigid to the scheme, over the largest diameter d; u is the speed of
/// approach (the largest speed of the run, twice that for two bodies):
///
///   half_step  D(q_m) >= -h u: a gap that was open in the middle of the last step closes by the
///              displacement from one midpoint to the next before a step detects it. For theta
///              steps with gaps at q^n + gamma h v^n (MotionStep, ContactStep) this is (|1 - theta
///              - gamma| + theta + gamma) h u, and a contact that acts without rebound goes on by
///              the rest of 1 - theta - gamma
///   none       for compliant contact the overlap by which its rule answers the largest impulse, or
///              the speed of approach in the time of its spring (overlap.cpp); else the tolerance
///              of the solver; a linearised constraint, curved with a radius no less than the
///              system's length, is missed by (h u)^2 / 2 over that
///   rebound    where Z^n touches, 2 q^n - (1 - e) q^{n-1} is outside of K, so that q^{n-1} was
///              inside by less than 2 h u / (1 + e), and q^{n+1} = (1 + e) Z^n - e q^{n-1} is
///              outside by less than 2 e / (1 + e) h u; constraints curved inwards, of radii no
///              less than the system's length, add e (1 + e) (2 h u)^2 / (2 length)
void judge_overlap(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// truth:position: the largest error of a coordinate, in terms of the reference solution (truth_*
/// of TruthMeter): V its top speed, J the sum of its jumps, N its impacts, a its largest
/// acceleration by forces, R its displacement from the start.
///
///   rigid      an impact is known to within a step, two where a rebound takes one: it occurs at a
///              place off by h |jump|, and with a velocity off by (1 + e) a h for the rest of the
///              run: k h (J + (1 + e) (a (T + sum (T - t_k)) + (1 + N) V0)) growth with a gravity,
///              or the acceleration by forces at impacts; V0 = V for first-order motion, else 0;
///              F, added to J for one body with friction, what that is off by along its walls: an
///              impact at the speed u which is late by d <= k h leaves it off by (1 + e) d u across
///              them, and as it comes back with e u, all impacts after it late by (1 + 1/e) d more.
///              Friction changes the velocity along the walls by w_i in impact i, which adds
///              (1 + 1/e) d_i |sum of w_k over k > i|, a difference of two velocities: F =
///              (1 + 1/e) (N - 1) min(2 V, J, sqrt(d) mu J), as Coulomb's law has |w_i| <= mu times
///              the normal jump, in d dimensions. Across flat walls errors are reflected, by e <=
///              1; growth the factor by which the motion multiplies errors: beyond ten no
///              trajectory is judged
///   in generalised coordinates  10 h V growth + U, V the top speed that the system states: the
///              shifts of some five impacts by two steps; where the events of constraints are
///              known, 2 k n h V growth for n begins and ends beyond five (where they are not, n
///              the impacts of the truth); U the uncertainty of the truth (Truth), and D the
///              dispersion of elements (limits_of_problems.hpp) where nodes of elastic bodies do
///              not stop at contact
///   located    eps (L + V T) growth + U, eps as the scheme states it (LocatedErrors), whatever h;
///              judged until growth reaches a thousand
///   compliant  a contact changes the speed by (pi / 4) phi^p of it (p = 1: half of the energy (pi
///              / 2) phi that a held force adds in an impact), phi the phase of a contact per step,
///              and the change lasts: (pi / 4) max(1, N) (phi^p + s) V T, s the residual slip of
///              viscous sticking where steps do not resolve it (slip_left)
///
/// truth:penetration: 5 phi^p + G, relative, G the effect of held forces on the
/// oscillation of a persistent contact (growth_left). A limit that reaches R resolves
/// nothing.
void judge_position(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// law:*: Signorini's, Coulomb's and Newton's laws, action and reaction, from the impulses that
/// contacts transmitted (reference/yardsticks/contact_laws.hpp), up to the discretisation error of
/// the scheme and the tolerance of its solver.
void judge_contact_laws(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// truth:velocity: the Hausdorff distance of filled-in graphs, time over T and velocity over V.
/// With k, V, N, J, a and growth as above and n = max(N, J / V), since a late impact shifts a graph
/// along the time axis, and d = 1 / e, 1 where nothing rebounds:
///
///   rigid      k h ((2 + (1 + d) n) / T + (1 + d n) a / V) growth
///
/// 2 h / T        a velocity stands for some instant of its step, and a jump is drawn as wide as a
///                step
/// (1 + d) h / T  of each impact: one step because it is known to within a step, and d because a
///                body that is then up to h |v| too high or too deep leaves with e |v|, so that the
///                next impact is d steps early or late in addition to its own step
/// a h / V        is what forces change velocities by in a step: once everywhere (velocities at the
///                end of a step against those of its middle; after a corner for as long as nothing
///                stops it), and d times at each impact: from h |v| higher a body comes back with
///                a h |v| / (e |v|) more
///
/// A located motion is off by eps growth; the limit of its graph in a step is the one above,
/// without growth.
///
/// Not judged if the truth is that of a body in elements, known to within their distance from the
/// continuous one (truth_uncertainty) or by a wave that its reaction is compared with
/// (contact_impulse_error): elements overshoot the front of a wave by a share of it that no
/// refinement removes, and a node turns round within an element's time, which n and a do not count.
///
///   compliant  3 N phi^p + G u / V, u = speed of approach + g / omega + omega D of the start, that
///              of the oscillation, G its relative change by held forces over the run
///
void judge_velocity(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// Sweeping processes (sweeping_system.hpp), to which overlap, position and velocity above do not
/// apply. With V the top speed of the solution, J the sum of its jumps, n their number, L the
/// length of the set, d the distance of a regularisation at the largest |v - F| (SetStep), A the
/// angle that normals turned by while they pushed (SweepingMeter), k the dependence on the state, r
/// the reach:
///
///   law:normal_cone, law:place_in_set   rounding: the step is what the scheme states
///   claim:distance_from_set             d / L; of linearised constraints (h V)^2 / 2 L^2, of sets
///                                       at the place before k h V / L
///   truth:position       what lies between the ends of steps, and a force of the beginning, h V;
///                        a step that pushes by h V along the normal of its end is off by half of
///                        the angle to that of its beginning, in all A h V / 2; a point that lags
///                        by d is off by that and, being elsewhere, pushed along another normal;
///                        growth exp(way / r) / (1 - k)
///   truth:velocity       in L1: the mean over a step is off from the velocity at its end by what
///                        that varies in the step, h W in all; normals by A h V; a regularisation
///                        goes d less at each jump and at each way back, and d more after both
///   truth:dissipated_work  plastic ways are known to h V, stresses and ways by d, both over L
///   claim:moreau_bound   catching_up on convex sets, F = 0, which move by s in a step: the squares
///                        of errors grow by s^2 twice in each, once by the set that moves while the
///                        solution does and once by that of the end that is projected on:
///                        |q^n - q(t^n)|^2 <= 2 sum s^2, L sqrt(2 h T) for a Lipschitz constant L
void judge_sweeping(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// truth:event_count, truth:events: the instants at which constraints begin and end to act, and
/// slip along them, against those of the reference (ConstraintEvents), none missing and none too
/// many but in the last three steps and one limit, the worst within
///
///   growth (n k h + (pi/4) phi^p T)
///
/// of n begins and ends, two events each. Each is known to within a step, two where a rebound takes
/// one, and a contact that acts a step late at the speed u is h |u| too deep, which it leaves at
/// e |u|: all that follows is k = 1 + 1 / e steps late, e the least restitution above 0, 1 step
/// where there is none. phi is the phase of a contact in a step: where contacts give way each
/// changes the speed by (pi/4) phi^p of it, and the time to the next, T in all, as much. Of a
/// scheme that locates events h + eps growth T, which is where its steps show them. A limit that
/// reaches half of the time between two events resolves nothing.
///
/// truth:cycle_period: of a motion that settles to a cycle, the relative error of its period, which
/// every contact of a cycle may shift by k h where it begins and where it ends or sticks: 2 n k h /
/// T of all n in the time T. What a cycle leaves is not carried on: the motion comes back to it.
void judge_events(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
