#pragma once

#include "problems/base/parallel.hpp"
#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/support/blocks/block_turns.hpp"
#include "schemes/solvers/support/blocks/neighbour_order.hpp"
#include "schemes/solvers/support/blocks/row_kernels.hpp"
#include "schemes/solvers/support/iterations/best_iterate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace impactbench {

/// A contact problem without friction, packed for speed:
///
///   w = G G^T y + b,   0 <= y  perpendicular to  w >= 0,   G = S H^T M^-1/2
///
/// with y_c = p_c / s_c, w_c = s_c u_c, b_c that of the problem times s_c, S = diag(s). s = 1, or 1
/// / sqrt(W_cc) (Jacobi's scaling: the diagonal of the operator is then 1). Only active parts are
/// kept: bodies in contact are numbered in the order of the rows, dof columns that are zero in all
/// rows are left out, rows with W_cc = 0 are left out (nothing changes u_c = b_c there; p_c = 0 is
/// returned), walls are bodies of zero inverse mass behind the others. Where J_b = -J_a in all rows
/// and 1 to 3 columns are left, a row is one normal. From least_parallel contacts on neighbours are
/// adjacent (neighbour_order.hpp), so that caches, and threads, share little.
///
/// The natural residual, largest over the rows, of a y >= 0 is
///
///   | min(W_cc p_c, u_c) | / velocity_unit   (rows left out: max(0, -b_c) / velocity_unit)
///
/// Vectors of the packed form: size() rows, width() entries per body and body_size() in all.
/// Allocates nothing once prepared, unless a body has more than 3 dofs.
class Frictionless {
 public:
  enum class Scaling { none, jacobi };

  /// The largest body_size() for so many bodies of up to 3 dofs.
  [[nodiscard]] static constexpr std::size_t room(std::size_t body_count) {
    return 3 * (body_count + most_sum_blocks);
  }
  void prepare(std::size_t contact_count, std::size_t body_count);

  /// Takes the problem, and writes the start max(0, p) / s into y. False where a number is not
  /// finite or the velocity unit is not above zero.
  [[nodiscard]] bool pack(const ContactProblem& problem, const std::vector<double>& p,
                          Scaling scaling, std::vector<double>& y);
  /// p = s y into the contacts of the problem, zero for rows left out.
  void unpack(const std::vector<double>& y, std::vector<double>& p) const;

  [[nodiscard]] std::size_t size() const { return b_.size(); }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t body_size() const { return inverse_mass_.size(); }
  [[nodiscard]] std::size_t bodies() const { return bodies_; }  ///< in contact, walls aside
  [[nodiscard]] const std::vector<double>& b() const { return b_; }
  /// Diagonal of the operator.
  [[nodiscard]] const std::vector<double>& diagonal() const { return diagonal_; }
  /// Per body entry; zeros for the walls, which are the last: one, or one for each block of the
  /// rows, so that threads do not write to the same one.
  [[nodiscard]] const std::vector<double>& inverse_mass() const { return inverse_mass_; }

  /// |min(W_cc p_c, u_c)| / velocity_unit of one row.
  [[nodiscard]] double natural(std::size_t c, double y, double w) const {
    return std::abs(std::min(diagonal_[c] * y, w)) * unit_[c];
  }
  /// The smallest scaled velocity s u that counts as a residual of 1 in some row.
  [[nodiscard]] double least_unit() const {
    return unit_.empty() ? 1.0 : 1.0 / *std::max_element(unit_.begin(), unit_.end());
  }
  /// The residual of rows left out.
  [[nodiscard]] double floor() const { return floor_; }

  /// momentum = H y, zeroed first; `y` gives the impulse of row c.
  template <class Impulse>
  void scatter(Impulse&& y, double* momentum) const {
    std::fill_n(momentum, body_size(), 0.0);
    with_kernel([&](const auto kernel) {
      for (std::size_t c = 0; c < size(); ++c)
        kernel.push(row(c, kernel), ends(c), y(c), momentum);
    });
  }
  /// Calls op(c, H_c^T velocity) for each row in turn.
  template <class Op>
  void gather(const double* velocity, Op&& op) const {
    with_kernel([&](const auto kernel) {
      for (std::size_t c = 0; c < size(); ++c)
        op(c, kernel.dot(row(c, kernel), ends(c), velocity));
    });
  }
  /// gather and momentum_of in one pass: op returns the impulse of row c, which is scattered. The
  /// caller, which traverses the body entries anyway, zeroes `momentum`.
  template <class Op>
  void pass(const double* velocity, double* momentum, Op&& op) const {
    with_kernel([&](const auto kernel) {
      for (std::size_t c = 0; c < size(); ++c) {
        const double* n = row(c, kernel);
        kernel.push(n, ends(c), op(c, kernel.dot(n, ends(c), velocity)), momentum);
      }
    });
  }

  // The work that threads share: sums are taken block by block, and those of a body in an order
  // that depends on the number of rows (BlockTurns), so that no bit depends on the number of
  // threads. A Part has add(const Part&).

