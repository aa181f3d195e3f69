#include "problems/generalised/rocking_block/rocking_block.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/picture.hpp"

#include <cmath>

namespace impactbench::rocking_block {
namespace {

using Vector = Eigen::VectorXd;

class Block final : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit Block(const Params& p)
      : p_(p), b_(0.5 * p.width), h_(0.5 * p.height), reach_(std::hypot(b_, h_)), mass_(3) {
    mass_ << p.mass, p.mass, p.mass * reach_ * reach_ / 3.0;
  }

  [[nodiscard]] const Vector& mass() const override { return mass_; }
  void mass_matrix(const Vector&, Eigen::MatrixXd& m) const override {
    m.setZero();
    m.diagonal() = mass_;
  }
  void external_force(double, const Vector&, const Vector&, Vector& force) const override {
    force << 0.0, -p_.mass * p_.gravity, 0.0;
  }
  [[nodiscard]] double external_potential(double, const Vector& q) const override {
    return p_.mass * p_.gravity * q[1];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Vector& q) const override {
    return corner(a == 0 ? -b_ : b_, -h_, q).y();
  }
  void constraint_gradient(Eigen::Index a, const Vector& q, Vector& g) const override {
    g << 0.0, 1.0, corner(a == 0 ? -b_ : b_, -h_, q).x() - q[0];
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index a, int, const Vector& q, Vector& t) const override {
    t << 1.0, 0.0, q[1] - corner(a == 0 ? -b_ : b_, -h_, q).y();
  }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = p_.restitution, .tangential_restitution = 0.0, .friction = p_.friction};
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double length() const override { return reach_; }
  [[nodiscard]] double arm(Eigen::Index k) const override { return k == 2 ? reach_ : 1.0; }
  /// The centre is fastest at the first impact: 4/3 m R^2 w^2 / 2 = m g R (cos(alpha - angle) -
  /// cos alpha).
  [[nodiscard]] double top_speed() const override {
    const double alpha = std::atan2(b_, h_);
    const double fall = std::cos(alpha - p_.angle) - std::cos(alpha);
    return std::sqrt(1.5 * p_.gravity * reach_ * std::abs(fall));
  }
  [[nodiscard]] Picture picture(const Vector& q) const override {
    Picture out;
    out.lines.push_back({{-1.6 * reach_, 0.0}, {1.6 * reach_, 0.0}});
    out.lines.push_back({corner(-b_, -h_, q), corner(b_, -h_, q), corner(b_, h_, q),
                         corner(-b_, h_, q), corner(-b_, -h_, q)});
    return out;
  }

 private:
  /// The place of the point (u, w) of the block.
  static Eigen::Vector2d corner(double u, double w, const Vector& q) {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    return {q[0] + u * c - w * s, q[1] + u * s + w * c};
  }

  Params p_;
  double b_, h_, reach_;
  Vector mass_;
};

Problem make(const Params& p) {
  const double b = 0.5 * p.width, h = 0.5 * p.height, c = std::cos(p.angle), s = std::sin(p.angle);
  State start{Eigen::Vector3d(b * c - h * s, b * s + h * c, p.angle), Eigen::Vector3d::Zero()};
  Problem out = make_generalised("rocking_block", to_set(p), std::make_unique<Block>(p),
                                 std::move(start), p.horizon);
  out.observables.push_back(
      {"angle", "rad", "of the block, counter-clockwise", [](const Vector& q) { return q[2]; }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "rocking_block",
          .summary = "a block rocks on its corners to rest, with friction and without rebound",
          .reference = "Housner 1963; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem rocking_block"));
          }};
}

}  // namespace impactbench::rocking_block
