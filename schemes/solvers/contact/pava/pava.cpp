#include "schemes/solvers/contact/pava/pava.hpp"

#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::pava {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "pava";

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int) override {
    form_.prepare(contact_count, body_count);
    p_.reserve(contact_count);
    used_.reserve(contact_count);
    rows_of_.reserve(2 * (body_count + 1));
    for (auto* of_path : {&path_, &bodies_})
      of_path->reserve(contact_count + 1);
    for (auto* of_path : {&target_, &mass_, &x_})
      of_path->reserve(body_count + 1);
    blocks_.reserve(body_count + 1);
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p, Frictionless::Scaling::none, p_)) return {};
    if (!list_rows()) return {};
    p_.assign(form_.size(), 0.0);
    used_.assign(form_.size(), 0);
    // From the ends first; a row that is then left lies on a ring.
    for (std::size_t c = 0; c < form_.size(); ++c) {
      if (used_[c] != 0) continue;
      const int first = is_end(form_.ends(c)[0]) ? 0 : (is_end(form_.ends(c)[1]) ? 1 : -1);
      if (first < 0) continue;
      if (!collect_path(static_cast<int>(c), form_.ends(c)[first]) || !solve_path()) return {};
    }
    if (std::find(used_.begin(), used_.end(), 0) != used_.end()) return {};
    const double residual = form_.residual(p_);
    if (!std::isfinite(residual)) return {};
    form_.unpack(p_, p);
    return {residual <= params_.tolerance ? SolveStatus::converged : SolveStatus::iteration_limit,
            1, residual};
  }

 private:
  [[nodiscard]] std::size_t body(int end) const {
    return static_cast<std::size_t>(end) / form_.width();
  }
  /// A wall, or a body in one row.
  [[nodiscard]] bool is_end(int end) const {
    return form_.is_wall(end) || rows_of_[2 * body(end) + 1] < 0;
  }

  /// J of row c at the body of `end`, with its sign, entry k.
  [[nodiscard]] double entry(int c, int end, std::size_t k) const {
    const auto row = form_.halves(static_cast<std::size_t>(c));
    return form_.ends(static_cast<std::size_t>(c))[0] == end ? row.sign_a * row.a[k] : row.b[k];
  }

  /// The rows of each body; false where one has more than two, or two that are not opposite.
  bool list_rows() {
    rows_of_.assign(2 * form_.bodies(), -1);
    for (std::size_t c = 0; c < form_.size(); ++c) {
      const int* ends = form_.ends(c);
      if (ends[0] == ends[1]) return false;
      for (int side = 0; side < 2; ++side) {
        if (form_.is_wall(ends[side])) continue;
        int* rows = rows_of_.data() + 2 * body(ends[side]);
        if (rows[0] >= 0 && rows[1] >= 0) return false;
        rows[rows[0] < 0 ? 0 : 1] = static_cast<int>(c);
        if (rows[1] >= 0 && !opposite(rows[0], rows[1], ends[side])) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool opposite(int c, int d, int end) const {
    double size = 0.0, off = 0.0;
    for (std::size_t k = 0; k < form_.width(); ++k) {
      size = std::max(size, std::abs(entry(c, end, k)));
      off = std::max(off, std::abs(entry(c, end, k) + entry(d, end, k)));
    }
    return off <= 1e-12 * size;
  }

  /// Rows and bodies of the path that begins with row c at `end` (a wall or a body of one row).
  bool collect_path(int c, int end) {
    path_.clear();
    bodies_.clear();
    starts_at_wall_ = form_.is_wall(end);
    if (!starts_at_wall_) bodies_.push_back(end);
    for (;;) {
      path_.push_back(c);
      used_[static_cast<std::size_t>(c)] = 1;
      const int* ends = form_.ends(static_cast<std::size_t>(c));
      end = ends[0] == end ? ends[1] : ends[0];
      ends_at_wall_ = form_.is_wall(end);
      if (ends_at_wall_) break;
      bodies_.push_back(end);
      if (is_end(end)) break;
      const int* rows = rows_of_.data() + 2 * body(end);
      c = rows[0] == c ? rows[1] : rows[0];
    }
    mass_.clear();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const int row = path_[std::max(i, gap_of_first_row()) - gap_of_first_row()];
      double inverse = 0.0;
      for (std::size_t k = 0; k < form_.width(); ++k) {
        const double j = entry(row, bodies_[i], k);
        inverse += j * j * form_.inverse_mass()[static_cast<std::size_t>(bodies_[i]) + k];
      }
      if (!(inverse > 0.0)) return false;
      mass_.push_back(1.0 / inverse);
    }
    return true;
  }

  /// Gap i lies before body i of the path, gap n behind the last; rows are those of the gaps from
  /// this one on.
  [[nodiscard]] std::size_t gap_of_first_row() const { return starts_at_wall_ ? 0 : 1; }
  [[nodiscard]] std::size_t row_of_gap(std::size_t gap) const {
    return static_cast<std::size_t>(path_[gap - gap_of_first_row()]);
  }

  struct Block {
    std::size_t first{0};  ///< of its bodies
    double mass{0.0}, moment{0.0};
    [[nodiscard]] double mean() const { return moment / mass; }
  };

  bool solve_path() {
    const std::size_t n = bodies_.size();
    // Free velocities, from 0 at the first body or at the wall before it.
    target_.resize(n);
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i >= gap_of_first_row()) sum += form_.b()[row_of_gap(i)];
      target_[i] = sum;
    }
    const double low = starts_at_wall_ ? 0.0 : -infinite;
    double high = ends_at_wall_ ? form_.b()[row_of_gap(n)] + sum : infinite;
    if (high < low - params_.tolerance * form_.least_unit()) return false;
    high = std::max(low, high);  // the sum is rounded: between walls without room it is 0
    pool();
    x_.resize(n);
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const std::size_t end = k + 1 < blocks_.size() ? blocks_[k + 1].first : n;
      std::fill(x_.begin() + static_cast<std::ptrdiff_t>(blocks_[k].first),
                x_.begin() + static_cast<std::ptrdiff_t>(end),
                std::clamp(blocks_[k].mean(), low, high));
    }
    for (std::size_t first = 0, last = 0; first < n; first = last) {
      while (last < n && x_[last] == x_[first])
        ++last;
      impulses(first, last, low, high);
    }
    return true;
  }

  void pool() {
    blocks_.clear();
    for (std::size_t i = 0; i < target_.size(); ++i) {
      blocks_.push_back({i, mass_[i], mass_[i] * target_[i]});
      while (blocks_.size() > 1 && blocks_[blocks_.size() - 2].mean() >= blocks_.back().mean()) {
        blocks_[blocks_.size() - 2].mass += blocks_.back().mass;
        blocks_[blocks_.size() - 2].moment += blocks_.back().moment;
        blocks_.pop_back();
      }
    }
  }

  /// In a block of bodies [first, last) of equal velocity x: m_i (x - y_i) is the impulse of the
  /// gap before body i less that of the gap behind it.
  void impulses(std::size_t first, std::size_t last, double low, double high) {
    const double x = x_[first];
    const auto gain = [&](std::size_t i) { return mass_[i] * (x - target_[i]); };
    const auto put = [&](std::size_t gap, double impulse) {
      p_[row_of_gap(gap)] = std::max(0.0, impulse);
    };
    double sum = 0.0;
    if (x == low && x < high) {  // on the wall before: nothing presses from behind
      for (std::size_t i = last; i-- > first;) {
        sum += gain(i);
        put(i, sum);
      }
      return;
    }
    if (low == high) {  // no room between two walls: the least that keeps all impulses positive
      double least = 0.0;
      for (std::size_t i = first; i < last; ++i) {
        sum += gain(i);
        least = std::max(least, sum);
      }
      sum = least;
      put(first, sum);
    }
    for (std::size_t i = first; i < last; ++i) {
      sum -= gain(i);
      // The remainder at the end of a block is rounding, except at the wall.
      if (i + 1 < last || x == high) put(i + 1, sum);
    }
  }

  Params params_;
  Frictionless form_;
  bool starts_at_wall_{false}, ends_at_wall_{false};
  std::vector<double> p_, target_, mass_, x_;
  std::vector<int> used_, rows_of_, path_, bodies_;
  std::vector<Block> blocks_;
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>("chains on a line, exactly in O(N): pool adjacent violators",
                                    "Ayer et al. 1955; Barlow et al. 1972");
}

}  // namespace impactbench::pava
