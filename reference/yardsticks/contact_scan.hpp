#pragma once

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/disc_system.hpp"

#include <Eigen/Core>

namespace impactbench {

/// What can be said of the contacts of one configuration.
struct ContactState {
  int touching{0};        ///< by the thresholds of geometry.hpp
  bool at_wall{false};    ///< some disc penetrates a wall
  double deepest{0.0};    ///< largest penetration [m], 0 where none
  double potential{0.0};  ///< sum of c [D]_+^alpha [J]; 0 for rigid contact
};

/// Scans a configuration with its own detection.
class ContactScan {
 public:
  ContactScan(const DiscSystem& system, const Eigen::VectorXd& q, const ContactModel& contact);
  [[nodiscard]] ContactState at(const Eigen::VectorXd& q);

 private:
  void count(double depth, bool touches, ContactState& out) const;

  const DiscSystem& system_;
  ContactModel contact_;
  NeighbourList neighbours_;
};

}  // namespace impactbench
