#pragma once

#include "problems/model/generalised_setup.hpp"

#include <algorithm>
#include <memory>

namespace impactbench::testing {

/// A point (x, y) of mass m above a rough floor y >= 0, with a smooth stop x <= L of another
/// restitution.
class Block final : public GeneralisedSystem {
 public:
  Block(const ContactLaw& floor, double rebound) : floor_(floor), rebound_(rebound) {}

  static constexpr double m = 2.0, g = 10.0, L = 0.5;

  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& out) const override {
    out = mass_.asDiagonal();
  }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force << 0.0, -m * g;
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return m * g * q[1];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return a == 0 ? q[1] : L - q[0];
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd&,
                           Eigen::VectorXd& out) const override {
    out << (a == 0 ? 0.0 : -1.0), (a == 0 ? 1.0 : 0.0);
  }
  [[nodiscard]] double restitution() const override {
    return std::min(floor_.restitution, rebound_);
  }
  [[nodiscard]] ContactLaw law(Eigen::Index a) const override {
    return a == 0 ? floor_ : ContactLaw{.restitution = rebound_};
  }
  [[nodiscard]] int tangents() const override { return tangents_; }
  void constraint_tangent(Eigen::Index a, int, const Eigen::VectorXd&,
                          Eigen::VectorXd& t) const override {
    t << (a == 0 && tangents_ > 0 ? 1.0 : 0.0), 0.0;
  }
  [[nodiscard]] bool convex() const override { return true; }
  int tangents_{1};

 private:
  ContactLaw floor_;
  double rebound_;
  Eigen::VectorXd mass_{Eigen::Vector2d(m, m)};
};

/// It slides from x = 0 with v0 towards the stop.
struct BlockNumbers {
  double friction{0.3}, floor_restitution{0.0}, rebound{0.5}, speed{3.0}, height{0.0};
  double horizon{0.8};

  [[nodiscard]] Problem problem() const {
    const ContactLaw floor{
        .restitution = floor_restitution, .tangential_restitution = 0.0, .friction = friction};
    return make_generalised("block", {}, std::make_unique<Block>(floor, rebound),
                            {Eigen::Vector2d(0.0, height), Eigen::Vector2d(speed, 0.0)}, horizon);
  }
  /// The square of its speed at the stop, v0^2 - 2 mu g L.
  [[nodiscard]] double square_at_stop() const {
    return speed * speed - 2.0 * friction * Block::g * Block::L;
  }
  /// Rest position: it leaves the stop with speed e v, and goes (e v)^2 / (2 mu g) back.
  [[nodiscard]] double rest() const {
    return Block::L - rebound * rebound * square_at_stop() / (2.0 * friction * Block::g);
  }
};

}  // namespace impactbench::testing
