#pragma once

#include "problems/contact/gap.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::lubrication {

/// The linear system of a Newton step of viscous contacts,
///
///   (h W_AA + diag(c)) x = f,   W = G M^-1 G^T,   c_k >= 0 [m/(N s)],
///
/// by conjugate gradients with Jacobi's preconditioner, over rows A given one by one. Only the
/// bodies of these rows are kept, in order of appearance. Allocates nothing once prepared.
template <int Dim>
class PressedSystem {
 public:
  void prepare(std::size_t bodies, std::size_t rows);
  /// Removes all rows; `inverse_mass` per body must outlive the solve.
  void start(double h, const std::vector<double>& inverse_mass);
  /// Adds a row between bodies a and b, W_kk h = slope.
  void add(int a, int b, const Vec<Dim>& normal, double slope, double compliance, double force);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// Iterates until the residual, scaled by Jacobi, is `relative` times that of x = 0; the count.
  int solve(double relative);
  /// x of row k.
  [[nodiscard]] double operator[](std::size_t k) const { return root_[k] * y_[k]; }

 private:
  /// Entries of both bodies; the normal times the square root of h over the diagonal.
  struct Row {
    int a, b;
    Vec<Dim> normal;
  };

  int local(int body);

  double h_{0.0};
  const std::vector<double>* inverse_mass_{nullptr};
  std::vector<int> number_;           ///< first entry of a body, -1 before it is met
  std::vector<int> met_;              ///< bodies, in the order of their numbers
  std::vector<double> mass_inverse_;  ///< per entry
  std::vector<double> momentum_;      ///< per entry
  std::vector<double> velocity_;      ///< per entry
  std::vector<Row> rows_;
  std::vector<double> own_, root_;  ///< c over the diagonal, 1 / root of the diagonal
  std::vector<double> y_, residual_, direction_, product_;
};

extern template class PressedSystem<1>;
extern template class PressedSystem<2>;
extern template class PressedSystem<3>;

}  // namespace impactbench::lubrication
