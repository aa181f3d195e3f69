#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "problems/contact/verlet_tree.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/state.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace impactbench::python {

/// A system for a scheme in Python (impactbench/modules.py). Round bodies only: generalised and
/// elastic systems have no contacts here. The arrays that it returns are views of buffers that the
/// next call of the same function reuses.
class SystemView {
 public:
  SystemView(const MechanicalSystem& system, const State& start);

  /// Sets the state of which the arrays `q` and `v` are views from now on: a call with those arrays
  /// computes forces from it without a copy.
  void look_at(const State& state) { state_ = &state; }
  /// Sets the record of impulses; null: none.
  void record_into(ContactImpulses* out) { recorded_ = out; }

  [[nodiscard]] const MechanicalSystem& system() const { return *system_; }
  [[nodiscard]] py::array force(double t, const py::array_t<double>& q,
                                const py::array_t<double>& v);
  [[nodiscard]] py::array mean_force(double t0, double t1, const py::array_t<double>& q,
                                     const py::array_t<double>& v);
  /// Those whose gap at q is at most `reach` [m].
  [[nodiscard]] py::tuple contacts(const py::array_t<double>& q, double reach);
  /// `friction`: impulses along the surface on the first body, vectors; none where nothing rubs.
  void record(const py::array_t<int>& body, const py::array_t<int>& other,
              const py::array_t<double>& normal, const py::array_t<double>& impulse,
              const std::optional<py::array_t<double>>& friction);

 private:
  const Eigen::VectorXd& positions(const py::array_t<double>& q);
  const Eigen::VectorXd& velocities(const py::array_t<double>& v);
  void prepare_trees(const Eigen::VectorXd& q, double reach);
  template <int Dim>
  void find(VerletTree<Dim>& tree, const Eigen::VectorXd& q, double reach);
  template <int Dim, int Dofs>
  void record_in_space(const py::array_t<int>& body, const py::array_t<int>& other,
                       const py::array_t<double>& normal, const py::array_t<double>& impulse,
                       const py::array_t<double>* friction);

  const MechanicalSystem* system_;
  const RoundSystem* round_;
  const State* state_{nullptr};
  ContactImpulses* recorded_{nullptr};
  std::variant<VerletTree<2>, VerletTree<1>, VerletTree<3>> tree_;
  double reach_{0.0};  ///< gaps up to it are found by the tree [m]
  Eigen::VectorXd q_, v_, centres_, force_, mean_;
  std::vector<int> body_, other_;
  std::vector<double> gap_, normal_;
};

}  // namespace impactbench::python
