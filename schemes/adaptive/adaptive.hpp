#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::adaptive {

/// Error control around a one-step scheme of the catalogue: a step of length h of the run consists
/// of as many inner steps as the tolerance needs, of lengths h / 2^k, found by step doubling.
///
///   y_1: one inner step of length s = h / 2^k,  y_2: two of s / 2,  d = y_2 - y_1
///   ||d|| = max over coordinates of w_i max(|dq_i| / L, |dv_i| / V)
///   w_i = 1, of the angles of a body its radius, of other angles the arms of their system
///   (CoordinateArms);  L [m]: the smallest radius, or the length of a generalised system;  V: the
///   largest w_i |v_i| so far, at least sqrt(L |M^-1 F|) of the start and the top speed of a
///   generalised system; L / s where all these are 0
///
/// With p the order that the scheme claims for smooth motion (1 where it claims none), a step in
/// which no contact changes has the error ||d|| / (2^p - 1), and goes on from y_2 + d / (2^p -
/// 1): of order p + 1, and p + 2 if the scheme is symmetric, as moreau_jean with theta = 1/2 is.
/// A step in which a contact changes has the error ||d||, and goes on from y_2. A contact
/// changes if the contacts that carry an impulse are not the same in all three steps, or if
/// their impulses in the two halves differ by a third. Where e > 0 (or e_t != 0 in stick) a
/// contact that stays closed reverses the rounding residue of its velocity in each step: y_1 and
/// y_2 then have it with opposite signs, and extrapolation, which would let it grow, is left
/// out.
///
/// A step is accepted where its error is at most a tenth of the tolerance, and halved otherwise. A
/// scheme with impacts on velocities has an impact in the middle of a step, and so y_1 at s / 2,
/// y_2 at s / 4 or 3 s / 4: ||d|| is that of a displacement of s |dv| / 4, and y_2 is off by up to
/// twice as much, where the impact falls behind s / 4. An impact therefore ends up in a step of its
/// own that is as short as the tolerance requires. It may fall into the last quarter of a step,
/// behind the last place where gaps are evaluated: a step is also halved if the shortest step after
/// it would activate a contact that was not active before. Steps grow by factors of 2 according to
/// a proportional-integral controller, s' / s = (9/10) E^(-0.7/k) E_last^(0.4/k), E over the tenth,
/// E_last at least (9/20)^(k/0.3), k = p + 1; fractions of a factor 2 add up from step to step.
///
/// The impulses of a step of the run are recorded by contact (step_impulses.hpp): the sums of those
/// of the halves of the accepted inner steps; where the state is y_2 + c (y_2 - y_1), 1 + c times
/// those of y_2 less c times those of y_1. With the external forces they account for all changes of
/// momentum, to rounding.
///
/// The states stored and judged are those at the ends of the steps of the run, whose length bounds
/// inner steps from above; errors follow the tolerance, so that no order in h is claimed. A Zeno
/// sequence of impacts ends where its flights are below the tolerance: a contact that acts in each
/// step then stays closed.
///
/// The scheme must be restartable (restartable.hpp): moreau_jean, nscd, and generalised_alpha as
/// newmark, with each of their settings. The others remember accelerations or earlier steps, or
/// have their impacts at the ends of steps, where two halves show no more than the whole (time_dg).
///
/// Source: Hairer, Norsett and Wanner 1993, sections II.4 (step doubling, local extrapolation);
/// Gustafsson 1991 (controller); rules for impacts: derived here.
///
/// Choose it when a tolerance is given in place of a step and impacts are few, so that steps
/// between them can be long; it claims no order in the step.
struct Params {
  std::string inner{"moreau_jean"};
  std::string inner_settings{"none"};
  double tolerance{1e-4};
  bool extrapolate{true};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"inner", "-", "the scheme whose steps are controlled"}, self.inner);
    f(Field{"inner_settings", "-", "its settings, as theta=0.5,gamma=0.5; none: its defaults"},
      self.inner_settings);
    f(Field{"tolerance", "-", "of positions in lengths L and velocities in V"}, self.tolerance,
      Range{1e-12, 0.1});
    f(Field{"extrapolate", "-", "local extrapolation of steps in which no contact changes"},
      self.extrapolate);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::adaptive
