#include "schemes/solvers/contact/nlgs/nlgs.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::nlgs {
namespace {

class Solver final : public ContactSolver {
 public:
  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    velocity_.reserve(3 * body_count);
    diagonal_.reserve(contact_count * static_cast<std::size_t>(rows));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    // Compiled for the usual 3 dofs a sweep takes about a sixth less; the sums are the same.
    return problem.dofs == 3 ? solve_with<3>(problem, p) : solve_with<0>(problem, p);
  }

 private:
  /// Dofs per body where known at compile time, else 0.
  template <int Dofs>
  SolveReport solve_with(const ContactProblem& problem, std::vector<double>& p) {
    SolveReport report;
    if (!start<Dofs>(problem, p)) return report;
    const bool natural = params_.stop == "natural";
    if (natural && !(problem.velocity_unit > 0.0 && std::isfinite(problem.velocity_unit)))
      return report;
    if (natural && meets_natural<Dofs>(problem, p, report)) return converged(report);
    for (report.iterations = 1; report.iterations <= params_.max_sweeps; ++report.iterations) {
      const Change change = sweep<Dofs>(problem, p);
      // Before the stopping rule: a largest value, unlike a sum, loses a NaN on its way.
      if (!std::isfinite(change.change)) {
        report.status = SolveStatus::breakdown;
        return report;
      }
      if (natural) {
        // The change is the residual of each contact as the sweep met it: while that is far above
        // the tolerance the true one need not be looked at.
        report.own_residual = change.residual / problem.velocity_unit;
        if (report.own_residual <= 10.0 * params_.tolerance &&
            meets_natural<Dofs>(problem, p, report)) {
          return converged(report);
        }
      } else if (params_.stop == "relative") {
        report.own_residual = change.norm == 0.0 ? change.change : change.change / change.norm;
        if (change.change <= params_.tolerance * change.norm) return converged(report);
      } else {
        report.own_residual = change.largest;
        if (change.largest < params_.tolerance) return converged(report);
      }
    }
    report.iterations = params_.max_sweeps;
    report.status = SolveStatus::iteration_limit;
    if (natural && meets_natural<Dofs>(problem, p, report)) return converged(report);
    return report;
  }

  struct Change {
    double change{0.0};    ///< 2-norm of dp
    double norm{0.0};      ///< 2-norm of p
    double largest{0.0};   ///< largest |dp|
    double residual{0.0};  ///< largest W_cc |dp|
  };

