#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::nscd {

/// Nonsmooth contact dynamics: Moreau's midpoint time-stepping with Newton's impact law.
///
///   q_m = q^n + (h/2) v^n;  contacts where D(q_m) >= 0, normals and tangents at q_m
///   v^{n+1} = v^n + M^{-1} (h F_ext + H p),  F_ext at q_m, v^n, the mean over the step's time
///   normal:   0 <= p_n  perpendicular to  u_n^{n+1} + e u_n^n >= 0
///   friction: u_t^{n+1} + e_t u_t^n = 0 while |p_t| < mu p_n, else p_t at the bound, opposing it;
///             in space u_t and p_t are vectors in the tangent plane, |p_t| a length
///   rolling:  om_r = 0, om_r the relative spin, in space across the normal, while |p_r| <
///             mu_r R p_n, else p_r at the bound, opposing it; R the reduced radius
///   twisting: the same with om_r along the normal, and mu_o, in space; not both at once
///   q^{n+1} = q_m + (h/2) v^{n+1}
///
/// Bodies that touch, D = 0, are in contact: a row of touching bodies has Moreau's impulses, of all
/// its contacts at once. D is known up to the rounding of positions, so D >= -1e-12 of the smallest
/// radius counts; such a gap closes within 1e-12 r / |u| s, and a separating contact gets no
/// impulse. contacts = overlapping requires D > 0, as in nguyen2024: rounding then decides which
/// contacts of such a row act.
///
/// For round bodies on a line, in the plane and in space, and for generalised systems, whose
/// contacts are constraints f_a (coordinate_midpoint.hpp). e, e_t, mu and mu_r are those of each
/// contact. Rigid: where an impact at the relative speed |u| falls into the second half of a step,
/// bodies overlap by up to h |u| / 2 at its end, h |u| in the middle of the next step, where the
/// impulse acts, and (1 - e / 2) h |u| at the end of that one; without rebound overlaps stay.
/// nguyen2024's local update, p - (u^+ + e u^-) / ((1 + e) W), is the solver's relaxation
/// 1 / (1 + e).
/// Source: nguyen2024, section 4.1; Moreau 1999 (Comput. Methods Appl. Mech. Eng. 177).
///
/// Choose it for many rigid bodies with restitution and Coulomb's friction under constant forces,
/// at steps that do not resolve contacts, when overlaps of the displacement of a step (half of it
/// for e = 1) do no harm.
struct Params {
  bool warm_start{false};
  std::string contacts{"touching"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
    f(Field{"contacts", "-",
            "touching: bodies whose gap is 0 are in contact; overlapping: not, as in nguyen2024"},
      self.contacts, OneOf{"touching", "overlapping"});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::nscd
