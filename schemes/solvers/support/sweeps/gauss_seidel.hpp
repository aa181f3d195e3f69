#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/support/sweeps/colouring.hpp"
#include "schemes/solvers/support/sweeps/round_sweep.hpp"
#include "schemes/solvers/support/sweeps/sweep_change.hpp"

#include <cstddef>
#include <vector>

namespace impactbench {

/// Sweeps of the nonlinear Gauss-Seidel method over the contacts: projected, matrix-free (it keeps
/// M^-1 H p).
///
///   normal:   p_n <- max(0, p_n - omega u_n / W_nn)
///   friction: p_t <- clip(p_t - omega u_t / W_tt, -mu p_n, mu p_n), in space with the largest
///             eigenvalue of W_tt and the projection on |p_t| <= mu p_n
///   rolling:  the same with W_rr and mu_r p_n
///
/// u is always that of the latest impulses, so a coupling W_nt is respected; in the plane a contact
/// with W_nt != 0 is solved as a whole (planar_contact.hpp), with W / omega. A row with W_cc = 0
/// moves nothing, and has the impulse that its constant velocity demands: p_n = 0 where u_n > 0,
/// p_t = -mu p_n u_t / |u_t|; a row with W_cc < 0 is left alone. Contacts are taken in the order of
/// the problem, or colour by colour (colouring.hpp): those of a colour are independent, and threads
/// share them, with the same bits for any number of threads. Allocates nothing once prepared.
class GaussSeidel {
 public:
  enum class Order { listed, coloured };
  using Change = SweepChange;

  GaussSeidel() = default;
  explicit GaussSeidel(Order order) : order_(order) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Takes the problem, which must outlive the sweeps, and p, in which it sets the impulses of
  /// contacts that no impulse moves as a sweep would: natural() measures only their velocities.
  /// False where a number is not finite (the sweeps would take a NaN in W for a contact without
  /// weight) or a friction coefficient is below zero.
  [[nodiscard]] bool start(const ContactProblem& problem, std::vector<double>& p);
  /// Continues from other impulses of the problem of the last start().
  void move(const ContactProblem& problem, const std::vector<double>& p);
  /// Problem and p must be those of the last start(), move() or sweep().
  Change sweep(const ContactProblem& problem, std::vector<double>& p, double omega);
  /// max |min(W_nn p_n, u_n)|, W_tt |p_t - clip(p_t - u_t / W_tt, -mu p_n, mu p_n)| and that of
  /// rolling rows times rolling_arm() over the contacts [m/s] of the problem of the last start(),
  /// computed from p instead of the kept velocities; NaN where a number is not finite.
  [[nodiscard]] double natural(const ContactProblem& problem, const std::vector<double>& p);
  /// The largest -u_n [m/s] of contacts with W_nn = 0 in the problem of the last start(), or 0:
  /// above 0 there is no solution, as W has no negative eigenvalue, so that their u_n = b_n
  /// whatever p.
  [[nodiscard]] double closing(const ContactProblem& problem) const;

 private:
  /// Places [begin, end) of the order, processed one after the other.
  struct Block {
    std::size_t begin, end;
  };

  void arrange(const ContactProblem& problem);
  void add_blocks(std::size_t begin, std::size_t end, int blocks);
  [[nodiscard]] int threads(const ContactProblem& problem) const;
  template <class F>
  void colour_by_colour(const ContactProblem& problem, F&& f);
  template <class F>
  void at_once(const ContactProblem& problem, F&& f);
  void couple(const ContactProblem& problem);
  void settle_unmoved(const ContactProblem& problem, std::vector<double>& p);
  template <int Rows>
  bool pack(const ContactProblem& problem, std::vector<RoundContact<Rows>>& to);
  template <class F>
  auto with_kernel(const ContactProblem& problem, F&& f);
  template <class Kernel>
  bool set(const ContactProblem& problem, const std::vector<double>& p, const Kernel& on);

  Order order_{Order::listed};
  Colouring colouring_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> colours_;  ///< where the blocks of each colour begin, and their end
  std::vector<Change> changes_;       ///< per block
  std::vector<NaturalPart> parts_;    ///< per block
  int width_{0};                      ///< of normals of round bodies; 0: rows of any kind
  std::vector<RoundContact<1>> normal_;
  std::vector<RoundContact<2>> sliding_;
  std::vector<RoundBody> bodies_;
  std::vector<double> velocity_;  ///< M^-1 H p, of rows of any kind
  std::vector<double> diagonal_;  ///< of W
  std::vector<double> coupling_;  ///< W_nt of each contact in the plane, of rows of any kind
};

}  // namespace impactbench
