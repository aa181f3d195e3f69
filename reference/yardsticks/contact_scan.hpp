#pragma once

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/round_system.hpp"
#include "reference/yardsticks/near_pairs.hpp"

#include <Eigen/Core>

#include <span>
#include <variant>
#include <vector>

namespace impactbench {

/// Figures of the contacts of one configuration.
struct ContactState {
  int touching{0};        ///< by the thresholds of geometry.hpp
  bool at_wall{false};    ///< some disc penetrates a wall
  double deepest{0.0};    ///< largest penetration [m], 0 where none
  double potential{0.0};  ///< sum of c [D]_+^alpha [J]; 0 for rigid contact
};

/// A contact that overlaps: two bodies, or one and an obstacle.
struct ScannedContact {
  int a, b;  ///< bodies; b < 0: obstacle -1 - b
  [[nodiscard]] bool is_pair() const { return b >= 0; }
  [[nodiscard]] int obstacle() const { return -1 - b; }
};

/// Scans a configuration of discs, spheres or balls with its own detection. Spheres and balls count
/// as touching by the threshold of a pair, also at obstacles; constraints of a generalised system
/// are contacts too, f_a < 0 a penetration, touching by that threshold times its length.
class ContactScan {
 public:
  ContactScan(const MechanicalSystem& system, const Eigen::VectorXd& q,
              const ContactModel& contact);
  [[nodiscard]] ContactState at(const Eigen::VectorXd& q);
  /// The contacts of round bodies that overlapped in the last configuration, where contact is
  /// compliant.
  [[nodiscard]] std::span<const ScannedContact> overlapping() const { return overlapping_; }

 private:
  [[nodiscard]] ContactState of_discs(const Eigen::VectorXd& q);
  [[nodiscard]] ContactState of_constraints(const Eigen::VectorXd& q) const;
  template <int Dim>
  [[nodiscard]] ContactState of_spheres(NearPairs<Dim>& pairs, const Eigen::VectorXd& q);
  void count(const ScannedContact& contact, double depth, bool touches, ContactState& out);

  const RoundSystem* discs_;
  const GeneralisedSystem* generalised_;
  RoundBodies bodies_;
  ContactModel contact_;
  NeighbourList neighbours_;  ///< of discs
  std::vector<ScannedContact> overlapping_;
  std::variant<NearPairs<1>, NearPairs<2>, NearPairs<3>> pairs_;  ///< of spheres and balls
};

}  // namespace impactbench
