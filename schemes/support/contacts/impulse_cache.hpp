#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/support/contacts/closed_contacts.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench {

/// The impulses that contacts of round bodies keep until the next solve begins. Friction in the
/// plane is a number along the tangent, in space a vector, as tangents are chosen anew in each
/// step. Rows of a problem belong to a list of contacts in the order of contact_key.hpp.
template <int Dim>
class ImpulseCache {
 public:
  void reserve(std::size_t contacts) {
    kept_.clear();
    kept_.reserve(contacts);
  }

  void take(const ContactProblem& problem, const std::vector<ClosedContact<Dim>>& contacts,
            std::vector<double>& impulses) const {
    const auto rows = static_cast<std::size_t>(problem.rows);
    std::size_t old = 0;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      if (!advance_to(kept_, old, contacts[c].key, [](const Kept& k) { return k.key; })) continue;
      impulses[c * rows] = kept_[old].normal;
      for (std::size_t k = 1; k < rows; ++k) {
        if constexpr (Dim == 3) {
          impulses[c * rows + k] =
              direction(problem, c, k).dot(k < Dim ? kept_[old].friction : kept_[old].moment);
        } else if (k % 2 == 1) {  // in the plane the other rows are zero
          impulses[c * rows + k] = (k < Dim ? kept_[old].friction : kept_[old].moment)[0];
        }
      }
    }
  }

  void keep(const ContactProblem& problem, const std::vector<ClosedContact<Dim>>& contacts,
            const std::vector<double>& impulses) {
    const auto rows = static_cast<std::size_t>(problem.rows);
    kept_.clear();
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      Kept kept{contacts[c].key, impulses[c * rows], {}, {}};
      kept.friction.setZero();
      kept.moment.setZero();
      for (std::size_t k = 1; k < rows; ++k) {
        if constexpr (Dim == 3) {
          (k < Dim ? kept.friction : kept.moment) +=
              impulses[c * rows + k] * direction(problem, c, k);
        } else if (k % 2 == 1) {
          (k < Dim ? kept.friction : kept.moment)[0] = impulses[c * rows + k];
        }
      }
      kept_.push_back(kept);
    }
  }

 private:
  struct Kept {
    ContactKey key;
    double normal;
    Vec<Dim == 2 ? 1 : 3> friction;
    Vec<Dim == 2 ? 1 : 3> moment;  ///< against rolling
  };

  /// e_k of a contact (contact_rows.hpp); for rolling rows the axis of rotation.
  static Eigen::Map<const Vec<Dim>> direction(const ContactProblem& problem, std::size_t contact,
                                              std::size_t row) {
    const auto rows = static_cast<std::size_t>(problem.rows);
    const std::size_t first =
        row < static_cast<std::size_t>(Dim) ? 0 : static_cast<std::size_t>(Dim);
    return Eigen::Map<const Vec<Dim>>(
        problem.jacobian_a.data() +
        (contact * rows + row) * static_cast<std::size_t>(problem.dofs) + first);
  }

  std::vector<Kept> kept_;
};

}  // namespace impactbench
