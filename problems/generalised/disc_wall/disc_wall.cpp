#include "problems/generalised/disc_wall/disc_wall.hpp"

#include "problems/model/picture.hpp"

#include <cmath>

namespace impactbench::disc_wall {
namespace {

class PointAtDisc final : public GeneralisedSystem, public Drawn {
 public:
  explicit PointAtDisc(const Params& p)
      : p_(p), sign_(p.side == "outside" ? 1.0 : -1.0), mass_(Eigen::VectorXd::Ones(2)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setIdentity(); }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return sign_ * (q.norm() - p_.radius);
  }
  /// Zero at the centre, which is as far from every point of the circle.
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    const double length = q.norm();
    if (length > 0.0) {
      g = sign_ / length * q;
    } else {
      g.setZero();
    }
  }
  [[nodiscard]] bool convex() const override { return sign_ < 0.0; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double length() const override { return p_.radius; }
  [[nodiscard]] double top_speed() const override { return std::hypot(p_.vx, p_.vy); }
  /// The disc and the point.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    return {{}, {{Eigen::Vector2d::Zero(), p_.radius, 0.0}, {q, 0.03 * p_.radius, 0.0}}};
  }

 private:
  Params p_;
  double sign_;
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  State start{Eigen::Vector2d(p.x, p.y), Eigen::Vector2d(p.vx, p.vy)};
  return make_generalised("disc_wall", to_set(p), std::make_unique<PointAtDisc>(p),
                          std::move(start), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "disc_wall",
          .summary = "a free point bounces off a disc from outside, or within it",
          .reference = "paoli2010; examples of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem disc_wall"));
          }};
}

}  // namespace impactbench::disc_wall
