#include "problems/sweeping/turning_half_plane/turning_half_plane.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench::turning_half_plane {
namespace {

class HalfPlane final : public SweepingSystem {
 public:
  explicit HalfPlane(const Params& p) : SweepingSystem(2), p_(p), length_(std::hypot(p.x, p.y)) {}

  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    return normal(set).dot(x) - p_.offset;
  }
  void constraint_gradient(Eigen::Index, SetAt set, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g = normal(set);
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    const Eigen::Vector2d n = normal(set);
    z = w;
    z += std::max(0.0, p_.offset - n.dot(w)) * n;
  }
  [[nodiscard]] double length() const override { return length_; }

 private:
  [[nodiscard]] Eigen::Vector2d normal(SetAt set) const {
    return {std::cos(p_.rate * set.time), std::sin(p_.rate * set.time)};
  }

  Params p_;
  double length_;  ///< of the start from the centre of turning
};

Problem make(const Params& p) {
  return make_sweeping("turning_half_plane", to_set(p), std::make_unique<HalfPlane>(p),
                       Eigen::Vector2d(p.x, p.y), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "turning_half_plane",
          .summary = "a point is swept by a half-plane that turns: involute of a circle",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem turning_half_plane"));
          }};
}

}  // namespace impactbench::turning_half_plane
