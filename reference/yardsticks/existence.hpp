#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

namespace impactbench {

/// The opening of a contact problem [-]: of the velocities u = W p + b, for any p, that were tried,
/// the largest of
///
///   min over the contacts of  u_n - mu |u_t| - mu_r |u_r|,   over the problem's velocity_unit.
///
/// All contacts can open faster than they slide where it is positive, and the problem has a
/// solution. Otherwise nothing is proved: no such velocity was found, and the problem may have a
/// solution or none (a body wedged between walls). The search ends at the first opening above the
/// rounding of the velocities. The result is infinite without contacts, NaN where anything is not
/// a number.
///
/// The search minimises the distance of u - t n from K* = {u_n >= mu |u_t| + mu_r |u_r|} for t =
/// 1e-1, 1e-3 and 1e-5 of the largest |b|, by accelerated gradients with restart:
///   p <- p + P_K(t n - u) / L,   L the largest eigenvalue of W, P_K the projection on
///   K = {|p_t| <= mu p_n, |p_r| <= mu_r p_n},   `steps` of them for each t.
///
/// Source: Klarbring and Pang 1998 (SIAM J. Optim. 8); Acary, Cadoux, Lemarechal and Malick 2011
/// (ZAMM 91), whose assumption is a velocity with u in the interior of K*.
[[nodiscard]] double opening_of(const ContactProblem& problem, int steps = 2000);

}  // namespace impactbench
