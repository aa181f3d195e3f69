#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/support/blocks/plane_length.hpp"
#include "schemes/solvers/support/sweeps/planar_contact.hpp"
#include "schemes/solvers/support/sweeps/sweep_change.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Gauss-Seidel's loops over any rows, in the form of the problem; for `Dofs` per body if known at
/// compile time, else 0. Places count the contacts in the order of the sweep.
template <int Dofs>
class GeneralSweep {
 public:
  /// `order`: the contact of each place; null: the place itself. `coupling`: W_nt of each contact
  /// in the plane.
  GeneralSweep(const ContactProblem& problem, const int* order, std::vector<double>& velocity,
               std::vector<double>& diagonal, std::vector<double>& coupling)
      : problem_(problem),
        order_(order),
        velocity_(velocity),
        diagonal_(diagonal),
        coupling_(coupling) {}

  /// Computes the diagonal of W; false where a number is not finite or friction is below zero.
  [[nodiscard]] bool take(std::size_t begin, std::size_t end) const {
    bool finite = true;
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t c = contact(place);
      if (rows() > 1)
        finite = finite && std::isfinite(problem_.friction[c]) && problem_.friction[c] >= 0.0;
      for (std::size_t at = c * rows(); at < (c + 1) * rows(); ++at) {
        diagonal_[at] = weight(c, at, at);
        finite = finite && std::isfinite(diagonal_[at]) && std::isfinite(problem_.b[at]);
      }
      double* of_contact = &diagonal_[c * rows()];
      if (rows() > 2) of_contact[1] = of_contact[2] = tangential_weight(problem_, c);
      if (rows() == 5) {
        of_contact[3] = of_contact[4] = rolling_weight(problem_, c);
        finite = finite && std::isfinite(problem_.rolling[c]) && problem_.rolling[c] >= 0.0;
      }
    }
    return finite;
  }

  /// Computes W_nt of contacts in the plane.
  void couple(std::size_t begin, std::size_t end) const {
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t c = contact(place);
      coupling_[c] = weight(c, 2 * c, 2 * c + 1);
    }
  }

  /// Sets the velocities of the bodies of these contacts to zero. The others keep theirs, which are
  /// never read.
  void rest(std::size_t begin, std::size_t end) const {
    for (std::size_t place = begin; place < end; ++place) {
      for (const int body : {problem_.body_a[contact(place)], problem_.body_b[contact(place)]}) {
        if (body != ContactProblem::fixed)
          std::fill_n(velocity_.begin() + dofs() * body, dofs(), 0.0);
      }
    }
  }

  /// Velocities += M^-1 H p; whether p is finite.
  [[nodiscard]] bool push_all(const std::vector<double>& p, std::size_t begin,
                              std::size_t end) const {
    bool finite = true;
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t c = contact(place);
      for (std::size_t at = c * rows(); at < (c + 1) * rows(); ++at) {
        if (p[at] != 0.0) push(c, at, p[at]);
        finite = finite && std::isfinite(p[at]);
      }
    }
    return finite;
  }

  [[nodiscard]] NaturalPart natural(const std::vector<double>& p, std::size_t begin,
                                    std::size_t end) const {
    NaturalPart out;
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t c = contact(place);
      const double pressure = std::max(p[c * rows()], 0.0);
      if (rows() > 2) {
        out.worst = std::max(out.worst, missing(p, c, 1, problem_.friction[c] * pressure, out.sum));
      }
      if (rows() == 5) {
        out.worst =
            std::max(out.worst, rolling_arm(problem_, c) *
                                    missing(p, c, 3, problem_.rolling[c] * pressure, out.sum));
      }
      for (std::size_t r = 0; r < (rows() > 2 ? 1 : rows()); ++r) {
        const std::size_t at = c * rows() + r;
        const double u = relative_velocity(c, at), w = measure(c, r), wp = w * p[at];
        // A file may have a negative diagonal: then there is no nearest point.
        const double bound = r > 0 ? std::max(problem_.friction[c] * w * pressure, 0.0) : 0.0;
        out.worst = std::max(
            out.worst, std::abs(r == 0 ? std::min(wp, u) : wp - std::clamp(wp - u, -bound, bound)));
        out.sum += u;
      }
    }
    return out;
  }

  [[nodiscard]] SweepChange sweep(std::vector<double>& p, double omega, std::size_t begin,
                                  std::size_t end) const {
    const std::size_t one_by_one = rows() > 2 ? 1 : rows();
    SweepChange out;
    for (std::size_t place = begin; place < end; ++place) {
      const std::size_t c = contact(place);
      if (rows() == 2 && coupling_[c] != 0.0 && move_both(p, c, omega, out)) continue;
      for (std::size_t r = 0; r < one_by_one; ++r) {
        const std::size_t at = c * rows() + r;
        if (!(diagonal_[at] > 0.0)) {
          if (diagonal_[at] == 0.0) move_nothing(p, c, r, out);
          continue;
        }
        const double argument = p[at] - omega * relative_velocity(c, at) / diagonal_[at];
        double next = argument;
        if (r == 0) {
          next = argument < 0.0 ? 0.0 : argument;  // NaN is kept
        } else {
          const double bound = problem_.friction[c] * p[c * rows()];
          next = argument > bound ? bound : (argument < -bound ? -bound : argument);
        }
        move_one(p, c, at, next, out);
      }
      if (rows() == one_by_one) continue;
      move_in_disc(p, c, 1, problem_.friction[c], omega, 1.0, out);
      if (rows() == 5)
        move_in_disc(p, c, 3, problem_.rolling[c], omega, rolling_arm(problem_, c), out);
    }
    return out;
  }

 private:
  /// A tangential impulse in space, or a moment, before projection on the cone.
  struct InPlane {
    double first{0.0}, second{0.0};
    /// The factor that projects it onto the disc of this radius.
    [[nodiscard]] double shrink(double radius) const {
      const double length = plane_length(first, second);
      return length <= radius ? 1.0 : cut_factor(radius, length);
    }
    /// All friction against a slip that no impulse changes (move_nothing in space).
    void turn_against(const InPlane& slip, double radius) {
      const double length = plane_length(slip.first, slip.second);
      if (!(length > 0.0)) return;
      first = -radius * cut_factor(slip.first, length);
      second = -radius * cut_factor(slip.second, length);
    }
  };

  [[nodiscard]] std::size_t contact(std::size_t place) const {
    return order_ == nullptr ? place : static_cast<std::size_t>(order_[place]);
  }
  [[nodiscard]] int dofs() const { return Dofs > 0 ? Dofs : problem_.dofs; }
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(problem_.rows); }
  [[nodiscard]] const double* row(const std::vector<double>& jacobian, std::size_t at) const {
    return jacobian.data() + at * static_cast<std::size_t>(dofs());
  }

  /// The entry of W of two rows of contact c.
  [[nodiscard]] double weight(std::size_t c, std::size_t one, std::size_t other) const {
    const auto of_body = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return 0.0;
      const double* inverse_mass = problem_.inverse_mass.data() + dofs() * body;
      const double *j = row(jacobian, one), *k = row(jacobian, other);
      double sum = 0.0;
      for (int d = 0; d < dofs(); ++d)
        sum += j[d] * k[d] * inverse_mass[d];
      return sum;
    };
    return of_body(problem_.body_a[c], problem_.jacobian_a) +
           of_body(problem_.body_b[c], problem_.jacobian_b);
  }

  [[nodiscard]] double relative_velocity(std::size_t c, std::size_t at) const {
    double u = problem_.b[at];
    const auto add = [&](int body, const double* j) {
      if (body == ContactProblem::fixed) return;
      const double* v = velocity_.data() + dofs() * body;
      for (int k = 0; k < dofs(); ++k)
        u += j[k] * v[k];
    };
    add(problem_.body_a[c], row(problem_.jacobian_a, at));
    add(problem_.body_b[c], row(problem_.jacobian_b, at));
    return u;
  }

  void push(std::size_t c, std::size_t at, double dp) const {
    const auto add = [&](int body, const double* j) {
      if (body == ContactProblem::fixed) return;
      double* v = velocity_.data() + dofs() * body;
      const double* inverse_mass = problem_.inverse_mass.data() + dofs() * body;
      for (int k = 0; k < dofs(); ++k)
        v[k] += inverse_mass[k] * j[k] * dp;
    };
    add(problem_.body_a[c], row(problem_.jacobian_a, at));
    add(problem_.body_b[c], row(problem_.jacobian_b, at));
  }

  /// The weight of impulses in the natural residual: that of the row, or where it is 0 that of the
  /// other direction, since any number above 0 measures the law and 0 would measure nothing.
  [[nodiscard]] double measure(std::size_t c, std::size_t row) const {
    const std::size_t n = c * rows(), other = row == 0 ? n + 1 : n;
    const double own = diagonal_[n + row];
    return own != 0.0 || rows() == 1 || row > 2 ? own : diagonal_[other];
  }

  /// p - step u of these two rows.
  [[nodiscard]] InPlane argument(const std::vector<double>& p, std::size_t at, std::size_t c,
                                 double step) const {
    return {p[at] - step * relative_velocity(c, at),
            p[at + 1] - step * relative_velocity(c, at + 1)};
  }

  /// w |p - cut(p - u / w)| of the two rows from `row` of contact c.
  [[nodiscard]] double missing(const std::vector<double>& p, std::size_t c, std::size_t row,
                               double radius, double& sum) const {
    const std::size_t at = c * rows() + row;
    const double w = measure(c, row);
    const InPlane next = argument(p, at, c, w > 0.0 ? 1.0 / w : 0.0);
    const double shrink = next.shrink(radius);
    sum += next.first + next.second + shrink;
    return w * plane_length(p[at] - shrink * next.first, p[at + 1] - shrink * next.second);
  }

  void move_one(std::vector<double>& p, std::size_t c, std::size_t at, double next,
                SweepChange& out) const {
    const double dp = next - p[at];
    p[at] = next;
    if (dp != 0.0) push(c, at, dp);
    out.change += dp * dp;
    out.norm += next * next;
    out.largest = std::max(out.largest, std::abs(dp));
    out.residual = std::max(out.residual, diagonal_[at] * std::abs(dp));
  }

  /// The impulse of a row that moves nothing, W_cc = 0: its velocity stays, and the law leaves one
  /// answer. A contact that opens has no pressure; one that slides has all its friction against it.
  /// One that closes has no solution; any other impulse is as good as that of the start.
  void move_nothing(std::vector<double>& p, std::size_t c, std::size_t row,
                    SweepChange& out) const {
    const std::size_t at = c * rows() + row;
    const double u = relative_velocity(c, at);
    if (row == 0) return move_one(p, c, at, u > 0.0 ? 0.0 : std::max(p[at], 0.0), out);
    const double bound = problem_.friction[c] * std::max(p[c * rows()], 0.0);
    move_one(p, c, at, u == 0.0 ? std::clamp(p[at], -bound, bound) : std::copysign(bound, -u), out);
  }

  /// Solves contact c in the plane with W / omega; false where W is none of a contact.
  [[gnu::noinline]] bool move_both(std::vector<double>& p, std::size_t c, double omega,
                                   SweepChange& out) const {
    const std::size_t n = 2 * c, t = n + 1;
    if (!(diagonal_[n] > 0.0 && diagonal_[t] > 0.0)) return false;
    const PlanarContact w{diagonal_[n] / omega, coupling_[c] / omega, diagonal_[t] / omega,
                          problem_.friction[c]};
    std::array<double, 2> next{p[n], p[t]};
    if (!w.solve({relative_velocity(c, n), relative_velocity(c, t)}, next)) return false;
    move_one(p, c, n, next[0], out);
    move_one(p, c, t, next[1], out);
    return true;
  }

  /// Moves both impulses from `row` of contact c. `arm`: the arm of moments.
  [[gnu::noinline]] void move_in_disc(std::vector<double>& p, std::size_t c, std::size_t row,
                                      double bound, double omega, double arm,
                                      SweepChange& out) const {
    const std::size_t first = c * rows() + row;
    const double w = diagonal_[first], radius = bound * p[c * rows()];
    InPlane wanted = argument(p, first, c, w > 0.0 ? omega / w : 0.0);
    if (row == 1 && w == 0.0)
      wanted.turn_against({relative_velocity(c, first), relative_velocity(c, first + 1)}, radius);
    const double shrink = wanted.shrink(radius);
    const double next[2] = {shrink * wanted.first, shrink * wanted.second};
    const double scale = arm > 0.0 ? 1.0 / arm : 1.0;
    double moved = 0.0;
    for (std::size_t r = 0; r < 2; ++r) {
      const std::size_t at = first + r;
      const double dp = next[r] - p[at];
      p[at] = next[r];
      if (dp != 0.0) push(c, at, dp);
      moved += dp * dp;
      out.norm += scale * next[r] * (scale * next[r]);
    }
    moved = std::sqrt(moved);
    out.residual = std::max(out.residual, arm * diagonal_[first] * moved);
    moved *= scale;
    out.change += moved * moved;
    out.largest = std::max(out.largest, moved);
  }

  const ContactProblem& problem_;
  const int* order_;
  std::vector<double>& velocity_;
  std::vector<double>& diagonal_;
  std::vector<double>& coupling_;
};

}  // namespace impactbench
