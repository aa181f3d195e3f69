#include "problems/generalised/two_point_pendulum/two_point_pendulum.hpp"

#include <Eigen/LU>

#include <cmath>

namespace impactbench::double_pendulum {
namespace {

/// The pendulum between two stops, whose gaps are arcs of the ends of the rods [m]:
///
///   f_1 = l_1 (theta_1 + stop_1) >= 0            (a wall)
///   f_2 = l_2 (theta_2 - theta_1 + stop_2) >= 0  (a knee)
///
/// The reference solution is `event_driven` for rigid stops, computed impact by impact, and
/// `spring_constraints` for springs. The problem shows impacts with a mass matrix that varies, and
/// at the corner of two constraints. Source: paoli2010 names double pendulums with stops and gives
/// no numbers; all of them are the choice of this suite.
struct Params : two_point_pendulum::Rods {
  double restitution{0.8};
  double stop_1{0.2};
  double stop_2{0.1};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient, generalised"}, self.restitution,
      Range::between(0.0, 1.0));
    each_mass_field(self, f);
    f(Field{"stop_1", "rad", "the inner rod does not go below minus this"}, self.stop_1,
      Range::any());
    f(Field{"stop_2", "rad", "the outer rod does not go further back against the inner one"},
      self.stop_2, Range::any());
    each_start_field(self, f);
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

class Stops final : public two_point_pendulum::Pendulum {
 public:
  explicit Stops(const Params& p) : Pendulum(p), p_(p) {}

  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return a == 0 ? p_.length_1 * (q[0] + p_.stop_1) : p_.length_2 * (q[1] - q[0] + p_.stop_2);
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g << (a == 0 ? p_.length_1 : -p_.length_2), (a == 0 ? 0.0 : p_.length_2);
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  /// With the wall beside the inner rod, and the line at which the outer one meets the knee.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const auto below = [](double length, double angle) {
      return Eigen::Vector2d(length * std::sin(angle), -length * std::cos(angle));
    };
    Picture out = Pendulum::picture(q);
    const Eigen::Vector2d inner = out.circles[0].centre;
    out.lines.push_back({Eigen::Vector2d::Zero(), below(p_.length_1, -p_.stop_1)});
    out.lines.push_back({inner, inner + below(0.3 * p_.length_2, q[0] - p_.stop_2)});
    return out;
  }
  /// (grad f_1, M^-1 grad f_2) over the norms of both where both stops act.
  [[nodiscard]] double corner() const {
    Eigen::MatrixXd m(2, 2);
    mass_matrix(Eigen::Vector2d(-p_.stop_1, -p_.stop_1 - p_.stop_2), m);
    const Eigen::Matrix2d inverse = m.inverse();
    const Eigen::Vector2d wall(1.0, 0.0), knee(-1.0, 1.0);
    return wall.dot(inverse * knee) /
           std::sqrt(wall.dot(inverse * wall) * knee.dot(inverse * knee));
  }

 private:
  Params p_;
};

Problem make(const Params& p) {
  auto pendulum = std::make_unique<Stops>(p);
  const double corner = pendulum->corner();
  return make_generalised("double_pendulum", to_set(p), std::move(pendulum), p.start(), p.horizon,
                          corner);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "double_pendulum",
          .summary = "a double pendulum swings against a wall and a knee stop",
          .reference = "paoli2010; numbers the choice of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem double_pendulum"));
          }};
}

}  // namespace impactbench::double_pendulum
