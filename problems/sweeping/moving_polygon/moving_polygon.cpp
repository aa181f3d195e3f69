#include "problems/sweeping/moving_polygon/moving_polygon.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::moving_polygon {
namespace {

class Polygon final : public SweepingSystem {
 public:
  explicit Polygon(const Params& p)
      : SweepingSystem(2), p_(p), normals_(2, static_cast<Eigen::Index>(p.sides)) {
    for (Eigen::Index a = 0; a < normals_.cols(); ++a) {
      const double angle = std::numbers::pi * (p.first / 180.0 + 2.0 * static_cast<double>(a) /
                                                                     static_cast<double>(p.sides));
      normals_.col(a) = Eigen::Vector2d(std::cos(angle), std::sin(angle));
    }
  }

  [[nodiscard]] Eigen::Index constraints() const override { return normals_.cols(); }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    const double turned = p_.rate * set.time;
    const Eigen::Vector2d off(x[0] - p_.orbit * (std::cos(turned) - 1.0),
                              x[1] - p_.orbit * std::sin(turned));
    return p_.inradius - normals_.col(a).dot(off);
  }
  void constraint_gradient(Eigen::Index a, SetAt, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g = -normals_.col(a);
  }
  [[nodiscard]] double length() const override { return p_.inradius; }

 private:
  Params p_;
  Eigen::Matrix2Xd normals_;  ///< outer, columns
};

Problem make(const Params& p) {
  return make_sweeping("moving_polygon", to_set(p), std::make_unique<Polygon>(p),
                       Eigen::Vector2d(p.x, p.y), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "moving_polygon",
          .summary = "a point in a polygon whose centre runs round a circle: faces and corners",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem moving_polygon"));
          }};
}

}  // namespace impactbench::moving_polygon
