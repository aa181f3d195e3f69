#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::rough_impacts {

/// One to eight rigid spinning discs or balls among walls, with friction, restitution or both, with
/// gravity or without: straight lines or parabolas from impact to impact, each in closed form. With
/// n from i to j (or into the wall), the velocity of one surface over the other
///
///   w = v_i - v_j + (r_i om_i + r_j om_j) x n,
///   w_n = w . n > 0,   w_t = w - w_n n,
///   W_n = 1/m_i + 1/m_j,   W_t = W_n + r_i^2 / J_i + r_j^2 / J_j,
///
/// Newton's law along the normal and Coulomb's with Newton's along the tangent give
///
///   p_n = (1 + e) w_n / W_n                            (-p_n n on i, +p_n n on j)
///   p_t = -(1 + e_t) w_t / W_t                         while |p_t| <= mu p_n   (sticks)
///   p_t = -mu p_n w_t / |w_t|                          else                    (slides)
///
/// on i, -p_t on j, and r_i n x p_t, r_j n x p_t as angular impulses. e_t = 0 ends without slip,
/// e_t = 1 is Garwin's superball, mu = 0 smooth. Covers the time until simultaneous impacts share a
/// body, or follow each other within 1e-9 s (an accumulation), and nothing if a contact is closed
/// at the start. Smooth elastic discs have a reference of their own (elastic_discs). With two
/// bodies and more the growth of an error at the start is the largest of shifts by 1e-9 m, of each
/// coordinate of each body and of all at once; the truth ends where one has grown 1000-fold.
/// Sources: Garwin 1969 (Am. J. Phys. 37); Walton 1993 (in Particulate Two-Phase Flow), as the
/// constant-restitution model; Moreau 1999 for the law.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::rough_impacts
