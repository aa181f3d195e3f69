#pragma once

#include "problems/contact/round_bodies.hpp"
#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/support/mass_matrix.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <memory>
#include <vector>

namespace impactbench::event_driven {

/// The system as the integration between events sees it: accelerations, and contacts by number,
/// each with a gap, its gradient and its restitution. Allocates in its constructor alone.
class Contacts {
 public:
  virtual ~Contacts() = default;
  Contacts() = default;
  Contacts(const Contacts&) = delete;
  Contacts& operator=(const Contacts&) = delete;

  [[nodiscard]] virtual std::size_t count() const = 0;
  /// M^-1 (F + S) into `a`; false where M is not positive definite.
  [[nodiscard]] virtual bool acceleration(double t, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v, Eigen::VectorXd& a) = 0;
  [[nodiscard]] virtual double gap(std::size_t c, const Eigen::VectorXd& q) const = 0;
  /// u_c = grad gap_c(q) . v.
  [[nodiscard]] virtual double rate(std::size_t c, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v) = 0;
  [[nodiscard]] virtual double restitution(std::size_t c) const = 0;

  /// Takes the place whose rows are added next.
  [[nodiscard]] virtual bool go_to(const Eigen::VectorXd& q) = 0;
  /// The row of a contact at that place, with b = `b`; `problem` has room for all.
  virtual void add_row(std::size_t c, const Eigen::VectorXd& q, double b,
                       ContactProblem& problem) = 0;
  /// x += M^-1 H p.
  virtual void push(const ContactProblem& problem, const std::vector<double>& p,
                    Eigen::VectorXd& x) const = 0;
  /// An empty problem with the shape of this system's and room for `contacts`.
  [[nodiscard]] virtual ContactProblem shape(std::size_t contacts) const = 0;

  [[nodiscard]] double length() const { return length_; }  ///< what gaps are compared with [m]
  [[nodiscard]] double speed() const { return speed_; }    ///< of the system, roughly [m/s]

 protected:
  double length_{1.0}, speed_{0.0};
};

[[nodiscard]] std::unique_ptr<Contacts> contacts_of(const MechanicalSystem& system);

}  // namespace impactbench::event_driven
