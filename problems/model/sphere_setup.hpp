#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/sphere_system.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {

/// Settings that every problem of spheres has beside its own numbers.
struct SphereCommon {
  double restitution{0.0};
  bool gluey{false};
  double viscosity{0.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"gluey", "-", "contacts open only once pulling has paid back what pressed them"},
      self.gluey);
    f(Field{"viscosity", "N s", "of gluey contacts; 0: the limit"}, self.viscosity,
      Range::at_least(0.0));
  }
  friend bool operator==(const SphereCommon&, const SphereCommon&) = default;
};

/// Collects spheres and obstacles and makes the Problem; the place where every start is checked.
/// Vectors have three components, those beyond the dimension zero.
class SphereSetup {
 public:
  SphereSetup(int dimension, const SphereCommon& common) : dimension_(dimension), common_(common) {}

  /// Room for so many spheres: a hint that saves time and memory where there are many.
  void reserve(std::size_t spheres);
  void sphere(double mass, double radius, const Vec3& position, const Vec3& velocity);
  void half_space(const Vec3& point, const Vec3& inward);
  void segment(const Vec3& from, const Vec3& to);
  void box(const Vec3& low, const Vec3& high);
  void gravity(const Vec3& g) { gravity_ = g; }
  void force(std::shared_ptr<const SphereForce> f) { forces_.push_back(std::move(f)); }
  /// An entry of q for a force with a past, and its value at the start; returns its place. The
  /// spheres come first: throws ConfigurationError if one follows.
  Eigen::Index memory(double at_start);
  /// No inertia: velocities follow from forces, M dq/dt = F + contact forces.
  void first_order() { first_order_ = true; }

  /// Throws ConfigurationError if there is no sphere, if a number of the start is not finite, the
  /// horizon not positive, a component beyond the dimension not zero, or if two spheres share their
  /// centre or overlap, or one reaches into an obstacle, by more than 1e-12 m (or the rounding of
  /// its coordinates), or if contacts without glue are to have a viscosity. Time is O(n log n),
  /// memory O(n).
  [[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                             double horizon) &&;

 private:
  void refuse_not_finite() const;

  int dimension_;
  SphereCommon common_;
  Spheres spheres_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_{0.0, 0.0, 0.0};
  std::vector<std::shared_ptr<const SphereForce>> forces_;
  bool first_order_{false};
  std::vector<Vec3> q_, v_;
  std::vector<double> memory_;
};

}  // namespace impactbench
