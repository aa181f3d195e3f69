#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::dem {

/// Explicit discrete element method with a linear elastic contact.
///
///   M a^n = F_ext + sum of contact forces at q^n,  lam = [D^n]_+ / R along the normal at q^n
///   q^{n+1} = q^n + h v^n + h^2/2 a^n,   v^{n+1} = v^n + h a^n
///
/// Order 1 in contact; as an oscillator of frequency omega the step multiplies its energy by
/// 1 + omega^2 h^2 at leading order, so an impact gains (pi/2) omega h of it, omega =
/// 1 / sqrt(R m_red). Unconditionally unstable in persistent contact: harmless only while contacts
/// are short. No damping, no friction.
/// Source: nguyen2024, section 4.2.2 and the appendix listing.
struct Params {
  double R{1e-5};  ///< compliance of a contact [m/N]

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::dem
