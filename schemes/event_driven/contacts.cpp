#include "schemes/event_driven/contacts.hpp"

#include "problems/contact/gap.hpp"
#include "schemes/support/round_schemes.hpp"

#include <algorithm>
#include <utility>

namespace impactbench::event_driven {
namespace {

template <int Dim, int Dofs>
class RoundContacts final : public Contacts {
 public:
  explicit RoundContacts(const RoundSystem& system)
      : system_(system), bodies_(round_bodies(system)), inverse_(system.mass().cwiseInverse()) {
    const auto n = static_cast<int>(bodies_.size());
    for (int i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k)
        pairs_.push_back({i, -1 - static_cast<int>(k)});
      for (int j = i + 1; j < n; ++j)
        pairs_.push_back({i, j});
    }
    length_ = *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
  }

  [[nodiscard]] std::size_t count() const override { return pairs_.size(); }
  [[nodiscard]] bool acceleration(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& a) override {
    system_.external_force(t, q, v, a);
    a.array() *= inverse_.array();
    return a.allFinite();
  }
  [[nodiscard]] double gap(std::size_t c, const Eigen::VectorXd& q) const override {
    const auto [i, j] = pairs_[c];
    if (j < 0)
      return obstacle_distance<Dim>(centre(q, i), radius(i), bodies_.obstacles[index(-1 - j)]);
    return (centre(q, j) - centre(q, i)).norm() - (radius(i) + radius(j));
  }
  [[nodiscard]] double rate(std::size_t c, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v) override {
    const auto [i, j] = pairs_[c];
    const Vec<Dim> n = normal(c, q);
    return n.dot(centre(v, i)) - (j < 0 ? 0.0 : n.dot(centre(v, j)));
  }
  [[nodiscard]] double restitution(std::size_t c) const override {
    return system_.law(pairs_[c].first, pairs_[c].second).restitution;
  }
  [[nodiscard]] bool go_to(const Eigen::VectorXd&) override { return true; }
  void add_row(std::size_t c, const Eigen::VectorXd& q, double b,
               ContactProblem& problem) override {
    const auto [i, j] = pairs_[c];
    const Vec<Dim> n = normal(c, q);
    problem.body_a.push_back(i);
    problem.body_b.push_back(j < 0 ? ContactProblem::fixed : j);
    for (int k = 0; k < Dofs; ++k) {
      const double along = k < Dim ? n[std::min(k, Dim - 1)] : 0.0;
      problem.jacobian_a.push_back(along);
      problem.jacobian_b.push_back(j < 0 ? 0.0 : -along);
    }
    problem.b.push_back(b);
    problem.friction.push_back(0.0);
  }
  void push(const ContactProblem& problem, const std::vector<double>& p,
            Eigen::VectorXd& x) const override {
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      for (int k = 0; k < Dim; ++k) {
        const std::size_t at = c * Dofs + static_cast<std::size_t>(k);
        const Eigen::Index a = Dofs * problem.body_a[c] + k;
        x[a] += inverse_[a] * problem.jacobian_a[at] * p[c];
        if (problem.body_b[c] == ContactProblem::fixed) continue;
        const Eigen::Index other = Dofs * problem.body_b[c] + k;
        x[other] += inverse_[other] * problem.jacobian_b[at] * p[c];
      }
    }
  }
  [[nodiscard]] ContactProblem shape(std::size_t contacts) const override {
    ContactProblem out;
    out.rows = 1;
    out.dofs = Dofs;
    out.inverse_mass.assign(inverse_.begin(), inverse_.end());
    out.reserve(contacts, bodies_.size());
    out.resize(0);
    return out;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static Vec<Dim> centre(const Eigen::VectorXd& x, int body) {
    return x.segment<Dim>(static_cast<Eigen::Index>(Dofs) * body);
  }
  [[nodiscard]] double radius(int body) const { return bodies_.radius[index(body)]; }
  /// Along which the first body moves away from the second.
  [[nodiscard]] Vec<Dim> normal(std::size_t c, const Eigen::VectorXd& q) const {
    const auto [i, j] = pairs_[c];
    if (j >= 0) return (centre(q, i) - centre(q, j)).normalized();
    return obstacle_gap<Dim>(centre(q, i), radius(i), bodies_.obstacles[index(-1 - j)]).normal;
  }

  const RoundSystem& system_;
  RoundBodies bodies_;
  Eigen::VectorXd inverse_;
  std::vector<std::pair<int, int>> pairs_;
};

/// Of one body in coordinates in which its mass is the identity, as CoordinateContacts has it.
class CoordinateGaps final : public Contacts {
 public:
  explicit CoordinateGaps(const GeneralisedSystem& system)
      : system_(system), gradient_(system.dofs()), inertial_(system.dofs()) {
    mass_.prepare(system);
    length_ = system.length();
    speed_ = system.top_speed();
  }

