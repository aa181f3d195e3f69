#pragma once

#include "problems/contact/round_bodies.hpp"
#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/support/contacts/step_impulses.hpp"
#include "schemes/support/coordinates/mass_matrix.hpp"

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impactbench::event_driven {

/// Numbers along the rows of a contact, as in ContactProblem: normal, along two tangents, about two
/// axes; rows that it does not have are 0.
using AlongRows = std::array<double, 5>;

/// The shares of both rows in the direction of the slip of a contact that moves against friction.
using Direction = std::array<double, 2>;
/// The directions of slip and of rolling or twisting; nothing where there is none.
using Directions = std::array<std::optional<Direction>, 2>;

/// The system for the integration between events: accelerations, and contacts by number, each with
/// a gap, the rows of contact_rows.hpp or of generalised_system.hpp, and its law. Only its
/// constructor allocates.
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
  /// u_n = grad gap_c(q) . v.
  [[nodiscard]] virtual double rate(std::size_t c, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& v) = 0;
  /// All rows of the contact at q, times x.
  [[nodiscard]] virtual AlongRows rates(std::size_t c, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& x) = 0;
  /// u of all its rows at q: their rates less those of the surface of an obstacle.
  [[nodiscard]] virtual AlongRows slips(std::size_t c, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v) {
    return rates(c, q, v);
  }
  [[nodiscard]] virtual ContactLaw law(std::size_t c) const = 0;
  /// |p_t| <= mu p_n and |p_r| <= mu_r p_n: mu and mu_r [-] and [m].
  [[nodiscard]] virtual std::array<double, 2> bounds(std::size_t c) const = 0;
  /// The bounds where it does not slip or roll.
  [[nodiscard]] virtual std::array<double, 2> holds(std::size_t c) const { return bounds(c); }

  /// From now on tangents of balls are those nearest to the tangents at this place: between here
  /// and there they turn no more than they must.
  virtual void look_from(const Eigen::VectorXd& /*q*/) {}
  /// Moves to the place for which rows are added next.
  [[nodiscard]] virtual bool go_to(const Eigen::VectorXd& q) = 0;
  /// Adds the rows of a contact at that place, with these b; `problem` has room for all. With a
  /// direction its two rows become that direction and zeros.
  virtual void add(std::size_t c, const Eigen::VectorXd& q, const AlongRows& b,
                   const Directions& along, ContactProblem& problem) = 0;
  /// Records a `part` of the impulses p along the rows that `add` would have there.
  virtual void record(std::size_t c, const Eigen::VectorXd& q, const Directions& along,
                      std::span<const double> p, double part, StepImpulses& out) = 0;
  /// x += M^-1 H p.
  virtual void push(const ContactProblem& problem, const std::vector<double>& p,
                    Eigen::VectorXd& x) const = 0;
  /// An empty problem of the shape of this system, with room for `contacts`.
  [[nodiscard]] virtual ContactProblem shape(std::size_t contacts) const = 0;

  [[nodiscard]] int rows() const { return rows_; }         ///< of a contact: 1, 2, 3 or 5
  [[nodiscard]] double length() const { return length_; }  ///< what gaps are compared with [m]
  [[nodiscard]] double speed() const { return speed_; }    ///< of the system, roughly [m/s]
  /// Metres per unit of each coordinate: the radius of a body that turns, or CoordinateArms.
  [[nodiscard]] const Eigen::VectorXd& arms() const { return arms_; }
  /// The distance over which rates are differenced: far above rounding, with no edge of an obstacle
  /// near. It is larger for coordinates, as a length may be a clearance [m].
  [[nodiscard]] double reach() const { return reach_ * length_; }

 protected:
  int rows_{1};
  double length_{1.0}, speed_{0.0}, reach_{1e-4};
  Eigen::VectorXd arms_;
};

[[nodiscard]] std::unique_ptr<Contacts> contacts_of(const MechanicalSystem& system);

}  // namespace impactbench::event_driven
