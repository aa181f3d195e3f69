#include "problems/spheres/bead_chain/bead_chain.hpp"

#include <cmath>

namespace impactbench::bead_chain {
namespace {

using Vec2 = Eigen::Vector2d;

class Potential final : public RoundForce {
 public:
  explicit Potential(const Params& p) : p_(p) {}

  [[nodiscard]] std::string_view noun() const override { return "a chain that resists bending"; }
  void add(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    const Eigen::Index n = q.size() / 2;
    for (Eigen::Index i = 0; i + 1 < n; ++i) {
      const Vec2 d = link(q, i);
      const double length = d.norm();
      const Vec2 tension = p_.stretching * (length - p_.spacing) / length * d;
      force.segment<2>(2 * i) += tension;
      force.segment<2>(2 * i + 2) -= tension;
    }
    for (Eigen::Index i = 1; i + 1 < n; ++i) {
      // grad_{i+1} c = (b - c a) / |q_{i+1} - q_i|, grad_{i-1} c = (a - c b) / |q_{i-1} - q_i|.
      const Vec2 ahead = link(q, i), behind = -link(q, i - 1);
      const Vec2 a = ahead.normalized(), b = behind.normalized();
      const double c = a.dot(b);
      const Vec2 next = -0.5 * p_.bending / ahead.norm() * (b - c * a);
      const Vec2 last = -0.5 * p_.bending / behind.norm() * (a - c * b);
      force.segment<2>(2 * i + 2) += next;
      force.segment<2>(2 * i - 2) += last;
      force.segment<2>(2 * i) -= next + last;
    }
  }
  /// Zero for the straight chain at its length.
  [[nodiscard]] double potential(const Eigen::VectorXd& q) const override {
    const Eigen::Index n = q.size() / 2;
    double sum = 0.0;
    for (Eigen::Index i = 0; i + 1 < n; ++i) {
      const double stretch = link(q, i).norm() - p_.spacing;
      sum += 0.5 * p_.stretching * stretch * stretch;
    }
    for (Eigen::Index i = 1; i + 1 < n; ++i)
      sum += 0.5 * p_.bending * (1.0 - link(q, i).normalized().dot(link(q, i - 1).normalized()));
    return sum;
  }

 private:
  static Vec2 link(const Eigen::VectorXd& q, Eigen::Index i) {
    return q.segment<2>(2 * i + 2) - q.segment<2>(2 * i);
  }
  Params p_;
};

/// First mode of a beam with free ends, largest value 2 at its ends; s from 0 to 1.
double mode(double s) {
  constexpr double beta = 4.730040744862704;
  // (cosh beta - cos beta) / (sinh beta - sin beta): compilers fold these functions each in its way.
  constexpr double ratio = 0.9825022145762381;
  return std::cosh(beta * s) + std::cos(beta * s) -
         ratio * (std::sinh(beta * s) + std::sin(beta * s));
}

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  const auto n = static_cast<double>(p.n);
  for (std::int64_t i = 0; i < p.n; ++i) {
    const double s = static_cast<double>(i) + 0.5;
    setup.sphere(p.mass, p.radius,
                 {(s - 0.5 * n) * p.spacing, 0.5 * p.amplitude * mode(s / n), 0.0}, Vec3::Zero());
  }
  setup.force(std::make_shared<Potential>(p));
  return std::move(setup).make("bead_chain", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "bead_chain",
          .summary = "a chain of beads that resists bending swings in its first mode",
          .reference = "maury-slides, macroscopic bodies; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem bead_chain"));
          }};
}

}  // namespace impactbench::bead_chain
