#pragma once

#include <cstddef>
#include <vector>

namespace impactbench {

/// One-step contact problem: find impulses p with u = W p + b, W = H^T M^-1 H, and per contact
///
///   rows = 1 (no friction):  0 <= p_n  perpendicular to  u_n >= 0
///   rows = 2 (plane):        the same, and  |p_t| <= mu p_n,
///                            u_t = 0 where |p_t| < mu p_n, else p_t = -mu p_n sign(u_t)
///   rows = 3 (space):        the same with two tangents: |p_t| is a length in their plane,
///                            sign(u_t) = u_t / |u_t|
///   rows = 5 (rolling):      and the same once more with two relative angular velocities u_r
///                            across the normal, moments p_r and |p_r| <= mu_r p_n; against
///                            twisting one along the normal and a row of zeros; in the plane the
///                            second tangent and the second axis are rows of zeros
///
/// which is, with K = {|p_t| <= mu p_n, |p_r| <= mu_r p_n} and its dual K*,
/// K* contains u + (mu |u_t| + mu_r |u_r|) n, perpendicular to p in K (Acary and Bourrier 2021).
///
/// Row 0 of a contact is normal (u_n > 0: separating), rows 1 and 2 are tangential, rows 3 and 4
/// rolling. The restitution of the impact law is already in b: u = u^+ + e u^-. A solver sees
/// nothing else: no positions of bodies, no gaps, no step. W is given by its factors; dense()
/// assembles the matrix.
struct ContactProblem {
  int rows{1};              ///< per contact: 1, 2, 3 or 5
  int dofs{3};              ///< per body
  std::vector<int> body_a;  ///< per contact
  std::vector<int> body_b;  ///< per contact; `fixed` for a wall
  std::vector<double>
      jacobian_a;  ///< H^T, rows x dofs per contact, row-major: u = J_a v_a + J_b v_b
  std::vector<double> jacobian_b;    ///< the same for the second body; zeros where it is `fixed`
  std::vector<double> inverse_mass;  ///< dofs per body, diagonal of M^-1 [1/kg] or [1/(kg m2)]
  std::vector<double> b;             ///< rows per contact [m/s]
  std::vector<double> friction;      ///< mu per contact [-] >= 0
  std::vector<double> rolling;       ///< mu_r per contact [m] >= 0; of fewer rows than 5: empty
  /// The unit of residuals in solvers [m/s] > 0, which the scheme chooses: with r/h of a position
  /// scheme of radius r a residual is an overlap in radii; a multiple of it loosens inner solves.
  double velocity_unit{1.0};

  static constexpr int fixed = -1;

  [[nodiscard]] std::size_t contacts() const { return body_a.size(); }
  [[nodiscard]] std::size_t size() const { return b.size(); }

  /// Reserves room for this many contacts and bodies, so that a later step allocates nothing.
  void reserve(std::size_t contact_count, std::size_t body_count);
  /// Sets the number of contacts; the caller writes the entries.
  void resize(std::size_t contact_count);
};

/// Sets u = W p + b; `momentum` is work space of dofs per body. Allocates nothing once they have
/// their size.
void relative_velocity(const ContactProblem& problem, const std::vector<double>& p,
                       std::vector<double>& momentum, std::vector<double>& u);

/// Largest eigenvalue of the tangential block of W at one contact of two, three or five rows
/// [1/kg].
[[nodiscard]] double tangential_weight(const ContactProblem& problem, std::size_t contact);

/// Largest eigenvalue of the rolling block of W at one contact of five rows [1/(kg m2)].
[[nodiscard]] double rolling_weight(const ContactProblem& problem, std::size_t contact);

/// The length [m] that makes angular velocities of a contact of five rows comparable with its
/// velocities: sqrt(max(W_nn, w_t) / w_r) of the weights above, 1.2 radii for a ball; 0 if w_r = 0.
[[nodiscard]] double rolling_arm(const ContactProblem& problem, std::size_t contact);

/// W as a dense column-major matrix of size() x size() [1/kg].
[[nodiscard]] std::vector<double> dense_delassus(const ContactProblem& problem);

}  // namespace impactbench
