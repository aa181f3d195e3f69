#include "problems/generalised/two_point_pendulum/two_point_pendulum.hpp"

#include <cmath>

namespace impactbench::floor_pendulum {
namespace {

/// The outer point meets a rough floor at the depth H below the pivot:
///
///   f = H - l_1 cos(theta_1) - l_2 cos(theta_2) >= 0,
///   t = (l_1 cos(theta_1), l_2 cos(theta_2)): the outer point along the floor.
///
/// It bounces to the floor, slides, and sticks. All numbers are the choice of this suite. The
/// reference solution is `frictional_events`, computed in two ways. The problem shows restitution
/// and friction of a constraint in coordinates: impacts, slip and stick.
struct Params : two_point_pendulum::Rods {
  Params() { angle_1 = 0.6, angle_2 = 0.9; }
  double restitution{0.3}, tangential_restitution{0.0}, friction{0.3};
  double floor{1.5};
  double horizon{1.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "where friction acts"}, self.tangential_restitution,
      Range::between(-1.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient"}, self.friction, Range::at_least(0.0));
    each_mass_field(self, f);
    f(Field{"floor", "m", "H of the floor below the pivot"}, self.floor, Range::any());
    each_start_field(self, f);
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

class OverFloor final : public two_point_pendulum::Pendulum {
 public:
  explicit OverFloor(const Params& p) : Pendulum(p), p_(p) {}

  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return p_.floor - p_.length_1 * std::cos(q[0]) - p_.length_2 * std::cos(q[1]);
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    g << p_.length_1 * std::sin(q[0]), p_.length_2 * std::sin(q[1]);
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = p_.restitution,
            .tangential_restitution = p_.tangential_restitution,
            .friction = p_.friction};
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index, int, const Eigen::VectorXd& q,
                          Eigen::VectorXd& t) const override {
    t << p_.length_1 * std::cos(q[0]), p_.length_2 * std::cos(q[1]);
  }
  /// With the floor.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    Picture out = Pendulum::picture(q);
    const double reach = p_.length_1 + p_.length_2;
    out.lines.push_back({{-reach, -p_.floor}, {reach, -p_.floor}});
    return out;
  }

 private:
  Params p_;
};

Problem make(const Params& p) {
  Problem out = make_generalised("floor_pendulum", to_set(p), std::make_unique<OverFloor>(p),
                                 p.start(), p.horizon);
  const double a = p.length_1, b = p.length_2;
  out.observables.push_back(
      {"point_x", "m", "of the outer point, along the floor",
       [=](const Eigen::VectorXd& q) { return a * std::sin(q[0]) + b * std::sin(q[1]); }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "floor_pendulum",
          .summary = "the outer point of a double pendulum bounces and slides on a rough floor",
          .reference = "numbers the choice of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem floor_pendulum"));
          }};
}

}  // namespace impactbench::floor_pendulum
