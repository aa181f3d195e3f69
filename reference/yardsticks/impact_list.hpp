#pragma once

#include "problems/model/state.hpp"
#include "reference/yardsticks/keyed_search.hpp"
#include "reference/yardsticks/law_contacts.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace impactbench {

/// Velocities of one body [m/s], [rad/s]; zero for an obstacle.
struct BodyMotion {
  Vec3 velocity{0.0, 0.0, 0.0}, spin{0.0, 0.0, 0.0};
};

/// Successive steps in which a contact transmits impulses: a collision, or the lasting contact that
/// includes it. Velocities are those before the first and after the last of these steps, so that
/// they include the weight of a step.
struct Impact {
  LawKey key;                   ///< bodies from 0, or an obstacle
  double begin{0.0}, end{0.0};  ///< of the first step, of the last one [s]
  bool over{false};             ///< a step without impulse came after it
  Vec3 normal{0.0, 0.0, 0.0};   ///< from the first body to the second, in the first step [-]
  BodyMotion a_before{}, a_after{}, b_before{}, b_after{};
  Vec3 impulse{0.0, 0.0, 0.0};  ///< on the second body or the obstacle, of all steps [N s]
  double pressure{0.0};         ///< normal impulse of all steps [N s]
  /// Speed of separation u_n before and after: below 0 where the contact closes [m/s].
  double approach{0.0}, separation{0.0};
  /// The error of these as the normal turns over their steps; 0 unless asked for [m/s].
  double approach_turned{0.0}, separation_turned{0.0};
  double slip_before{0.0}, slip_after{0.0};  ///< |u_t| of the surfaces [m/s]
  bool alone{true};                          ///< neither body had another contact
  bool seen{true};                           ///< in the last step

  /// -u_n after / u_n before; absent without an approach [-].
  [[nodiscard]] std::optional<double> restitution() const {
    if (!(approach < 0.0)) return std::nullopt;
    return -separation / approach;
  }
};

/// The impacts of a run, from the impulses that contacts transmitted step by step.
class ImpactList {
 public:
  /// The contacts that measure velocities must outlive this. `turns`: the errors as normals turn
  /// are wanted.
  ImpactList(const LawContacts& contacts, bool turns) : contacts_(contacts), turns_(turns) {}

  /// From now on keeps impacts that have ended, with all data beside their speeds.
  void keep() { keeps_ = true; }

  /// Takes a step of `h` [s] that ends at `t` [s], with the contacts that transmitted its impulses.
  void after_step(std::span<const LawContact> now, const State& before, const State& after,
                  double t, double h);
  /// The impacts that this step ended.
  [[nodiscard]] std::span<const Impact> ended() const { return ended_; }
  /// All impacts so far, if they are kept, in order of their begin, then of their bodies, including
  /// those that have not ended.
  [[nodiscard]] std::vector<Impact> impacts() const;

 private:
  void take(Impact& impact, const LawContact& c, const State& before, const State& after,
            bool begins) const;
  void count_contacts(std::span<const LawContact> now);
  void end_unseen();
  void describe(Impact& impact, const LawContact& c, const State& before, const State& after,
                bool begins) const;
  [[nodiscard]] BodyMotion motion(const Eigen::VectorXd& v, int body) const;

  const LawContacts& contacts_;
  bool turns_, keeps_{false};
  std::vector<Impact> open_;            ///< in the order of their keys
  KeyedSearch search_;                  ///< in open_
  std::vector<Impact> begun_, joined_;  ///< of a step: the new ones; open_ with them
  std::vector<Impact> ended_, over_;
  std::vector<int> touched_;
};

}  // namespace impactbench
