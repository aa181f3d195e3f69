#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/support/blocks/block_lu.hpp"
#include "schemes/solvers/support/blocks/plane_length.hpp"
#include "schemes/solvers/support/blocks/wide.hpp"
#include "schemes/solvers/support/iterations/best_iterate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// mu of a contact and, with five rows, mu_r.
struct CoulombBounds {
  CoulombBounds(double mu, double mu_r = 0.0) : sliding(mu), rolling(mu_r) {}
  double sliding, rolling;
};

/// One contact under Coulomb's law, `Rows` numbers (normal, tangents, rolling).
///
///   project: C(a, t) = (0, 0) where a <= 0, else (a, t cut to |t| <= mu a)
///
/// so that y = C(y - w) is Coulomb's law for impulses y and velocities w; the last two of five rows
/// are cut to mu_r a likewise. The cut is along the tangents, unlike the nearest point of the cone:
/// friction follows the pressure and does not act on it. NaN is kept.
template <std::size_t Rows>
struct CoulombCone {
  enum class Status : char {
    open,
    sticks,
    slides_up,
    slides_down,
    slides,
    rolls,
    slides_and_rolls
  };

  static void project(const CoulombBounds& mu, double* y) {
    if (y[0] <= 0.0) {
      std::fill_n(y, Rows, 0.0);
    } else if constexpr (Rows == 2) {
      const double bound = mu.sliding * y[0];
      y[1] = y[1] > bound ? bound : (y[1] < -bound ? -bound : y[1]);
    } else if constexpr (Rows > 2) {
      cut(mu.sliding * y[0], y + 1);
      if constexpr (Rows == 5) cut(mu.rolling * y[0], y + 3);
    }
  }

  /// The piece of C that contains `y` (before projection).
  static Status status(const CoulombBounds& mu, const double* y) {
    if (y[0] <= 0.0) return Status::open;
    if constexpr (Rows == 2) {
      const double bound = mu.sliding * y[0];
      if (!(std::abs(y[1]) < bound)) return y[1] > 0.0 ? Status::slides_up : Status::slides_down;
    } else if constexpr (Rows > 2) {
      const bool slides = !(plane_length(y[1], y[2]) < mu.sliding * y[0]);
      if constexpr (Rows == 5) {
        if (!(plane_length(y[3], y[4]) < mu.rolling * y[0]))
          return slides ? Status::slides_and_rolls : Status::rolls;
      }
      if (slides) return Status::slides;
    }
    return Status::sticks;
  }

  /// The derivative of C at `y` on that piece, row-major.
  static std::array<double, Rows * Rows> derivative(const CoulombBounds& mu, Status status,
                                                    const double* y) {
    std::array<double, Rows * Rows> out{};
    if (status == Status::open) return out;
    out[0] = 1.0;
    if constexpr (Rows == 2) {
      if (status == Status::sticks) out[3] = 1.0;
      if (status == Status::slides_up) out[2] = mu.sliding;
      if (status == Status::slides_down) out[2] = -mu.sliding;
    } else if constexpr (Rows > 2) {
      const bool both = status == Status::slides_and_rolls;
      turn(mu.sliding, both || status == Status::slides, y, 1, out);
      if constexpr (Rows == 5) turn(mu.rolling, both || status == Status::rolls, y, 3, out);
    }
    return out;
  }

 private:
  static void cut(double bound, double* t) {
    const double length = plane_length(t[0], t[1]);
    if (length > bound) {
      const double factor = cut_factor(bound, length);
      t[0] *= factor;
      t[1] *= factor;
    }
  }

  /// The rows `at` and `at` + 1 of the derivative.
  static void turn(double mu, bool slides, const double* y, std::size_t at,
                   std::array<double, Rows * Rows>& out) {
    double *first = &out[at * Rows], *second = first + Rows;
    if (!slides) {
      first[at] = second[at + 1] = 1.0;
      return;
    }
    const double length = plane_length(y[at], y[at + 1]);
    if (!(length > 0.0)) return;  // frictionless at rest: no direction
    const double c = y[at] / length, s = y[at + 1] / length, turned = mu * y[0] / length;
    first[0] = mu * c;
    second[0] = mu * s;
    first[at] = turned * s * s;
    first[at + 1] = second[at] = -turned * s * c;
    second[at + 1] = turned * c * c;
  }
};