  [[nodiscard]] std::size_t count() const override {
    return static_cast<std::size_t>(system_.constraints());
  }
  [[nodiscard]] bool acceleration(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& a) override {
    if (!mass_.go_to(q)) return false;
    system_.external_force(t, q, v, a);
    system_.inertial_force(q, v, inertial_);
    a += inertial_;
    mass_.solve(a);
    return a.allFinite();
  }
  [[nodiscard]] double gap(std::size_t c, const Eigen::VectorXd& q) const override {
    return system_.constraint(static_cast<Eigen::Index>(c), q);
  }
  [[nodiscard]] double rate(std::size_t c, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v) override {
    system_.constraint_gradient(static_cast<Eigen::Index>(c), q, gradient_);
    return gradient_.dot(v);
  }
  [[nodiscard]] double restitution(std::size_t c) const override {
    return system_.law(static_cast<Eigen::Index>(c)).restitution;
  }
  [[nodiscard]] bool go_to(const Eigen::VectorXd& q) override { return mass_.go_to(q); }
  void add_row(std::size_t c, const Eigen::VectorXd& q, double b,
               ContactProblem& problem) override {
    system_.constraint_gradient(static_cast<Eigen::Index>(c), q, gradient_);
    mass_.factor().matrixL().solveInPlace(gradient_);
    problem.body_a.push_back(0);
    problem.body_b.push_back(ContactProblem::fixed);
    for (const double x : gradient_) {
      problem.jacobian_a.push_back(x);
      problem.jacobian_b.push_back(0.0);
    }
    problem.b.push_back(b);
    problem.friction.push_back(0.0);
  }
  void push(const ContactProblem& problem, const std::vector<double>& p,
            Eigen::VectorXd& x) const override {
    pushed_.setZero(x.size());
    for (std::size_t c = 0; c < problem.contacts(); ++c)
      pushed_ +=
          p[c] * Eigen::Map<const Eigen::VectorXd>(
                     problem.jacobian_a.data() + c * static_cast<std::size_t>(x.size()), x.size());
    mass_.factor().matrixU().solveInPlace(pushed_);
    x += pushed_;
  }
  [[nodiscard]] ContactProblem shape(std::size_t contacts) const override {
    ContactProblem out;
    out.rows = 1;
    out.dofs = static_cast<int>(system_.dofs());
    out.inverse_mass.assign(static_cast<std::size_t>(system_.dofs()), 1.0);
    out.reserve(contacts, 1);
    out.resize(0);
    return out;
  }

 private:
  const GeneralisedSystem& system_;
  MassMatrix mass_;
  Eigen::VectorXd gradient_, inertial_;
  mutable Eigen::VectorXd pushed_;
};

}  // namespace

std::unique_ptr<Contacts> contacts_of(const MechanicalSystem& system) {
  if (const GeneralisedSystem* coordinates = generalised_system(system))
    return std::make_unique<CoordinateGaps>(*coordinates);
  return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Contacts> {
    return std::make_unique<RoundContacts<Dim, Dofs>>(*round_system(system));
  });
}

}  // namespace impactbench::event_driven