  /// Computes the natural residual from p, the kept velocities aside, into the report.
  template <int Dofs>
  bool meets_natural(const ContactProblem& problem, const std::vector<double>& p,
                     SolveReport& report) {
    if (!start<Dofs>(problem, p)) return false;
    const auto rows = static_cast<std::size_t>(problem.rows);
    double worst = 0.0, sum = 0.0;
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      const double pressure = std::max(p[c * rows], 0.0);
      if (rows == 3) {
        const Tangent wish = tangent_wish<Dofs>(problem, p, c, 1.0);
        const double w = diagonal_[3 * c + 1];
        const double shrink = wish.shrink(problem.friction[c] * pressure);
        worst = std::max(worst, w * std::hypot(p[3 * c + 1] - shrink * wish.first,
                                               p[3 * c + 2] - shrink * wish.second));
        sum += wish.first + wish.second;
      }
      for (std::size_t r = 0; r < (rows == 3 ? 1 : rows); ++r) {
        const std::size_t at = c * rows + r;
        const double u = relative_velocity<Dofs>(problem, c, at), wp = diagonal_[at] * p[at];
        const double bound = r > 0 ? problem.friction[c] * diagonal_[at] * pressure : 0.0;
        worst = std::max(
            worst, std::abs(r == 0 ? std::min(wp, u) : wp - std::clamp(wp - u, -bound, bound)));
        sum += u;  // the largest value, unlike a sum, loses a NaN
      }
    }
    report.own_residual = worst / problem.velocity_unit;
    return std::isfinite(sum) && report.own_residual <= params_.tolerance;
  }

  static SolveReport converged(SolveReport report) {
    report.status = SolveStatus::converged;
    return report;
  }

  /// Diagonal of W, and the velocities M^-1 H p of the start. False where a number is not finite:
  /// left to the sweeps, a NaN in W would pass for a contact without weight.
  template <int Dofs>
  bool start(const ContactProblem& problem, const std::vector<double>& p) {
    // Only those of bodies in contact are read: the others may keep what they have.
    velocity_.resize(problem.inverse_mass.size());
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      rest<Dofs>(problem, problem.body_a[c]);
      rest<Dofs>(problem, problem.body_b[c]);
    }
    diagonal_.assign(problem.size(), 0.0);
    const auto rows = static_cast<std::size_t>(problem.rows);
    bool finite = true;
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      if (rows > 1) finite = finite && std::isfinite(problem.friction[c]);
      for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t at = c * rows + r;
        diagonal_[at] =
            weight<Dofs>(problem, problem.body_a[c], row<Dofs>(problem, problem.jacobian_a, at)) +
            weight<Dofs>(problem, problem.body_b[c], row<Dofs>(problem, problem.jacobian_b, at));
        if (p[at] != 0.0) push<Dofs>(problem, c, at, p[at]);
        finite = finite && std::isfinite(diagonal_[at]) && std::isfinite(problem.b[at]) &&
                 std::isfinite(p[at]);
      }
      if (rows == 3) diagonal_[3 * c + 1] = diagonal_[3 * c + 2] = tangential_weight(problem, c);
    }
    return finite;
  }

  template <int Dofs>
  void rest(const ContactProblem& problem, int body) {
    if (body == ContactProblem::fixed) return;
    const int dofs = dofs_of<Dofs>(problem);
    std::fill_n(velocity_.begin() + dofs * body, dofs, 0.0);
  }

  template <int Dofs>
  static int dofs_of(const ContactProblem& problem) {
    return Dofs > 0 ? Dofs : problem.dofs;
  }

  template <int Dofs>
  static const double* row(const ContactProblem& problem, const std::vector<double>& jacobian,
                           std::size_t at) {
    return jacobian.data() + at * static_cast<std::size_t>(dofs_of<Dofs>(problem));
  }

  template <int Dofs>
  static double weight(const ContactProblem& problem, int body, const double* j) {
    if (body == ContactProblem::fixed) return 0.0;
    const int dofs = dofs_of<Dofs>(problem);
    const double* inverse_mass = problem.inverse_mass.data() + dofs * body;
    double sum = 0.0;
    for (int k = 0; k < dofs; ++k)
      sum += j[k] * j[k] * inverse_mass[k];
    return sum;
  }

  template <int Dofs>
  [[nodiscard]] double relative_velocity(const ContactProblem& problem, std::size_t c,
                                         std::size_t at) const {
    double u = problem.b[at];
    const auto add = [&](int body, const double* j) {
      if (body == ContactProblem::fixed) return;
      const int dofs = dofs_of<Dofs>(problem);
      const double* v = velocity_.data() + dofs * body;
      for (int k = 0; k < dofs; ++k)
        u += j[k] * v[k];
    };
    add(problem.body_a[c], row<Dofs>(problem, problem.jacobian_a, at));
    add(problem.body_b[c], row<Dofs>(problem, problem.jacobian_b, at));
    return u;
  }

  template <int Dofs>
  void push(const ContactProblem& problem, std::size_t c, std::size_t at, double dp) {
    const auto add = [&](int body, const double* j) {
      if (body == ContactProblem::fixed) return;
      const int dofs = dofs_of<Dofs>(problem);
      double* v = velocity_.data() + dofs * body;
      const double* inverse_mass = problem.inverse_mass.data() + dofs * body;
      for (int k = 0; k < dofs; ++k)
        v[k] += inverse_mass[k] * j[k] * dp;
    };
    add(problem.body_a[c], row<Dofs>(problem, problem.jacobian_a, at));
    add(problem.body_b[c], row<Dofs>(problem, problem.jacobian_b, at));
  }

  /// A tangential impulse in space before the cone has cut it.
  struct Tangent {
    double first{0.0}, second{0.0};
    /// Factor onto the disc of this radius.
    [[nodiscard]] double shrink(double radius) const {
      const double length = std::hypot(first, second);
      return length <= radius ? 1.0 : radius / length;
    }
  };

  /// p_t - omega u_t / w of contact c, three rows.
  template <int Dofs>
  [[nodiscard]] Tangent tangent_wish(const ContactProblem& problem, const std::vector<double>& p,
                                     std::size_t c, double omega) const {
    const double step = diagonal_[3 * c + 1] > 0.0 ? omega / diagonal_[3 * c + 1] : 0.0;
    return {p[3 * c + 1] - step * relative_velocity<Dofs>(problem, c, 3 * c + 1),
            p[3 * c + 2] - step * relative_velocity<Dofs>(problem, c, 3 * c + 2)};
  }

  /// Both tangential impulses of contact c at once.
  template <int Dofs>
  void slide(const ContactProblem& problem, std::vector<double>& p, std::size_t c, Change& out) {
    const Tangent wish = tangent_wish<Dofs>(problem, p, c, params_.relaxation);
    const double shrink = wish.shrink(problem.friction[c] * p[3 * c]);
    const double next[2] = {shrink * wish.first, shrink * wish.second};
    double moved = 0.0;
    for (std::size_t r = 0; r < 2; ++r) {
      const std::size_t at = 3 * c + 1 + r;
      const double dp = next[r] - p[at];
      p[at] = next[r];
      if (dp != 0.0) push<Dofs>(problem, c, at, dp);
      moved = std::hypot(moved, dp);
      out.norm += next[r] * next[r];
    }
    out.change += moved * moved;
    out.largest = std::max(out.largest, moved);
    out.residual = std::max(out.residual, diagonal_[3 * c + 1] * moved);
  }

  template <int Dofs>
  Change sweep(const ContactProblem& problem, std::vector<double>& p) {
    const auto rows = static_cast<std::size_t>(problem.rows);
    const std::size_t one_by_one = rows == 3 ? 1 : rows;
    Change out;
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      for (std::size_t r = 0; r < one_by_one; ++r) {
        const std::size_t at = c * rows + r;
        if (!(diagonal_[at] > 0.0)) continue;
        const double wish =
            p[at] - params_.relaxation * relative_velocity<Dofs>(problem, c, at) / diagonal_[at];
        double next = wish;
        if (r == 0) {
          next = wish < 0.0 ? 0.0 : wish;  // NaN stays
        } else {
          const double bound = problem.friction[c] * p[c * rows];
          next = wish > bound ? bound : (wish < -bound ? -bound : wish);
        }
        const double dp = next - p[at];
        p[at] = next;
        if (dp != 0.0) push<Dofs>(problem, c, at, dp);
        out.change += dp * dp;
        out.norm += next * next;
        out.largest = std::max(out.largest, std::abs(dp));
        out.residual = std::max(out.residual, diagonal_[at] * std::abs(dp));
      }
      if (rows == 3) slide<Dofs>(problem, p, c, out);
    }
    out.change = std::sqrt(out.change);
    out.norm = std::sqrt(out.norm);
    return out;
  }

  Params params_;
  std::vector<double> velocity_;  ///< M^-1 H p
  std::vector<double> diagonal_;  ///< of W
};

}  // namespace

SolverEntry entry() {
  return {.name = "nlgs",
          .summary = "nonlinear Gauss-Seidel, contact by contact, with Coulomb's cone",
          .reference = "nguyen2024, section 4.1.3; Jean 1999",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver nlgs"));
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::nlgs