/// A contact problem with Coulomb's law of 1, 2, 3 or 5 rows a contact, packed and made free of
/// units:
///
///   w = G x + b,  x = G^T y,  G = S H^T M^-1/2,   y_c = C(y_c - w_c) for each contact
///
/// with y_c = p_c / s_c and w_c = s_c u_c, s_c = 1 / sqrt(max(W_nn, w_t)), w_t the largest
/// eigenvalue of W_tt: one number a contact, which preserves the cones and makes the diagonal of G
/// G^T at most 1. Rolling rows have a number of their own, a s_c with rolling_arm's a, and mu_r / a
/// for mu_r. x = M^1/2 v are mass-scaled velocities. Bodies in contact are numbered in the order of
/// the contacts; a wall is one more, of zero rows. Contacts of immobile bodies (W_nn = w_t = 0) are
/// left out: p = 0 is returned there.
///
/// The natural residual is the largest over the contacts of
///
///   | min(W_nn p_n, u_n) | / velocity_unit,   | w_t p_t - cut(w_t p_t - u_t) | / velocity_unit
///
/// with cut onto |t| <= mu w_t max(0, p_n), and a times the same for the rolling rows (contacts
/// left out: max(0, -b_n) / velocity_unit). W_nn = 0 is replaced by w_t and w_t = 0 by W_nn: a
/// factor of 0 would measure nothing.
///
/// Vectors: size() numbers for y, w, b; body_size() for x, stride() a body, zero beyond its dofs,
/// as in BlockLu. Allocates nothing once prepared, unless a body has more than 3 dofs, or than 6
/// where a contact has three rows.
class CoulombForm {
 public:
  /// The largest body_size() for so many bodies: in the plane 3 dofs, in space 6.
  [[nodiscard]] static constexpr std::size_t room(std::size_t body_count, int rows) {
    return BlockLu::stride(rows > 2 ? 6 : 3) * (body_count + 1);
  }

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);

  /// Takes the problem. False where a number is not finite, a friction coefficient below zero, or
  /// the velocity unit not above zero.
  [[nodiscard]] bool pack(const ContactProblem& problem, const std::vector<double>& p);
  /// y = p / s of the contacts kept.
  void take(const std::vector<double>& p, std::vector<double>& y) const;
  /// p = s y, zero for contacts left out.
  void unpack(const std::vector<double>& y, std::vector<double>& p) const;

  [[nodiscard]] std::size_t contacts() const { return contact_.size(); }
  [[nodiscard]] std::size_t size() const { return b_.size(); }
  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::size_t dofs() const { return dofs_; }
  [[nodiscard]] std::size_t bodies() const { return bodies_; }  ///< in contact, walls aside
  [[nodiscard]] std::size_t stride() const { return BlockLu::stride(dofs_); }
  [[nodiscard]] std::size_t body_size() const { return (bodies_ + 1) * stride(); }
  [[nodiscard]] const std::vector<double>& b() const { return b_; }
  [[nodiscard]] double friction(std::size_t c) const { return friction_[c]; }
  [[nodiscard]] CoulombBounds bounds(std::size_t c) const { return {friction_[c], rolling_[c]}; }
  /// The two bodies of a contact; bodies() is the wall.
  [[nodiscard]] std::array<int, 2> ends(std::size_t c) const {
    return {ends_[2 * c], ends_[2 * c + 1]};
  }
  /// The smallest scaled velocity that counts as a residual of 1 in some contact.
  [[nodiscard]] double least_unit() const;

  /// Rows of a contact and stride() of a body; a Stride of 0 is known at run time only.
  template <std::size_t Rows, std::size_t Stride>
  struct Shape {
    static constexpr std::size_t rows = Rows;
    std::size_t stride_at_run_time;
    [[nodiscard]] std::size_t stride() const {
      if constexpr (Stride > 0) return Stride;
      return stride_at_run_time;
    }
  };
  /// Calls f(shape).
  template <class F>
  IMPACTBENCH_INLINE void with_shape(F&& f) const {
    if (rows_ == 1) with_rows<1>(f);
    if (rows_ == 2) with_rows<2>(f);
    if (rows_ == 3) with_rows<3>(f);
    if (rows_ == 5) with_rows<5>(f);
  }
  /// G_c: rows of the first body, then of the second.
  template <class S>
  [[nodiscard]] IMPACTBENCH_INLINE const double* jacobian(const S& shape, std::size_t c) const {
    return jacobian_.data() + c * 2 * S::rows * shape.stride();
  }

  /// out = G_c x.
  template <class S>
  IMPACTBENCH_INLINE void gather(const S& shape, std::size_t c, const double* x,
                                 double* out) const {
    const std::size_t k = shape.stride();
    const double *a = x + static_cast<std::size_t>(ends_[2 * c]) * k,
                 *b = x + static_cast<std::size_t>(ends_[2 * c + 1]) * k;
    const double *ga = jacobian(shape, c), *gb = ga + S::rows * k;
    for (std::size_t r = 0; r < S::rows; ++r, ga += k, gb += k) {
      Quad sum;
      for (std::size_t at = 0; at < k; at += 4) {
        sum.add(Quad(ga + at), Quad(a + at));
        sum.add(Quad(gb + at), Quad(b + at));
      }
      out[r] = sum.sum();
    }
  }
  /// x += G_c^T y. The wall receives zeros.
  template <class S>
  IMPACTBENCH_INLINE void scatter(const S& shape, std::size_t c, const double* y, double* x) const {
    const std::size_t k = shape.stride();
    const double* g = jacobian(shape, c);
    for (std::size_t end = 0; end < 2; ++end) {
      double* to = x + static_cast<std::size_t>(ends_[2 * c + end]) * k;
      for (std::size_t at = 0; at < k; at += 4) {
        Quad sum(to + at);
        for (std::size_t r = 0; r < S::rows; ++r)
          sum.add(Quad(g + (end * S::rows + r) * k + at), y[r]);
        sum.store(to + at);
      }
    }
  }

  /// x = G^T y.
  void pull(const std::vector<double>& y, std::vector<double>& x) const;
  /// w = G x + b.
  void velocity(const std::vector<double>& x, std::vector<double>& w) const;
  /// Recomputes the natural residual of y; NaN where a number is not finite. Its w stays in
  /// last_velocity().
  [[nodiscard]] double residual(const std::vector<double>& y);
  [[nodiscard]] const std::vector<double>& last_velocity() const { return w_; }

 private:
  template <std::size_t Rows, class F>
  IMPACTBENCH_INLINE void with_rows(F&& f) const {
    const std::size_t k = stride();
    if (k == 4) {
      f(Shape<Rows, 4>{k});
    } else if (k == 8) {
      f(Shape<Rows, 8>{k});
    } else {
      f(Shape<Rows, 0>{k});
    }
  }
  void number_bodies(const ContactProblem& problem);
  void load_contact(const ContactProblem& problem, std::size_t c);
  /// The scale of row r of a contact.
  [[nodiscard]] double scale(std::size_t c, std::size_t r) const {
    return r < 3 ? scale_[c] : rolling_scale_[c];
  }

  std::size_t dofs_{3}, bodies_{0}, given_{0};
  int rows_{1};
  double unit_{1.0}, floor_{0.0};
  std::vector<int> local_;    ///< number of a body of the problem among those in contact
  std::vector<int> contact_;  ///< of the problem
  std::vector<int> ends_;     ///< two per contact
  WideVector jacobian_;       ///< G
  std::vector<double> b_;     ///< scaled
  std::vector<double> friction_, scale_, normal_weight_, tangent_weight_;  ///< per contact
  std::vector<double> rolling_, rolling_scale_;                            ///< mu_r / a, a s_c
  std::vector<double> x_, w_;
};

}  // namespace impactbench