  /// momentum = H y.
  void momentum_of(const std::vector<double>& y, double* momentum) const;
  /// The sum over rows of the contributions of row(part, c, H_c^T velocity) to the parts.
  template <class Part, class Row>
  Part sum_rows(const double* velocity, Row&& row_of) const {
    return in_blocks<Writes::rows, Part>(
        [&](Part& part, const auto kernel, std::size_t begin, std::size_t end) {
          for (std::size_t c = begin; c < end; ++c)
            row_of(part, c, kernel.dot(row(c, kernel), ends(c), velocity));
        });
  }
  /// sum_rows in one pass with next[c] = row(..) and momentum = H next, which the caller has
  /// zeroed.
  template <class Part, class Row>
  Part sum_pass(const double* velocity, std::vector<double>& next, double* momentum,
                Row&& row_of) const {
    double* y = next.data();
    return in_blocks<Writes::bodies, Part>(
        [&](Part& part, const auto kernel, std::size_t begin, std::size_t end) {
          for (std::size_t c = begin; c < end; ++c) {
            const double* n = row(c, kernel);
            const double x = row_of(part, c, kernel.dot(n, ends(c), velocity));
            y[c] = x;
            kernel.push(n, ends(c), x, momentum);
          }
        });
  }
  /// The sum over the entries of all bodies of the contributions of entry(part, k).
  template <class Part, class Entry>
  Part sum_bodies(Entry&& entry) const {
    const int blocks = sum_blocks(body_size());
    std::array<Part, most_sum_blocks> parts{};
    for_blocks(body_size(), blocks, threads_, [&](int b, std::size_t begin, std::size_t end) {
      Part part;
      for (std::size_t k = begin; k < end; ++k)
        entry(part, k);
      parts[static_cast<std::size_t>(b)] = part;
    });
    return added(parts, blocks);
  }
  /// Calls entry(k) for the entries of all bodies.
  template <class Entry>
  void each_body(Entry&& entry) const {
    for_blocks(body_size(), threads_, [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        entry(k);
    });
  }

  /// velocity = M^-1 momentum.
  void velocity(const double* momentum, double* velocity) const {
    each_body([&](std::size_t k) { velocity[k] = inverse_mass_[k] * momentum[k]; });
  }
  /// w = W y, plus b if `with_b`.
  void multiply(const std::vector<double>& y, std::vector<double>& w, bool with_b);
  /// Recomputes the natural residual of y; NaN where a number is not finite.
  [[nodiscard]] double residual(const std::vector<double>& y);
  /// y.W y / 2 + b.y of the last residual(), which a solution minimises over y >= 0.
  [[nodiscard]] double last_objective() const { return objective_; }

  /// Calls f(kernel) with the row kernel of the shape found.
  template <class F>
  decltype(auto) with_kernel(F&& f) const {
    if (pairs_ && width_ == 2) return f(PairKernel<2>{});
    if (pairs_ && width_ == 1) return f(PairKernel<1>{});
    if (pairs_ && width_ == 3) return f(PairKernel<3>{});
    return f(GeneralKernel{width_});
  }
  template <class Kernel>
  [[nodiscard]] const double* row(std::size_t c, const Kernel& kernel) const {
    return jacobian_.data() + c * kernel.stride();
  }
  /// Both halves of row c, width() entries each; J_a is `sign_a` times `a`.
  struct Halves {
    const double* a;
    const double* b;
    double sign_a;
  };
  [[nodiscard]] Halves halves(std::size_t c) const {
    const double* n = jacobian_.data() + c * (pairs_ ? width_ : 2 * width_);
    return pairs_ ? Halves{n, n, -1.0} : Halves{n, n + width_, 1.0};
  }
  /// First entries of both bodies of a row in vectors of body_size().
  [[nodiscard]] const int* ends(std::size_t c) const { return ends_.data() + 2 * c; }
  /// Whether this is an entry of a wall.
  [[nodiscard]] bool is_wall(int end) const {
    return static_cast<std::size_t>(end) >= bodies_ * width_;
  }

 private:
  void find_columns(const ContactProblem& problem);
  void order_contacts(const ContactProblem& problem);
  void number_bodies(const ContactProblem& problem);
  void load_row(const ContactProblem& problem, std::size_t c, double scale);
  void find_turns();

  template <class Part>
  static Part added(const std::array<Part, most_sum_blocks>& parts, int blocks) {
    Part out = parts[0];
    for (int b = 1; b < blocks; ++b)
      out.add(parts[static_cast<std::size_t>(b)]);
    return out;
  }
  /// The targets that f writes to beside its part: entries of its rows, or also of their bodies.
  enum class Writes { rows, bodies };
  /// The sum of the contributions of f(part, kernel, begin, end) to the parts, one for each block
  /// of the rows.
  template <Writes writes, class Part, class F>
  Part in_blocks(F&& f) const {
    const int blocks = sum_blocks(size());
    std::array<Part, most_sum_blocks> parts{};
    with_kernel([&](const auto kernel) {
      const auto block = [&](int b) {
        Part part;
        f(part, kernel, block_begin(size(), blocks, b), block_begin(size(), blocks, b + 1));
        parts[static_cast<std::size_t>(b)] = part;
      };
      if (writes == Writes::bodies && !turns_.empty()) {
        turns_.for_each(threads_, block);
      } else {
        for_blocks(size(), blocks, threads_, [&](int b, std::size_t, std::size_t) { block(b); });
      }
    });
    return added(parts, blocks);
  }

  int threads_{1};
  std::size_t width_{1}, bodies_{0}, contacts_{0};
  bool pairs_{true};
  double floor_{0.0}, objective_{0.0};
  NeighbourOrder neighbours_;
  std::vector<int> order_;            ///< the contacts as their rows come
  std::vector<int> columns_;          ///< dofs that some row has
  std::vector<int> local_;            ///< number of a body of the problem among those in contact
  std::vector<int> contact_;          ///< of a row
  std::vector<int> ends_;             ///< two per row
  std::vector<double> jacobian_;      ///< pairs: n = J_b; else J_a, then J_b
  std::vector<double> b_, diagonal_;  ///< per row, scaled
  std::vector<double> scale_, unit_;  ///< s_c, and 1 / (s_c velocity_unit)
  std::vector<double> inverse_mass_;  ///< per body entry
  BlockTurns turns_;                  ///< none where the rows are too few for threads
  std::vector<double> momentum_, velocity_;
};

}  // namespace impactbench
