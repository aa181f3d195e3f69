#pragma once

#include "schemes/solvers/support/coulomb/coulomb_system.hpp"

#include <vector>

namespace impactbench {

/// A point near the central path of Coulomb's law, and Newton's directions there.
///
/// With the packed form w = G x + b, x = G^T y, per contact with friction in the variables
///
///   z = (mu y_n, y_t),  g = (w_n / mu, w_t),  v = (g_n + s(g_t), g_t)
///   s(t) = sqrt(|t|^2 + e^2) - e
///
/// the law is z in K, v in K, z o v = 0 with e = 0 (de Saxce's bipotential; K: SecondOrderCone).
/// Without friction z = y_n, g = v = w_n. The central path is, with P = dg/dw,
///
///   z o v = tau 1,  e = e_0 tau / tau_0 + 0.3 tau / z_n,
///   g = P (G x + b) - r_0 tau / tau_0,  x = G^T P z
///
/// from tau_0, where r_0 makes the start a point of it, to the law at tau = 0: where z_n stays
/// above zero e vanishes, and elsewhere the contact is open for any e. While e is large beside the
/// slips, the law is that of a convex problem, which has one solution; r_0 holds all contacts open;
/// the part with z_n keeps the bend of s as wide as v. Only the first equation is not linear, so
/// that steps keep the others. With W of Nesterov and Todd, S = dv/dg = (1 s'; 0 1), s_e = ds/de:
///
///   W dz + W^-1 (S dg + (s_e de, 0)) = q - W z,   q o (W z) = tau 1
///   dg = P G dx - r_0 dtau / tau_0
///   dz = C (W^-1 q - z - W^-2 (s_e e, 0) dtau / tau) - D dg,   D = C W^-2 S
///   (1 + G^T P D P G) dx = G^T P (dz of dx = 0) + (G^T P z - x)
///
/// for the correction, where C has rank one beside 1 and comes from de/dz_n; the tangent has no z
/// and no G^T P z - x. One unsymmetric factorisation in velocity space serves both. Each dx is
/// refined twice: otherwise D, 1e12 where contacts stick, would carry rounding into redundant
/// impulses.
/// Source: this suite; de Saxce and Feng 1998; Acary and Cadoux 2013 (the convexification).
class CentralPoint {
 public:
  struct Direction {
    std::vector<double> z, g, x;
    double rate{0.0};  ///< dtau / tau
  };
  struct State {
    std::vector<double> z, g, x;
    double tau{1.0};
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  void prepare(State& state) const;
  /// Far from the law: all contacts press and open alike, with `pressure` times a hundred times
  /// the size of b.
  void start(const CoulombForm& form, double pressure = 1.0);

  /// Computes correction() and tangent(). False where the factorisation failed.
  [[nodiscard]] bool linearise(const CoulombForm& form, CoulombSystem& system);
  /// Towards the path at the same tau.
  [[nodiscard]] const Direction& correction() const { return correction_; }
  /// Along the path, for dtau / tau = 1.
  [[nodiscard]] const Direction& tangent() const { return tangent_; }
  /// out = correction() + a tangent().
  void combine(double a, Direction& out) const;

  /// The sum over the contacts of (W dz . W dz + W^-1 dv . W^-1 dv) / tau and of (dtau / tau)^2,
  /// each weighted by the fourth power of its size along the tangent over the largest: folds are
  /// made by few contacts, which would be lost among all others. Here dv = S dg, as if e were held.
  [[nodiscard]] double product(const CoulombForm& form, const Direction& a,
                               const Direction& b) const;
  /// sqrt((|W dz|^2 + |W^-1 dv|^2) / tau) of the contact where it is largest: 1 where z or v would
  /// about vanish.
  [[nodiscard]] double size(const CoulombForm& form, const Direction& d) const;
  /// The largest factor by which an eigenvalue of (W z) o (W z), on the path that of z o v, differs
  /// from tau after a step of this length; infinite where the step leaves the cones.
  [[nodiscard]] double distance(const CoulombForm& form, const Direction& d, double length) const;
  void move(const Direction& d, double length);

  [[nodiscard]] const State& state() const { return at_; }
  void set(const State& state);
  [[nodiscard]] double tau() const { return at_.tau / tau_0_; }  ///< 1 at the start
  /// y of z.
  void impulses(const CoulombForm& form, std::vector<double>& y) const;

 private:
  template <class F>
  void each_cone(const CoulombForm& form, F&& f) const;
  static constexpr double relative_edge = 0.3;
  /// e, and -de/dz_n.
  [[nodiscard]] double edge(double tau, double load) const {
    return tau * (edge_0_ / tau_0_ + relative_edge / load);
  }
  [[nodiscard]] static double edge_by_load(double tau, double load) {
    return relative_edge * tau / (load * load);
  }
  /// y = P z.
  void impulses_of(const CoulombForm& form, const std::vector<double>& z,
                   std::vector<double>& y) const;
  void linearise_contacts(const CoulombForm& form);
  void weigh_blocks(const CoulombForm& form);
  void solve(const CoulombForm& form, CoulombSystem& system, bool closes_gap, Direction& out);
  /// W dz . W dz' + W^-1 dv . W^-1 dv' of the contact with its first row there, over tau.
  template <std::size_t N>
  [[nodiscard]] double local_product(std::size_t at, const Direction& a, const Direction& b) const;
  void weigh_contacts(const CoulombForm& form);
  void answer(const CoulombForm& form, const std::vector<double>& dg,
              std::vector<double>& dz) const;

  State at_;
  double tau_0_{1.0}, edge_0_{1.0};
  std::size_t size_{0}, body_size_{0};
  std::vector<double> r_0_;     ///< per row
  std::vector<double> weight_;  ///< in product(), per contact
  double rate_weight_{1.0};
  std::vector<double> d_, block_;     ///< D and P D P: rows x rows a contact
  std::vector<double> y_, gx_;        ///< work, per row
  std::vector<double> change_, gap_;  ///< per body entry; gap_ = G^T P z - x
  Direction correction_, tangent_;
};

}  // namespace impactbench
