#pragma once

#include "problems/model/disc_system.hpp"
#include "problems/model/problem.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace impactbench {

/// Settings that every disc problem has beside its own numbers.
struct DiscCommon {
  std::string inertia{"thesis"};
  std::string precision{"double"};
  double restitution{1.0};
  double tangential_restitution{1.0};
  double friction{0.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"inertia", "-", "moment of inertia: thesis J = m (1 m2), physical J = m r^2 / 2"},
      self.inertia, OneOf{"thesis", "physical"});
    f(Field{"precision", "-",
            "thesis: literals that nguyen2024's listing has in single precision are rounded so"},
      self.precision, OneOf{"double", "thesis"});
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "Newton's law along the tangent, where friction acts"},
      self.tangential_restitution, Range::between(-1.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
  }
  friend bool operator==(const DiscCommon&, const DiscCommon&) = default;
};

/// Collects discs and walls and makes the Problem; the place where every start is checked.
class DiscSetup {
 public:
  explicit DiscSetup(const DiscCommon& common) : common_(common) {}

  /// `x`, rounded to single precision if the problem runs with precision = "thesis": for literals
  /// that the thesis's listing writes without a D exponent.
  [[nodiscard]] double literal(double x) const;

  /// Room for so many discs: a hint that saves time and memory where there are many.
  void reserve(std::size_t discs);
  void disc(double mass, double radius, Vec2 position, Vec2 velocity, double spin = 0.0,
            double angle = 0.0);
  void box(double x_low, double x_high, double y_low, double y_high);
  /// One line wall more.
  void wall(Vec2 point, Vec2 inward) { walls_.push_back({point, inward}); }
  void gravity(Vec2 g) { gravity_ = g; }
  /// A force per mass that varies in time, beside gravity.
  void field(UniformField f) { field_ = std::move(f); }
  /// Declares that the start presses bodies into each other on purpose, up to this depth [m].
  void allow_penetration(double depth) { allowed_penetration_ = depth; }

  /// Declares that the start is what a rigid scheme has left: bodies may overlap up to this depth
  /// [m], with no force in it.
  void allow_overlap(double depth) { allowed_overlap_ = depth; }

  /// Throws ConfigurationError if a number of the start is not finite, the horizon not positive,
  /// or if discs overlap, or leave the box, by more than what was allowed and 1e-12 m (1e-6 m where
  /// precision = "thesis" rounds their positions). Time and memory are O(discs).
  [[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                             double horizon) &&;

 private:
  void refuse_not_finite(const State& start) const;
  void refuse_overlaps(const DiscSystem& system, const Eigen::VectorXd& q) const;

  DiscCommon common_;
  Discs discs_;
  std::vector<Wall> walls_;
  Vec2 gravity_{0.0, 0.0};
  UniformField field_;
  std::vector<double> q_, v_;
  double allowed_penetration_{0.0}, allowed_overlap_{0.0};
};

}  // namespace impactbench
