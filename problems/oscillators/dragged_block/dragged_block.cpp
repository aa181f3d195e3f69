#include "problems/oscillators/dragged_block/dragged_block.hpp"

#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace impactbench::dragged_block {
namespace {

using Vector = Eigen::VectorXd;

class Pair final : public GeneralisedSystem, public Drawn {
 public:
  explicit Pair(const Params& p) : p_(p), mass_(Vector::Constant(3, p.mass)) {}

  [[nodiscard]] const Vector& mass() const override { return mass_; }
  void mass_matrix(const Vector&, Eigen::MatrixXd& m) const override {
    m.setZero();
    m.diagonal() = mass_;
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double t, const Vector& q, const Vector&, Vector& force) const override {
    compute_force(q, t < p_.until ? p_.force : 0.0, force);
  }
  void mean_force(double t0, double t1, const Vector& q, const Vector&,
                  Vector& force) const override {
    const double share = t1 > t0 ? (std::min(t1, p_.until) - std::min(t0, p_.until)) / (t1 - t0)
                                 : (t0 < p_.until ? 1.0 : 0.0);
    compute_force(q, share * p_.force, force);
  }
  [[nodiscard]] double external_potential(double, const Vector& q) const override {
    const double stretch = q[1] - q[0];
    return 0.5 * p_.stiffness * stretch * stretch + p_.pressure * q[2];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Vector& q) const override { return q[2]; }
  void constraint_gradient(Eigen::Index, const Vector&, Vector& g) const override {
    g << 0.0, 0.0, 1.0;
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index, int, const Vector&, Vector& t) const override {
    t << 1.0, 0.0, 0.0;
  }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = p_.restitution,
            .tangential_restitution = 0.0,
            .friction = p_.friction,
            .static_friction = p_.friction > 0.0 ? p_.static_friction : 0.0};
  }
  [[nodiscard]] bool convex() const override { return true; }
  /// Against the floor.
  [[nodiscard]] Eigen::MatrixXd free_directions() const override { return Vector::Unit(3, 2); }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  /// The stretch of the spring by the force, or by the friction of the block.
  [[nodiscard]] double length() const override {
    return std::max(std::abs(p_.force), p_.friction * p_.pressure) / p_.stiffness;
  }
  /// The speed of both after the force has acted without friction, plus that of the oscillation.
  [[nodiscard]] double top_speed() const override {
    const double pulls = std::abs(p_.force) / p_.mass;
    return pulls * std::min(p_.until, p_.horizon) + length() * std::sqrt(p_.stiffness / p_.mass);
  }
  /// Two blocks of side a on a line with the spring between them.
  [[nodiscard]] Picture picture(const Vector& q) const override {
    const double a = length(), low = q[2], apart = 4.0 * a, height = low + 0.5 * a;
    const double front = q[0] + 0.5 * a, back = apart + q[1] - 0.5 * a;
    Picture out;
    out.lines.push_back({{-2.0 * a, 0.0}, {20.0 * a, 0.0}});
    for (const double x : {q[0], apart + q[1]}) {
      out.lines.push_back({{x - 0.5 * a, low},
                           {x + 0.5 * a, low},
                           {x + 0.5 * a, low + a},
                           {x - 0.5 * a, low + a},
                           {x - 0.5 * a, low}});
    }
    constexpr int turns = 12;
    std::vector<Eigen::Vector2d> spring{{front, height}};
    for (int k = 0; k < turns; ++k) {
      spring.emplace_back(front + (back - front) * (k + 0.5) / turns,
                          height + (k % 2 == 0 ? 0.2 * a : -0.2 * a));
    }
    spring.emplace_back(back, height);
    out.lines.push_back(std::move(spring));
    return out;
  }

 private:
  void compute_force(const Vector& q, double pull, Vector& force) const {
    const double spring = p_.stiffness * (q[1] - q[0]);
    force << spring, pull - spring, -p_.pressure;
  }

  Params p_;
  Vector mass_;
};

Problem make(const Params& p) {
  State start{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  Problem out = make_generalised("dragged_block", to_set(p), std::make_unique<Pair>(p),
                                 std::move(start), p.horizon);
  out.traits.driven = p.force != 0.0;
  const auto observe = [&](const char* name, const char* meaning, int k) {
    out.observables.push_back({name, "m", meaning, [k](const Vector& q) { return q[k]; }});
  };
  observe("block", "of the block along the floor", 0);
  observe("pulled", "of the mass that is pulled", 1);
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "dragged_block",
          .summary = "a block pulled by a spring: static friction above the kinetic one",
          .reference = "code_aster, test SDND106",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem dragged_block"));
          }};
}

}  // namespace impactbench::dragged_block
