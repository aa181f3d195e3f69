#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/nearest/nearest_coordinates.hpp"

#include <Eigen/Core>

#include <cstdlib>
#include <functional>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace impactbench {

struct ContactImpulses;

/// How NearestVelocity finds its rows; settings of the schemes that use it.
struct RowSearch {
  double reach{0.3};
  double loose{1e4};
  int max_rounds{50};
  bool warm_start{true};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"reach", "-", "gaps below this many smallest radii are rows at once"}, self.reach,
      Range::at_least(0.0));
    f(Field{"loose", "-", "the first solve of a step is this many times less strict"}, self.loose,
      Range::between(1.0, 1e12));
    f(Field{"max_rounds", "-", "most solves a step"}, self.max_rounds, Range::between(1.0, 1e6));
    f(Field{"warm_start", "-", "start from the impulses of the last step"}, self.warm_start);
  }
  friend bool operator==(const RowSearch&, const RowSearch&) = default;
};

/// The search in one dimension: solves the contact problem over the pairs that matter, and adds
/// pairs until its solution holds for all.
template <int Dim>
class Minimiser {
 public:
  using Enter = std::function<void(Phase)>;

  void prepare(const MechanicalSystem& system, const State& start, double h,
               const RowSearch& params, Glue glue, ContactSolver& solver, Enter enter);
  StepReport find(const Eigen::VectorXd& q, Eigen::VectorXd& v);

  [[nodiscard]] const ContactProblem& problem() const { return problem_; }
  [[nodiscard]] std::span<const double> impulses() const { return impulses_; }
  void record(const Eigen::VectorXd& q, ContactImpulses& out) const;

 private:
  /// A contact that transmitted an impulse in the last step.
  struct Pressed {
    ContactKey key;
    double impulse;
  };

  /// Subtracts the impulses of the last step from the aim.
  void pull(const Eigen::VectorXd& q);
  /// Whether a pair may be a row. On a line only neighbours may: if their gaps are open, so are all
  /// others, and the rows stay a chain.
  [[nodiscard]] bool counts(int i, int j) const {
    return Dim > 1 ||
           std::abs(rank_[static_cast<std::size_t>(i)] - rank_[static_cast<std::size_t>(j)]) == 1;
  }
  void start_rows(const Eigen::VectorXd& q);
  [[nodiscard]] Gap<Dim> gap_of(const ContactKey& key, const Eigen::VectorXd& q) const;
  void add_row(const ContactKey& key, const Eigen::VectorXd& q);
  /// Sets u_ = U + M^-1 G^T p.
  void push();
  /// Appends the pairs and obstacles that u_ violates and that are not rows yet. Returns the worst
  /// violation [m/s].
  double add_violated(const Eigen::VectorXd& q);
  /// W p + b of one row, from u_ [m/s].
  [[nodiscard]] double opening(std::size_t c) const;
  /// Natural residual at u_ of the first `rows` rows, those of the last solve [m/s].
  [[nodiscard]] double residual(std::size_t rows) const;
  void remember();

  ContactSolver* solver_{nullptr};
  RowSearch params_;
  Glue glue_;
  Enter enter_;
  double h_{0.0}, smallest_radius_{1.0};
  RoundBodies bodies_;
  PairTree<Dim> tree_;
  std::vector<int> rank_;  ///< place of each body on the line, where Dim is 1
  ContactProblem problem_;
  std::vector<ContactKey> keys_;   ///< per row
  std::vector<ContactKey> known_;  ///< the same, sorted
  std::vector<ContactKey> found_;  ///< rows that a search adds
  std::vector<double> impulses_;
  std::vector<Pressed> pressed_;  ///< in the order of contact_key.hpp
  std::vector<Pressed> pulled_;   ///< those before the last call, in the same order
  Eigen::VectorXd aim_;           ///< U, Dim per body [m/s]
  Eigen::VectorXd u_;             ///< [m/s]
};

extern template class Minimiser<1>;
extern template class Minimiser<2>;
extern template class Minimiser<3>;

/// The nearest velocity with which no linearised gap of discs and spheres closes. For an aim U
///
///   u = argmin |u - U|_M^2 / 2  over  D_c(q) + h G_c(q).u >= 0,  c all pairs and obstacles.
///
/// D_c: gap, G_c: its gradient (problems/contact/gap.hpp). In the contact problem b = G U + D / h,
/// so that W p + b is the rate at which the linearised gap after h would have opened from zero, and
/// p [N s] is the impulse of contact c; the velocity unit is r / h with the smallest radius r: a
/// residual is an overlap in radii.
///
/// All pairs means all: within a step of several diameters pairs far apart constrain each other.
/// The first rows are gaps below `reach` and contacts that pressed in the last step; the solver
/// finds the velocities with a tolerance larger by the factor `loose`; every pair whose linearised
/// gap becomes negative is added (on a line: neighbours only); this repeats, with decreasing
/// tolerance, until no pair left out is worse than the worst one included.
///
/// With glue the aim is U - M^-1 sum p_c G_c(q) with the impulses p_c of the last call, and
/// 0 <= p_c: a contact is held until the aim has paid back all that pressed it.
class NearestVelocity {
 public:
  using Enter = std::function<void(Phase)>;

  void prepare(const MechanicalSystem& system, const State& start, double h, const RowSearch& rows,
               ContactSolver& solver, Enter enter, Glue glue = {});
  /// Replaces the translations U in `v` by u; angles are unchanged. On a breakdown `v` is unusable.
  StepReport find(const Eigen::VectorXd& q, Eigen::VectorXd& v) {
    return std::visit([&](auto& minimiser) { return minimiser.find(q, v); }, minimiser_);
  }
  /// Records the change of u from the given U in the last call, at its q: p, less with glue the
  /// impulses that were subtracted from the aim.
  void record(const Eigen::VectorXd& q, ContactImpulses& out) const {
    std::visit([&](const auto& minimiser) { minimiser.record(q, out); }, minimiser_);
  }
  [[nodiscard]] const ContactProblem& problem() const {
    return std::visit([](const auto& m) -> const ContactProblem& { return m.problem(); },
                      minimiser_);
  }
  [[nodiscard]] std::span<const double> impulses() const {
    return std::visit([](const auto& minimiser) { return minimiser.impulses(); }, minimiser_);
  }

 private:
  std::variant<Minimiser<2>, Minimiser<1>, Minimiser<3>> minimiser_;
};

}  // namespace impactbench
