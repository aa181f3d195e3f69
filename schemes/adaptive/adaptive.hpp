#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::adaptive {

/// Error control around a one-step scheme of the catalogue: a step of length h of the run is made
/// of as many inner steps as the tolerance needs, of lengths h / 2^k, found by step doubling.
///
///   y_1: one inner step of length s = h / 2^k,  y_2: two of s / 2,  d = y_2 - y_1
///   ||d|| = max over coordinates of w_i max(|dq_i| / L, |dv_i| / V)
///   w_i = 1, of the angles of a body its radius;  L [m]: the smallest radius, or the length of a
///   generalised system;  V: the largest speed so far, sqrt(L |M^-1 F|) of a start at rest
///
/// With p the order that the scheme claims of smooth motion (1 where it claims none), a step in
/// which no contact changes has the error ||d|| / (2^p - 1), and goes on from
/// y_2 + d / (2^p - 1): of order p + 1, and p + 2 where the scheme is symmetric, as moreau_jean
/// with theta = 1/2 is. A step in which a contact changes has the error ||d||, and goes on from
/// y_2: a contact changes where the contacts that carry an impulse are not the same in all three
/// steps, or their impulses in the two halves differ by a third of them. A contact that stays
/// closed turns what rounding leaves of its velocity round in each step where e > 0 (or e_t != 0
/// while it sticks): y_1 and y_2 then have it with opposite signs, extrapolation would let it grow,
/// and there is none.
///
/// A step is taken where its error is at most a tenth of the tolerance, and halved otherwise. So an
/// impact, of which a scheme with impacts on velocities sees in its step alone that it happens, and
/// which moves bodies by up to s |dv| / 4 from where they belong, ends up in a step of its own that
/// is as short as the tolerance asks. It may fall into the last quarter of a step, behind the last
/// place where gaps are looked at: a step after which the shortest step would have a contact act at
/// once that did not act before is halved too. Steps grow by factors of 2 as a
/// proportional-integral controller says, s' / s = (9/10) E^(-0.7/k) E_last^(0.4/k), E over the
/// tenth, k = p + 1.
///
/// What is stored and judged are states at the ends of the steps of the run, whose length bounds
/// inner steps from above; errors are those of the tolerance, so that no order in h is claimed. A
/// Zeno sequence of impacts ends where its flights are below the tolerance: a contact that acts in
/// each step then stays closed.
///
/// The scheme must be restartable (restartable.hpp): moreau_jean, nscd, and generalised_alpha as
/// newmark, with each of their settings. The others remember accelerations or steps before, or have
/// their impacts at the ends of steps, whose two halves show no more than the whole (time_dg).
///
/// Source: Hairer, Norsett and Wanner 1993, sections II.4 (step doubling, local extrapolation);
/// Gustafsson 1991 (controller); of impacts: derived here.
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
