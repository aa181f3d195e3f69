#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/round_system.hpp"
#include "reference/yardsticks/keyed_search.hpp"
#include "reference/yardsticks/law_contacts.hpp"

#include <vector>

namespace impactbench {

/// The springs of SlipRule::spring and those against rolling and twisting (ContactStep), integrated
/// from the slip, the spins and the bounds of the problem independently of the scheme.
class SpringFriction {
 public:
  /// All must outlive this.
  SpringFriction(const RoundSystem& system, const LawContacts& contacts, const ContactStep& step,
                 double h)
      : system_(system), contacts_(contacts), step_(step), h_(h) {}

  void begin_step();
  void end_step();

  /// |p_t - the impulse of the springs|, or that of the torque over the reduced radius, if that is
  /// larger; `own`: the spring of these bodies [N s].
  [[nodiscard]] double defect(const LawContact& c, const Compliance& own, const State& before);

  /// The maximum so far of sum (k - k') (|xi|^2 + |xi'|^2) / 4 over contacts and steps, k' and xi'
  /// of the step before: the energy that tangential springs gain as they stiffen [J].
  [[nodiscard]] double stiffening_work() const { return most_work_; }

 private:
  /// The memory of springs from step to step [m], and the stiffness of the first [N/m].
  struct Stretches {
    Vec3 slip{0.0, 0.0, 0.0}, rolling{0.0, 0.0, 0.0}, twisting{0.0, 0.0, 0.0};
    double stiffness{0.0};
  };
  /// One spring in one step: its stiffness, the mobility for its dashpot, and its
  /// bound.
  struct Spring {
    double stiffness, damping_ratio, mobility, bound;
  };
  [[nodiscard]] Vec3 force(const Spring& s, const Vec3& rate, Vec3& stretch) const;
  [[nodiscard]] double slip_defect(const LawContact& c, const Compliance& own, const State& before,
                                   const Stretches& was, Stretches& is);
  [[nodiscard]] double turn_defect(const LawContact& c, const Compliance& own, const State& before,
                                   const Stretches& was, Stretches& is) const;

  const RoundSystem& system_;
  const LawContacts& contacts_;
  const ContactStep& step_;
  double h_;
  struct Memory {
    LawKey key;
    Stretches stretches;
  };
  std::vector<Memory> now_, before_;  ///< before_ in the order of the keys
  KeyedSearch search_;                ///< in before_
  double work_{0.0}, most_work_{0.0};
};

}  // namespace impactbench
