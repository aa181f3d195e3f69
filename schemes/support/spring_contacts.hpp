#pragma once

#include "problems/contact/neighbours.hpp"
#include "problems/model/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/contact_key.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/hertz_contact.hpp"
#include "schemes/support/linear_contact.hpp"
#include "schemes/support/rolling_resistance.hpp"
#include "schemes/support/slide.hpp"
#include "schemes/support/spring_batch.hpp"

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What explicit schemes with springs at their contacts are told.
struct SpringLaw {
  std::string normal{"linear"};
  double R{1e-5};  ///< compliance of a contact [m/N]
  double tangential{2.0 / 7.0};
  double tangential_damping{0.2};
  ContactEndSetting end{};
  ElasticMaterial material{};
  RollingSettings resistance{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"normal", "-",
            "linear springs, or those of Hertz along the normal and of Mindlin along the tangent"},
      self.normal, OneOf{"linear", "hertz"});
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    f(Field{"tangential", "-", "stiffness of the tangential spring, times R"}, self.tangential,
      Range::positive());
    f(Field{"tangential_damping", "-", "damping ratio of the tangential spring"},
      self.tangential_damping, Range::between(0.0, 1.0));
    ContactEndSetting::each_field(self.end, f);
    ElasticMaterial::each_field(self.material, f);
    RollingSettings::each_field(self.resistance, f);
  }
  friend bool operator==(const SpringLaw&, const SpringLaw&) = default;

  [[nodiscard]] bool hertz() const { return normal == "hertz"; }
};

/// Contacts as explicit schemes have them: spring and dashpot along the normal, Cundall's spring
/// with Coulomb's bound along the tangent.
///
///   lam = F(D, dD/dt) while D > 0;  with contact_end = force [F]_+
///   f = -(k_t xi + eta_t w),  xi = sum of h w since the contact closed,
///       eta_t = 2 tangential_damping sqrt(k_t / W_t),  W_t = T^T M^-1 T;
///       where |f| > mu lam it is cut to the bound, and xi to the spring that gives it;
///       in space f, xi and w are vectors, and xi turns with the tangent plane
///
///   a torque against rolling and twisting where the problem has one (rolling_resistance.hpp)
///
///   normal = linear:  F = D/R + 2 zeta sqrt(m_red / R) dD/dt,  k_t = tangential / R
///   normal = hertz:   F and k_t of hertz_contact.hpp
///
/// The restitution e of a contact sets zeta, so that a hit leaves with e times its speed up to
/// O(h). Source: nguyen2024, section 4.2.2; friction: Cundall & Strack 1979 (Geotechnique 29),
/// Luding 2008 (Granular Matter 10).
template <int Dim, int Dofs>
class SpringContacts {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const RoundSystem& system, const Eigen::VectorXd& q, double h, const SpringLaw& law);
  /// Finds contacts at q; before add().
  void update(const Eigen::VectorXd& q) {
    if (neighbours_.update(q)) keep_stretches();
  }
  /// Adds the contact forces at (q, v) to `force`, once a step: the tangential springs move on by
  /// it. Writes what contacts hand on in a step into `told` where it is not null.
  void add(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
           ContactImpulses* told);

 private:
  struct KeptStretch {
    ContactKey key;
    Slide<Dim> stretch;
  };
  /// A body as its contacts see it.
  struct Body {
    double radius, inverse_mass, inverse_tangential, inverse_inertia;
    friend bool operator==(const Body&, const Body&) = default;
  };
  /// What a ContactLaw is to a spring.
  struct Loss {
    double damping_ratio, friction, rolling_friction, twisting_friction;
  };
  using Group = typename SpringBatch<Dim>::Group;
  /// Contacts until there are enough of them to be computed together.
  struct Waiting {
    SpringBatch<Dim> batch;
    std::array<std::size_t, SpringBatch<Dim>::most> candidate;
  };

  /// What a contact does to its first body: a force, and where there is friction a torque, which
  /// has the same sign for the second.
  struct Push {
    Vec<Dim> force;
    double normal;      ///< lam [N]
    Slide<Dim> torque;  ///< n x f, per radius [N]
    Slide<Dim> roll;    ///< M of rolling_resistance.hpp; the second has its opposite [N m]
  };
  struct KeyedPush {
    ContactKey key;
    Push push;
  };
  /// What a block of candidates pushes, and the bodies that it touches are among these.
  struct Block {
    std::vector<KeyedPush> pushes;
    int first, last;
  };

  [[nodiscard]] const Body& seen(int body) const {
    return bodies_[stride_ * static_cast<std::size_t>(body)];
  }
  void share_springs();
  void keep_stretches();
  /// The candidate is: what it had is forgotten.
  void open(std::size_t k) {
    if (closed_[k] != 0) closed_[k] = 0;  // most are: to write is to send a line to memory
  }
  [[nodiscard]] ContactBodies<double> bodies_of(const ContactKey& key) const;
  void add_shared(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
                  int threads);
  // What a contact costs: compiled for five spaces at once these are not inlined by themselves.
  template <class Take>
  [[gnu::always_inline]] inline void each_push(std::size_t begin, std::size_t end,
                                               const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                               Waiting& waiting, Take&& take);
  [[gnu::always_inline]] inline void wait(std::size_t k, const Vec<Dim>& normal, double depth,
                                          const Eigen::VectorXd& v, Waiting& waiting);
  template <class Take>
  [[gnu::always_inline]] inline void take_all(const Eigen::VectorXd& v, Waiting& waiting,
                                              Take&& take);
  [[nodiscard]] Slide<Dim> resist(std::size_t k, const Vec<Dim>& normal, double depth,
                                  double pressure, const Eigen::VectorXd& v);
  [[gnu::always_inline]] inline void push_body(int body, double sign, const Push& push,
                                               Eigen::VectorXd& force) const;
  void tell(const ContactKey& key, const Vec<Dim>& normal, const Push& push,
            ContactImpulses& told) const;

  SpringRule rule_{};
  const RoundSystem* system_{nullptr};
  std::vector<Body> bodies_;
  std::size_t stride_{1};     ///< 0 where all bodies are alike: the first stands for each
  std::vector<Loss> losses_;  ///< by the places of MaterialLaws
  Neighbours<Dim, Dofs> neighbours_;
  // Of the candidates, walls first, in their order. What is closed has a stretch of its tangential
  // spring, xi [m], where some contact rubs, and springs against rolling where some resists.
  std::vector<ContactKey> keys_;
  std::vector<char> closed_;
  std::vector<Slide<Dim>> stretches_;
  std::vector<RollingSprings<Dim>> rolls_;
  std::vector<KeptStretch> kept_;  ///< from one list of candidates to the next
  std::vector<RollingSprings<Dim>> kept_rolls_;
  double rolling_stiffness_{0.0}, rolling_damping_{0.0};
  bool resists_{false};  ///< some contact does, to rolling or twisting
  Waiting waiting_;
  std::vector<Block> blocks_;  ///< of threads alone
};

/// The law of these contacts, as a claim.
[[nodiscard]] inline Compliance compliance(const SpringLaw& law) {
  if (law.hertz())
    return HertzContact(law.material, law.tangential_damping).compliance(law.end.value());
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
/// solid discs, 7/2 for solid balls. The stiffness of Hertz's contacts grows with their depth, of
/// which no bound is known: no step is refused. None where it can run.
[[nodiscard]] std::optional<std::string> refuse_springs(std::string_view scheme,
                                                        const SpringLaw& law,
                                                        const SpringBound& bound,
                                                        const ProblemTraits& traits, double h);

}  // namespace impactbench
