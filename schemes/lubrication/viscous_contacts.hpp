#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/lubrication/lubrication.hpp"
#include "schemes/lubrication/viscous_newton.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/contact_key.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::lubrication {

/// The contacts of one step in one dimension, with their memory. The first rows are gaps within
/// range and contacts that pressed in the last step; every gap that the resulting velocities bring
/// within range is added, until none is left out.
template <int Dim>
class ViscousContacts {
 public:
  void prepare(const MechanicalSystem& system, double viscosity, double h, const Params& params);
  /// Throws ConfigurationError where two bodies, or a body and an obstacle, touch at q.
  void refuse_closed(const Eigen::VectorXd& q);
  /// `v`: u^n + h M^-1 f in, u^{n+1} out.
  StepReport solve(const Eigen::VectorXd& q, Eigen::VectorXd& v);
  /// Impulses of the last step: gamma_c^n - gamma_c^{n+1}.
  void record(ContactImpulses& out) const;

 private:
  using Row = typename ViscousNewton<Dim>::Row;
  /// A contact that pressed in the last step.
  struct Pressed {
    ContactKey key;
    double impulse;  ///< -gamma [N s]
  };

  void start_rows(const Eigen::VectorXd& q);
  /// Adds rows for the keys found; the `first` ones of a step with their memory.
  void add_rows(const Eigen::VectorXd& q, bool first);
  /// Appends gaps that u_ brings within range; whether there were any.
  bool add_closing(const Eigen::VectorXd& q, double tolerance);
  [[nodiscard]] Gap<Dim> gap_of(const ContactKey& key, const Eigen::VectorXd& q) const;
  void remember();

  RoundBodies bodies_;
  PairTree<Dim> tree_;
  ViscousNewton<Dim> newton_;
  Params params_;
  double viscosity_{0.0}, h_{0.0}, radius_{1.0}, range_{0.0};
  std::vector<Row> rows_;
  std::vector<ContactKey> keys_;   ///< per row
  std::vector<ContactKey> known_;  ///< the same, sorted
  std::vector<ContactKey> found_;
  std::vector<double> impulses_;      ///< per row [N s]
  std::vector<double> remembered_;    ///< per row, at the start of the step [N s]
  std::vector<double> inverse_mass_;  ///< per body, the obstacles' behind: 0
  std::vector<Pressed> pressed_;      ///< in the order of contact_key.hpp
  Eigen::VectorXd free_, u_;          ///< without any impulse, and with them; Dim per body [m/s]
};

extern template class ViscousContacts<1>;
extern template class ViscousContacts<2>;
extern template class ViscousContacts<3>;

}  // namespace impactbench::lubrication
