#include "problems/sweeping/moving_ring/moving_ring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace impactbench::moving_ring {
namespace {

class RingSet final : public SweepingSystem {
 public:
  explicit RingSet(const Ring& ring) : SweepingSystem(2), ring_(ring) {}

  [[nodiscard]] Eigen::Index constraints() const override {
    return (ring_.inner ? 1 : 0) + (ring_.outer ? 1 : 0);
  }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    const double away = from_centre(set, x).norm();
    return is_inner(a) ? away - *ring_.inner : *ring_.outer - away;
  }
  void constraint_gradient(Eigen::Index a, SetAt set, const Eigen::VectorXd& x,
                           Eigen::VectorXd& g) const override {
    const Eigen::Vector2d r = from_centre(set, x);
    const double away = r.norm();
    g.setZero();
    if (away > 0.0) g = (is_inner(a) ? 1.0 : -1.0) / away * r;
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    const Eigen::Vector2d r = from_centre(set, w);
    const double away = r.norm();
    double wanted = ring_.inner ? std::max(away, *ring_.inner) : away;
    if (ring_.outer) wanted = std::min(wanted, *ring_.outer);
    z = w;
    if (wanted == away) return;
    // In the middle of the hole all points of the inner circle are as near.
    const Eigen::Vector2d along =
        away > 0.0 ? Eigen::Vector2d(r / away) : Eigen::Vector2d(1.0, 0.0);
    z += (wanted - away) * along;
  }
  [[nodiscard]] double reach() const override {
    return ring_.inner.value_or(std::numeric_limits<double>::infinity());
  }
  [[nodiscard]] double length() const override { return ring_.inner ? *ring_.inner : *ring_.outer; }

 private:
  [[nodiscard]] bool is_inner(Eigen::Index a) const { return a == 0 && ring_.inner.has_value(); }
  [[nodiscard]] Eigen::Vector2d from_centre(SetAt set, const Eigen::VectorXd& x) const {
    return {x[0] - ring_.speed * set.time, x[1]};
  }

  Ring ring_;
};

}  // namespace

Problem make(std::string_view name, const ParameterSet& complete, const Ring& ring, double x,
             double y, double horizon) {
  return make_sweeping(name, complete, std::make_unique<RingSet>(ring), Eigen::Vector2d(x, y),
                       horizon);
}

}  // namespace impactbench::moving_ring
