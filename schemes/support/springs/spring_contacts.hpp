#pragma once

#include "problems/contact/neighbours.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/laws/rolling_resistance.hpp"
#include "schemes/support/laws/slide.hpp"
#include "schemes/support/springs/spring_batch.hpp"
#include "schemes/support/springs/spring_law.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench {

/// Contacts of explicit schemes: spring and dashpot along the normal, Cundall's spring with
/// Coulomb's bound along the tangent.
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
  /// Finds contacts at q; no body has moved further than `displacement` [m] since the last call.
  /// Begins a step, in which add_next() visits them; writes their impulses into `recorded` where it
  /// is not null.
  void begin_step(const Eigen::VectorXd& q, double displacement, ContactImpulses* recorded);
  /// Adds the forces at (q, v) of some more contacts to `force`, and advances their tangential
  /// springs by a step. Returns the number of leading bodies whose forces are complete: no later
  /// contact involves them, so that they may move while they are in the cache.
  std::size_t add_next(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force);

 private:
  struct KeptStretch {
    ContactKey key;
    Slide<Dim> stretch;
  };
  /// The coefficients of a spring that a ContactLaw gives.
  struct Loss {
    double damping_ratio, friction, rolling_friction, twisting_friction;
  };
  using Batch = SpringBatch<Dim>;
  using Group = typename Batch::Group;

  /// The action of a contact on its bodies: forces, and torques if they rotate.
  struct KeyedPush {
    ContactKey key;
    Vec<Dofs> first, second;
  };
  /// The actions of a block of candidates, whose bodies are all in this range.
  struct Block {
    std::vector<KeyedPush> pushes;
    int first, last;
  };

  [[nodiscard]] const SpringBody& seen(int body) const {
    return bodies_[stride_ * static_cast<std::size_t>(body)];
  }
  void share_springs();
  void keep_stretches();
  /// Opens the candidate and forgets its springs.
  void open(std::size_t k) {
    if (closed_[k] != 0) closed_[k] = 0;  // most are open: a write would send a line to memory
  }
  /// Closes the candidate and starts its springs if it was open. Adds it to the batch.
  [[gnu::always_inline]] inline int close(std::size_t k, Batch& batch);
  [[nodiscard]] ContactBodies<double> bodies_of(const ContactKey& key) const;
  void add_shared(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
                  int threads);
  // The hot path of a contact: compiled for five spaces at once it is not inlined by itself.
  template <class Take>
  [[gnu::always_inline]] inline void each_push(std::size_t begin, std::size_t end,
                                               const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                               Batch& batch, Take&& take);
  void add_wall(std::size_t k, const Gap<Dim>& gap, const Eigen::VectorXd& v, Batch& batch);
  template <class Take>
  [[gnu::always_inline]] inline void take_all(const Eigen::VectorXd& v, Batch& batch, Take&& take);
  void add_rolling(std::size_t k, std::size_t c, const Eigen::VectorXd& v, Batch& batch);
  [[nodiscard]] Slide<Dim> resist(std::size_t k, const Group& g, int lane,
                                  const Eigen::VectorXd& v);
  static void push(int body, const Vec<Dofs>& by, Eigen::VectorXd& force) {
    force.segment<Dofs>(Dofs * static_cast<Eigen::Index>(body)) += by;
  }
  void record(const ContactKey& key, const Group& g, int lane, const Slide<Dim>& roll) const;

  SpringRule rule_{};
  const RoundSystem* system_{nullptr};
  std::vector<SpringBody> bodies_;
  std::size_t stride_{1};     ///< 0 where all bodies are alike: the first stands for each
  std::vector<Loss> losses_;  ///< by the places of MaterialLaws
  Neighbours<Dim, Dofs> neighbours_;
  // Per candidate, walls first, in their order. A closed one has the stretch xi [m] of its
  // tangential spring where some contact has friction, and springs against rolling where some
  // contact resists.
  std::vector<ContactKey> keys_;
  std::vector<char> closed_;
  std::vector<Slide<Dim>> stretches_;
  std::vector<RollingSprings<Dim>> rolls_;
  std::vector<KeptStretch> kept_;  ///< from one list of candidates to the next
  std::vector<RollingSprings<Dim>> kept_rolls_;
  double rolling_stiffness_{0.0}, rolling_damping_{0.0};
  bool resists_{false};  ///< some contact does, to rolling or twisting
  Batch batch_;
  std::size_t next_{0};  ///< candidate of add_next()
  ContactImpulses* recorded_{nullptr};
  std::vector<Block> blocks_;  ///< of threads alone
};

}  // namespace impactbench
