#include "problems/generalised/bars/bars.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::bars {
namespace {

class Bars final : public GeneralisedSystem {
 public:
  explicit Bars(Layout layout) : layout_(std::move(layout)) {
    Eigen::Index nodes = 0;
    for (const Bar& bar : layout_.bars)
      nodes += bar.nodes, length_ += bar.length;
    diagonal_.setZero(nodes);
    weight_.setZero(nodes);
    const double share = layout_.consistent ? 1.0 / 3.0 : 0.5;
    for_each_element([&](const Bar& bar, Eigen::Index i) {
      const double mass = bar.density * bar.element();
      for (const Eigen::Index node : {i, i + 1}) {
        diagonal_[node] += share * mass;
        weight_[node] -= 0.5 * mass * layout_.gravity;
      }
    });
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return diagonal_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override {
    m.setZero();
    m.diagonal() = diagonal_;
    if (!layout_.consistent) return;
    for_each_element([&](const Bar& bar, Eigen::Index i) {
      m(i, i + 1) = m(i + 1, i) = bar.density * bar.element() / 6.0;
    });
  }
  [[nodiscard]] double kinetic_energy(const Eigen::VectorXd&,
                                      const Eigen::VectorXd& v) const override {
    double sum = 0.5 * (diagonal_.array() * v.array().square()).sum();
    if (!layout_.consistent) return sum;
    for_each_element([&](const Bar& bar, Eigen::Index i) {
      sum += bar.density * bar.element() / 6.0 * v[i] * v[i + 1];
    });
    return sum;
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force = weight_;
    for_each_element([&](const Bar& bar, Eigen::Index i) {
      const double tension = bar.stiffness / bar.element() * (q[i + 1] - q[i]);
      force[i] += tension;
      force[i + 1] -= tension;
    });
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    double sum = -weight_.dot(q);
    for_each_element([&](const Bar& bar, Eigen::Index i) {
      const double stretch = q[i + 1] - q[i];
      sum += 0.5 * bar.stiffness / bar.element() * stretch * stretch;
    });
    return sum;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return layout_.gap + q[layout_.ahead] - (layout_.behind < 0 ? 0.0 : q[layout_.behind]);
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[layout_.ahead] = 1.0;
    if (layout_.behind >= 0) g[layout_.behind] = -1.0;
  }
  [[nodiscard]] bool convex() const override { return true; }
  /// The translation of each bar.
  [[nodiscard]] Eigen::MatrixXd free_directions() const override {
    Eigen::MatrixXd out =
        Eigen::MatrixXd::Zero(dofs(), static_cast<Eigen::Index>(layout_.bars.size()));
    for (Eigen::Index k = 0; k < out.cols(); ++k) {
      const Bar& bar = layout_.bars[static_cast<std::size_t>(k)];
      out.col(k).segment(bar.first, bar.nodes).setOnes();
    }
    return out;
  }
  [[nodiscard]] double restitution() const override { return layout_.restitution; }
  [[nodiscard]] double length() const override { return length_; }
  [[nodiscard]] double top_speed() const override { return layout_.top_speed; }

 private:
  template <class F>
  void for_each_element(F&& f) const {
    for (const Bar& bar : layout_.bars)
      for (Eigen::Index i = bar.first; i + 1 < bar.first + bar.nodes; ++i)
        f(bar, i);
  }

  Layout layout_;
  double length_{0.0};                 ///< of all bars
  Eigen::VectorXd diagonal_, weight_;  ///< of M; force
};

}  // namespace

Problem make(std::string_view name, const ParameterSet& complete, Layout layout, State start,
             double horizon) {
  Problem out = make_generalised(name, complete, std::make_unique<Bars>(std::move(layout)),
                                 std::move(start), horizon);
  out.traits.elastic = true;
  return out;
}

Problem make(std::string_view name, const Single& p, const ParameterSet& complete) {
  const double impact = std::sqrt(p.speed * p.speed + 2.0 * p.gravity * p.gap);
  const double contact = 2.0 * p.length / std::sqrt(p.stiffness / p.density);
  Layout layout{.bars = {{0, p.n, p.length, p.stiffness, p.density}},
                .consistent = p.mass == "consistent",
                .gravity = p.gravity,
                .ahead = 0,
                .behind = -1,
                .gap = 0.0,
                .restitution = p.restitution,
                // Elements overshoot the front that throws the free end back, 2 w at most.
                .top_speed = 2.0 * (impact + p.gravity * contact)};
  State start{Eigen::VectorXd::Constant(p.n, p.gap), Eigen::VectorXd::Constant(p.n, -p.speed)};
  Problem out = make(name, complete, std::move(layout), std::move(start), p.horizon);
  out.observables.push_back({"far_end", "m", "displacement of the end that is away from the wall",
                             [](const Eigen::VectorXd& q) { return q[q.size() - 1]; }});
  return out;
}

}  // namespace impactbench::bars
