#pragma once

#include "problems/contact/neighbours.hpp"
#include "problems/model/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/closed_contacts.hpp"
#include "schemes/support/contact_key.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/slide.hpp"

#include <Eigen/Core>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What explicit schemes with springs at their contacts are told.
struct SpringLaw {
  double R{1e-5};  ///< compliance of a contact [m/N]
  double tangential{2.0 / 7.0};
  double tangential_damping{0.2};
  ContactEndSetting end{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    f(Field{"tangential", "-", "stiffness of the tangential spring, times R"}, self.tangential,
      Range::positive());
    f(Field{"tangential_damping", "-", "damping ratio of the tangential spring"},
      self.tangential_damping, Range::between(0.0, 1.0));
    ContactEndSetting::each_field(self.end, f);
  }
  friend bool operator==(const SpringLaw&, const SpringLaw&) = default;
};

/// Contacts as explicit schemes have them: linear spring and dashpot along the normal, Cundall's
/// spring with Coulomb's bound along the tangent.
///
///   lam = D/R + eta dD/dt while D > 0,   eta = 2 zeta sqrt(m_red / R)   (dissipation.hpp);
///         with contact_end = force [lam]_+
///   f = -(k_t xi + eta_t w),  xi = sum of h w since the contact closed,  k_t = tangential / R,
///       eta_t = 2 tangential_damping sqrt(k_t / W_t),  W_t = T^T M^-1 T;
///       where |f| > mu lam it is cut to the bound, and xi to the spring that gives it;
///       in space f, xi and w are vectors, and xi turns with the tangent plane (slide.hpp)
///
/// The restitution e of the problem sets zeta, so that a hit leaves with e times its speed up to
/// O(h). Source: nguyen2024, section 4.2.2; friction: Cundall & Strack 1979 (Geotechnique 29),
/// Luding 2008 (Granular Matter 10).
template <int Dim, int Dofs>
class SpringContacts {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const RoundSystem& system, const Eigen::VectorXd& q, double h, const SpringLaw& law);
  /// Finds contacts at q; before add().
  void update(const Eigen::VectorXd& q) { neighbours_.update(q); }
  /// Adds the contact forces at (q, v) to `force`, once a step: the tangential springs move on by
  /// it. Writes what contacts hand on in a step into `told` where it is not null.
  void add(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
           ContactImpulses* told);

 private:
  /// The tangential spring of a contact, from step to step.
  struct Spring {
    ContactKey key;
    Slide<Dim> stretch;  ///< xi [m]
  };

  /// What a contact does to its first body: a force, and where there is friction a torque, which
  /// has the same sign for the second.
  struct Push {
    Vec<Dim> force;
    double normal;                 ///< lam [N]
    Vec<Dim == 3 ? 3 : 1> torque;  ///< n x f, per radius [N]
  };
  /// Bodies that a block of contacts touches are among these.
  struct Extent {
    int first, last;
  };

  template <bool friction>
  void add_all(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
               ContactImpulses* told);
  template <bool friction>
  void add_shared(const Eigen::VectorXd& v, Eigen::VectorXd& force, int threads);
  // What a contact costs: compiled for five spaces at once these are not inlined by themselves.
  template <bool friction>
  [[nodiscard, gnu::always_inline]] inline Push push_of(std::size_t contact, std::size_t& cursor,
                                                        const Eigen::VectorXd& v);
  template <bool friction>
  [[gnu::always_inline]] inline void push_body(int body, double sign, const Push& push,
                                               Eigen::VectorXd& force) const;
  void tell(const ClosedContact<Dim>& c, const Push& push, ContactImpulses& told) const;
  [[gnu::always_inline]] inline Slide<Dim> tangential_force(std::size_t contact,
                                                            std::size_t& cursor, double lam,
                                                            const Eigen::VectorXd& v);

  SpringLaw law_{};
  double stiffness_{0.0};  ///< 1/R [N/m]
  double damping_ratio_{0.0};
  bool pulls_{true};  ///< the dashpot may
  double h_{0.0};
  const RoundSystem* system_{nullptr};
  RoundBodies bodies_;
  Neighbours<Dim, Dofs> neighbours_;
  ClosedContacts<Dim> closed_;
  std::vector<Spring> springs_, last_;  ///< in the order of contact_key.hpp
  // Of threads alone.
  std::vector<Push> pushes_;     ///< per contact
  std::vector<Extent> extents_;  ///< per block of contacts
};

/// The law of these contacts, as a claim.
[[nodiscard]] inline Compliance compliance(const SpringLaw& law) {
  return {
      .exponent = 2.0,
      .coefficient = 0.5 / law.R,
      .tangential = {.stiffness = law.tangential / law.R, .damping_ratio = law.tangential_damping},
      .end = law.end.value()};
}

/// Largest omega h for which a step is stable in one contact of frequency omega and damping ratio
/// zeta that stays closed, and the formula of it in words.
struct SpringBound {
  double (*phase)(double zeta);
  std::string_view formula;  ///< in zeta; that of zeta = 0 is 2
};
/// The step v' = v - h (omega^2 q_m + 2 zeta omega v) with q_m half a step ahead of v, and that of
/// Cundall's spring, whose stretch is a step ahead: their matrix has the determinant
/// 1 - 2 zeta omega h and the trace 2 - 2 zeta omega h - (omega h)^2, so that no eigenvalue is
/// outside of the unit circle where (omega h)^2 + 4 zeta omega h <= 4 (Jury's conditions).
[[nodiscard]] double leapfrog_phase(double zeta);

/// The sentence of such an explicit scheme about other bodies than round ones, and about a step
/// that a contact with its dashpot does not bear: omega h must be at most that of `bound`, with
/// omega = 1 / sqrt(R m_red) and the zeta of the restitution along the normal; with friction
/// leapfrog_phase(tangential_damping) along the tangent too, where
/// omega_t^2 = tangential W_t / R <= c tangential omega^2, c = 3 for
/// solid discs, 7/2 for solid balls. None where it can run.
[[nodiscard]] std::optional<std::string> refuse_springs(std::string_view scheme,
                                                        const SpringLaw& law,
                                                        const SpringBound& bound,
                                                        const ProblemTraits& traits, double h);

}  // namespace impactbench
