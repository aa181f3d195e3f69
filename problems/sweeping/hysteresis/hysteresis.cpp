#include "problems/sweeping/hysteresis/hysteresis.hpp"

#include "problems/model/coordinate_arms.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::hysteresis {

double Drive::at(double t) const {
  const double x = 2.0 * std::numbers::pi * rate * t;
  return amplitude * std::sin(x) + third * std::sin(3.0 * x);
}

double Drive::slope(double t) const {
  const double w = 2.0 * std::numbers::pi * rate;
  return w * (amplitude * std::cos(w * t) + 3.0 * third * std::cos(3.0 * w * t));
}

namespace {

class Play final : public SweepingSystem {
 public:
  Play(Input input, double r, double k)
      : SweepingSystem(input.slope ? 2 : 1), input_(std::move(input)), r_(r), k_(k) {}

  void external_force(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force[0] = 0.0;
    if (input_.slope) force[1] = input_.slope(t);
  }
  void mean_force(double t0, double t1, const Eigen::VectorXd&, const Eigen::VectorXd&,
                  Eigen::VectorXd& force) const override {
    force[0] = 0.0;
    if (input_.slope) force[1] = (input_.at(t1) - input_.at(t0)) / (t1 - t0);
  }
  [[nodiscard]] bool constant_force() const override { return !input_.slope; }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    const double off = x[0] - middle(set);
    return a == 0 ? r_ + off : r_ - off;
  }
  void constraint_gradient(Eigen::Index a, SetAt, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[0] = a == 0 ? 1.0 : -1.0;
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    const double u = middle(set);
    z = w;
    z[0] = std::clamp(w[0], u - r_, u + r_);
  }
  [[nodiscard]] double dependence() const override { return k_; }
  [[nodiscard]] double length() const override { return r_; }

 private:
  [[nodiscard]] double middle(SetAt set) const { return input_.at(set.time) + k_ * set.state[0]; }

  Input input_;
  double r_, k_;
};

class Chain final : public SweepingSystem, public CoordinateArms {
 public:
  Chain(const Drive& drive, const std::vector<double>& stiffness, const std::vector<double>& yield)
      : SweepingSystem(static_cast<Eigen::Index>(stiffness.size()) + 1), drive_(drive) {
    for (std::size_t i = 0; i < stiffness.size(); ++i) {
      root_.push_back(std::sqrt(stiffness[i]));
      bound_.push_back(yield[i] / root_[i]);
    }
  }

  void external_force(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    strain_at(drive_.slope(t), force);
  }
  void mean_force(double t0, double t1, const Eigen::VectorXd&, const Eigen::VectorXd&,
                  Eigen::VectorXd& force) const override {
    strain_at((drive_.at(t1) - drive_.at(t0)) / (t1 - t0), force);
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  [[nodiscard]] Eigen::Index constraints() const override {
    return 2 * static_cast<Eigen::Index>(root_.size());
  }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt, const Eigen::VectorXd& x) const override {
    return bound_[static_cast<std::size_t>(a / 2)] + (a % 2 == 0 ? x[a / 2] : -x[a / 2]);
  }
  void constraint_gradient(Eigen::Index a, SetAt, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[a / 2] = a % 2 == 0 ? 1.0 : -1.0;
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    z = w;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      double& s = z[static_cast<Eigen::Index>(i)];
      s = std::clamp(s, -bound_[i], bound_[i]);
    }
  }
  [[nodiscard]] double length() const override {
    return *std::min_element(bound_.begin(), bound_.end());
  }
  /// The arm of the strain is the root of the stress of the stiffest element at a strain of 1
  /// [Pa^0.5].
  [[nodiscard]] double arm(Eigen::Index k) const override {
    const bool stress = k < static_cast<Eigen::Index>(root_.size());
    return stress ? 1.0 : *std::max_element(root_.begin(), root_.end());
  }

 private:
  void strain_at(double rate, Eigen::VectorXd& force) const {
    for (std::size_t i = 0; i < root_.size(); ++i)
      force[static_cast<Eigen::Index>(i)] = root_[i] * rate;
    force[force.size() - 1] = rate;
  }

  Drive drive_;
  std::vector<double> root_, bound_;  ///< sqrt(k_i) and y_i / sqrt(k_i)
};

}  // namespace

Problem make_play(std::string_view name, const ParameterSet& complete, const Input& input, double r,
                  double k, double horizon) {
  std::vector<Observable> seen{
      {"play", "m", "x, the point", [](const Eigen::VectorXd& q) { return q[0]; }}};
  Eigen::VectorXd start = Eigen::VectorXd::Zero(input.slope ? 2 : 1);
  if (input.slope) {
    start[1] = input.at(0.0);
    seen.push_back({"input", "m", "u, the middle of the interval that stays",
                    [](const Eigen::VectorXd& q) { return q[1]; }});
    seen.push_back({"stop", "m", "u - x", [](const Eigen::VectorXd& q) { return q[1] - q[0]; }});
  }
  return make_sweeping(name, complete, std::make_unique<Play>(input, r, k), std::move(start),
                       horizon, std::move(seen));
}

Problem make_chain(std::string_view name, const ParameterSet& complete, const Drive& drive,
                   const std::vector<double>& stiffness, const std::vector<double>& yield,
                   double horizon) {
  Eigen::VectorXd root(static_cast<Eigen::Index>(stiffness.size()));
  for (std::size_t i = 0; i < stiffness.size(); ++i)
    root[static_cast<Eigen::Index>(i)] = std::sqrt(stiffness[i]);
  std::vector<Observable> seen{
      {"strain", "-", "u, of all elements",
       [](const Eigen::VectorXd& q) { return q[q.size() - 1]; }},
      {"stress", "Pa", "sum of the stresses of all elements",
       [root](const Eigen::VectorXd& q) { return root.dot(q.head(root.size())); }}};
  Eigen::VectorXd start = Eigen::VectorXd::Zero(root.size() + 1);
  start[root.size()] = drive.at(0.0);
  return make_sweeping(name, complete, std::make_unique<Chain>(drive, stiffness, yield),
                       std::move(start), horizon, std::move(seen));
}

}  // namespace impactbench::hysteresis
