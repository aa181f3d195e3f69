#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/lubrication/lubrication.hpp"
#include "schemes/support/contact_key.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::lubrication {

/// The contacts of one step in one dimension, and what they remember.
template <int Dim>
class ViscousContacts {
 public:
  void prepare(const MechanicalSystem& system, double viscosity, double h, const Params& params);
  /// `v`: u^n + h M^-1 f in, u^{n+1} out.
  StepReport solve(const Eigen::VectorXd& q, Eigen::VectorXd& v);

 private:
  struct Contact {
    ContactKey key;
    double distance;  ///< D(q^n) [m]
    Vec<Dim> normal;  ///< of the partner, or the sphere at an obstacle
    double weight;    ///< G.M^-1 G^T [1/kg]
    double pressed;   ///< -gamma [N s]
  };

  void find(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void add(const ContactKey& key, const Eigen::VectorXd& q);
  void remember();
  [[nodiscard]] double opening(const Contact& c, const Eigen::VectorXd& v) const;
  void push(const Contact& c, double impulse, Eigen::VectorXd& v) const;
  /// Solves one contact; returns the change of its gap [m].
  double relax(Contact& c, Eigen::VectorXd& v) const;

  RoundBodies bodies_;
  PairTree<Dim> tree_;
  Params params_;
  double viscosity_{0.0}, h_{0.0}, radius_{1.0}, range_{0.0};
  std::vector<Contact> contacts_, last_;
  std::vector<ContactKey> keys_;
};

extern template class ViscousContacts<1>;
extern template class ViscousContacts<2>;
extern template class ViscousContacts<3>;

}  // namespace impactbench::lubrication
