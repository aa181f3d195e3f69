#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {

/// Settings of gluey contacts, which every problem of round bodies has (RoundActions).
struct GlueSettings {
  bool gluey{false};
  double viscosity{0.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"gluey", "-", "contacts open once pulling has cancelled the pressing impulses"},
      self.gluey);
    f(Field{"viscosity", "N s", "of gluey contacts; 0: the limit"}, self.viscosity,
      Range::at_least(0.0));
  }
  friend bool operator==(const GlueSettings&, const GlueSettings&) = default;
};

/// Whether a set-up keeps its bodies or, for an outline, only counts them.
enum class Bodies { kept, counted };

/// The moment of inertia of round bodies, as given by their setting `inertia`: a number is that of
/// each of them [kg m2]; physical: share m r^2, share = 1/2 for a solid disc, 2/5 for a solid ball;
/// hollow: 2/3 m r^2, a thin spherical shell; thesis: m (1 m2), as in nguyen2024's listing.
class RoundInertia {
 public:
  RoundInertia(const std::string& setting, double solid_share)
      : number_(number_of_text(setting)),
        share_(setting == "hollow" ? 2.0 / 3.0 : solid_share),
        listed_(setting == "thesis") {}

  [[nodiscard]] double operator()(double mass, double radius) const {
    if (number_) return *number_;
    return listed_ ? mass : share_ * mass * radius * radius;
  }

 private:
  std::optional<double> number_;
  double share_;
  bool listed_;
};

/// Collects round bodies and obstacles and makes the Problem; every start is checked here. Vectors
/// have three components; those beyond the dimension are zero.
class RoundSetup {
 public:
  RoundSetup(BodySpace space, const ContactLaw& law, Bodies bodies = Bodies::kept)
      : space_(space), laws_(law), keeps_(bodies == Bodies::kept) {}

  /// Reserves room for so many bodies: a hint that saves time and memory if there are many.
  void reserve(std::size_t bodies);
  /// Adds a body. Bodies that do not rotate have no inertia, spin and angle; in the plane only the
  /// third component of a rotation counts.
  void body(double mass, double radius, double inertia, const Vec3& position, const Vec3& velocity,
            const Vec3& spin = Vec3::Zero(), const Vec3& angle = Vec3::Zero());
  void obstacle(const Obstacle& o) { obstacles_.push_back(o); }
  void half_space(const Vec3& point, const Vec3& inward);
  void segment(const Vec3& from, const Vec3& to);
  void box(const Vec3& low, const Vec3& high);
  void ball(const Vec3& centre, double radius);
  /// Sets laws of several materials in place of the common one; `of_bodies`, a number for each
  /// body, may be empty: they are all 0.
  void materials(MaterialLaws laws, std::vector<int> of_bodies);
  void gravity(const Vec3& g) { gravity_ = g; }
  /// Adds a force per mass that varies in time.
  void field(UniformField f) { actions_.field = std::move(f); }
  void force(std::shared_ptr<const RoundForce> f) { actions_.forces.push_back(std::move(f)); }
  /// Adds an entry of q for a force with memory, with its value at the start; returns its place.
  /// The bodies come first: throws ConfigurationError if one follows.
  Eigen::Index memory(double at_start);
  /// Makes contacts gluey (RoundActions).
  void glue(double viscosity);
  /// Makes contacts gluey if the settings ask for it. Throws ConfigurationError on a viscosity
  /// without glue.
  void glue(const GlueSettings& settings);
  /// Removes inertia: velocities follow from forces, M dq/dt = F + contact forces.
  void first_order() { first_order_ = true; }
  /// Declares that the start presses bodies into each other on purpose, up to this depth [m].
  void allow_penetration(double depth) { allowed_penetration_ = depth; }
  /// Declares that the start was left by a rigid scheme, or is rounded: bodies may overlap up to
  /// this depth [m] without a force.
  void allow_overlap(double depth) { allowed_overlap_ = depth; }

  /// Places the bodies added so far according to `start`, counted as time 0; `same` are its bodies
  /// and messages call it `from`. A rigid scheme leaves overlaps, up to a step at the speed of an
  /// impact, of some thousandths of a diameter: a hundredth of the largest is allowed. Throws
  /// ConfigurationError if the bodies differ in number, space or radius.
  void begin_at(const BodySpace& space, const BodyTable& same, const State& start,
                const std::string& from);

  /// Declares that positions of the start are rounded, by at most this [m].
  void rounded_to(double rounding) { rounding_ = rounding; }

  /// Throws ConfigurationError if there is no body, if a number of the start is not finite, the
  /// horizon not positive, a component beyond the dimension not zero, or if two bodies share their
  /// centre or overlap, or one overlaps an obstacle, by more than the allowed depth and 1e-12 m (or
  /// the rounding of its coordinates). Time is O(n log n), memory O(n).
  [[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                             double horizon) &&;
  /// The outline of that problem, whether its bodies are kept or counted; checks nothing.
  [[nodiscard]] ProblemOutline outline(double horizon) const {
    return {traits(), horizon, space_.stride() * static_cast<Eigen::Index>(count_)};
  }

 private:
  void count(double mass, bool spins);
  void refuse_not_finite(const State& start) const;
  [[nodiscard]] ProblemTraits traits() const;

  BodySpace space_;
  MaterialLaws laws_;
  bool keeps_;
  std::size_t count_{0};
  double lightest_{0.0}, second_{0.0};  ///< of all masses [kg]
  bool spins_{false};                   ///< some body does at the start
  BodyTable bodies_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_{0.0, 0.0, 0.0};
  RoundActions actions_;
  bool first_order_{false};
  std::vector<double> q_, v_, memory_;
  std::string beyond_;  ///< what is wrong with a body beyond the dimension
  double allowed_penetration_{0.0}, allowed_overlap_{0.0}, rounding_{0.0};
};

/// The largest overlap of a body with another or with an obstacle; 0 where there is none [m].
[[nodiscard]] double deepest_overlap(const RoundSystem& system, const Eigen::VectorXd& q);

/// Throws ConfigurationError if two bodies share their centre or overlap, or one overlaps an
/// obstacle, by more than `allowed` and 1e-12 m (or the rounding of its coordinates).
void refuse_overlaps(const RoundSystem& system, const Eigen::VectorXd& q, double allowed = 0.0);

}  // namespace impactbench
