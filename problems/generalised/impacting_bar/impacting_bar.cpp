#include "problems/generalised/impacting_bar/impacting_bar.hpp"

namespace impactbench::impacting_bar {
namespace {

class Bar final : public GeneralisedSystem {
 public:
  explicit Bar(const Params& p)
      : p_(p), spring_(p.stiffness * static_cast<double>(p.n - 1) / p.length), mass_(p.n) {
    mass_.setConstant(p.density * p.length / static_cast<double>(p.n - 1));
    mass_[0] *= 0.5;
    mass_[p.n - 1] *= 0.5;
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override {
    m.setZero();
    m.diagonal() = mass_;
  }
  [[nodiscard]] double kinetic_energy(const Eigen::VectorXd&,
                                      const Eigen::VectorXd& v) const override {
    return 0.5 * (mass_.array() * v.array().square()).sum();
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
    for (Eigen::Index i = 0; i + 1 < q.size(); ++i) {
      const double tension = spring_ * (q[i + 1] - q[i]);
      force[i] += tension;
      force[i + 1] -= tension;
    }
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    const Eigen::Index last = q.size() - 1;
    return 0.5 * spring_ * (q.tail(last) - q.head(last)).squaredNorm();
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return q[0];
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[0] = 1.0;
  }
  [[nodiscard]] bool convex() const override { return true; }
  /// The translation of the bar.
  [[nodiscard]] Eigen::MatrixXd free_directions() const override {
    return Eigen::MatrixXd::Ones(p_.n, 1);
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double length() const override { return p_.length; }
  [[nodiscard]] double top_speed() const override { return 2.0 * p_.speed; }

 private:
  Params p_;
  double spring_;  ///< of an element [N/m]
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  State start{Eigen::VectorXd::Constant(p.n, p.gap), Eigen::VectorXd::Constant(p.n, -p.speed)};
  Problem out = make_generalised("impacting_bar", to_set(p), std::make_unique<Bar>(p),
                                 std::move(start), p.horizon);
  out.traits.elastic = true;
  out.observables.push_back({"far_end", "m", "displacement of the end that is away from the wall",
                             [](const Eigen::VectorXd& q) { return q[q.size() - 1]; }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "impacting_bar",
          .summary = "an elastic bar hits a wall end-on and is thrown back by its own wave",
          .reference = "Paoli and Schatzman 2007, cited in paoli2010; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem impacting_bar"));
          }};
}

}  // namespace impactbench::impacting_bar
