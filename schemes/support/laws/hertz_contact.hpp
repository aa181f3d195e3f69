#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/behaviour.hpp"
#include "schemes/support/laws/contact_springs.hpp"

#include <cmath>

namespace impactbench {

/// The elastic material of a body or an obstacle.
struct ElasticMaterial {
  double young{1e6};
  double poisson{0.3};
  double wall_young{0.0};
  double wall_poisson{0.3};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"young", "Pa", "hertz: Young's modulus of the bodies"}, self.young, Range::positive());
    f(Field{"poisson", "-", "hertz: Poisson's ratio of the bodies"}, self.poisson,
      Range::between(0.0, 0.5));
    f(Field{"wall_young", "Pa", "hertz: Young's modulus of obstacles; 0: they are rigid"},
      self.wall_young, Range::at_least(0.0));
    f(Field{"wall_poisson", "-", "hertz: Poisson's ratio of obstacles"}, self.wall_poisson,
      Range::between(0.0, 0.5));
  }
  friend bool operator==(const ElasticMaterial&, const ElasticMaterial&) = default;
};

/// Hertz's contact of elastic balls with Tsuji's dashpot along the normal, Mindlin's spring without
/// micro-slip along the tangent:
///
///   F = (4/3) E* sqrt(R) D^(3/2) + eta D^(1/4) dD/dt,   eta = zeta (5/2) sqrt(2 c m_red),
///   c = (8/15) E* sqrt(R)   (dissipation.hpp with alpha = 5/2)
///   f = -(k_t xi + eta_t w),   k_t = 8 G* sqrt(R D),  eta_t = 2 d sqrt(k_t / W_t)
///                              (spring_contacts.hpp)
///   1/E* = (1 - nu_i^2) / E_i + (1 - nu_j^2) / E_j,   1/G* = (2 - nu_i) / G_i + (2 - nu_j) / G_j,
///   G = E / (2 (1 + nu)),   1/R = 1/r_i + 1/r_j
///
/// without the terms of a rigid obstacle, at which R = r_i. The stretch xi is kept on loading and
/// unloading alike, so that f follows k_t as the depth changes (the total form, as in MFiX and
/// LAMMPS `mindlin`): a stretch made at low depth exerts more force at a larger one, a gain of
/// energy of 1/2 dk_t xi^2 without work; unloading takes it back if the stretch is the same. Plane
/// discs are balls whose centres stay in the plane. Sources: Hertz 1882 (J. reine angew. Math. 92);
/// Mindlin 1949 (J. Appl. Mech. 16); Tsuji, Tanaka & Ishida 1992 (Powder Technology 71); Antypov &
/// Elliott 2011 (EPL 94, 50004).
struct HertzContact {
  /// (4/3) E* and 8 G* [Pa].
  struct Moduli {
    double normal{0.0}, tangential{0.0};
  };
  Moduli pair{}, wall{};
  double tangential_damping_ratio{0.0};  ///< d

  HertzContact() = default;
  HertzContact(const ElasticMaterial& m, double tangential_damping)
      : tangential_damping_ratio(tangential_damping) {
    const double normal = (1.0 - m.poisson * m.poisson) / m.young;
    const double tangential = 2.0 * (2.0 - m.poisson) * (1.0 + m.poisson) / m.young;
    double wall_normal = normal, wall_tangential = tangential;
    if (m.wall_young > 0.0) {
      wall_normal += (1.0 - m.wall_poisson * m.wall_poisson) / m.wall_young;
      wall_tangential += 2.0 * (2.0 - m.wall_poisson) * (1.0 + m.wall_poisson) / m.wall_young;
    }
    pair = {4.0 / (6.0 * normal), 4.0 / tangential};
    wall = {4.0 / (3.0 * wall_normal), 8.0 / wall_tangential};
  }

  /// The moduli for two bodies, or for a body and an obstacle.
  template <class Real>
  [[nodiscard]] ContactSprings<Real> springs(const ContactBodies<Real>& b,
                                             bool with_obstacle) const {
    using std::sqrt;
    const Moduli& moduli = with_obstacle ? wall : pair;
    const Real root = sqrt(b.radius);
    const Real k = moduli.normal * root, k_t = moduli.tangential * root;
    // (5/2) sqrt(2 c m) = sqrt(5 k m), c = (2/5) k.
    return {k, b.damping_ratio * sqrt(5.0 * k / b.inverse_mass), k_t,
            2.0 * tangential_damping_ratio * sqrt(k_t / b.inverse_tangential)};
  }
  template <class Real>
  [[nodiscard]] static DepthPowers<Real> powers(const Real& depth) {
    using std::sqrt;
    const Real root = sqrt(depth), fourth = sqrt(root);
    return {depth * root, fourth, root, fourth};
  }

  /// The compliance that the scheme claims.
  [[nodiscard]] Compliance compliance(ContactEnd end) const {
    return {.exponent = 2.5,
            .coefficient = 0.4 * pair.normal,
            .tangential = {.stiffness = pair.tangential,
                           .damping_ratio = tangential_damping_ratio,
                           .per_root_depth = true},
            .end = end,
            .per_root_radius = true,
            .wall_coefficient = 0.4 * wall.normal,
            .wall_stiffness = wall.tangential};
  }
};

}  // namespace impactbench
