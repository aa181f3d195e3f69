#pragma once

#include "problems/model/contact_law.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"
#include "problems/model/round_force.hpp"
#include "problems/model/uniform_field.hpp"
#include "problems/model/wall.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {

/// Rigid round bodies, structure of arrays.
struct BodyTable {
  std::vector<double> radius;   ///< [m]
  std::vector<double> mass;     ///< [kg]
  std::vector<double> inertia;  ///< about every axis through the centre [kg m2]; none where bodies
                                ///< do not rotate
  std::vector<int> material{};  ///< numbers in MaterialLaws; none where all are 0

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// The space in which round bodies move. The coordinates of a body are its centre and, if it
/// rotates, one angle in the plane or three in space; on a line nothing rotates.
struct BodySpace {
  int dimension{2};    ///< 1, 2 or 3
  bool rotates{true};  ///< bodies have angles among their coordinates

  [[nodiscard]] int stride() const {  ///< degrees of freedom of a body
    return dimension + (rotates ? (dimension == 3 ? 3 : dimension - 1) : 0);
  }
  /// The word for one of these bodies in messages.
  [[nodiscard]] std::string_view noun() const {
    return !rotates ? "sphere" : dimension == 3 ? "ball" : "disc";
  }
  friend bool operator==(const BodySpace&, const BodySpace&) = default;
};

/// Actions on round bodies other than gravity and rigid contact.
struct RoundActions {
  std::vector<std::shared_ptr<const RoundForce>> forces{};
  UniformField field{};
  /// Gluey contacts (Maury's limit of lubrication forces that vanish): with gap D >= 0 and its
  /// gradient G a contact carries gamma <= 0, gamma D = 0,
  ///   M dv/dt = F + sum lambda_c G_c,   dgamma_c/dt = -lambda_c,
  /// so that a contact opens only once pulling has paid back all that pressed it. `viscosity`
  /// mu > 0 [N s] is the model before the limit, lambda_c = -mu (dD_c/dt) / D_c, gamma_c = mu ln
  /// D_c (D in metres; a constant does not matter).
  bool gluey{false};
  double viscosity{0.0};
  Eigen::Index memory{0};  ///< entries of q that the forces keep behind the bodies

  /// Whether some force varies in time or has no potential.
  [[nodiscard]] bool driven() const;
};

/// Rigid round bodies on a line, in the plane or in space, rotating or not, among obstacles, under
/// uniform gravity and other actions. With s the stride of the space, body i occupies entries s i
/// .. s i + s - 1 of a state:
///
///   v: velocity of the centre [m/s], angular velocity om [rad/s]
///   q: centre [m], phi = phi_0 + integral of om dt [rad]
///
/// all in the axes of space. In space phi is a record of spin and not an orientation (rotations
/// about several axes do not add up); nothing depends on it, since turning a ball about its centre
/// changes nothing. Behind all bodies q has the memory of forces; a scheme moves the bodies, and
/// calls `remember` at the end of each step.
class RoundSystem final : public MechanicalSystem {
 public:
  /// Throws ConfigurationError on a dimension that is not 1, 2 or 3, on a mass, radius or inertia
  /// that is not positive and finite, on gravity or obstacles that are not finite, have no extent
  /// or have components beyond the dimension, on a material without laws.
  RoundSystem(BodySpace space, BodyTable bodies, std::vector<Obstacle> obstacles,
              const Vec3& gravity, MaterialLaws laws, RoundActions actions = {});
  /// Takes one law for all contacts.
  RoundSystem(BodySpace space, BodyTable bodies, std::vector<Obstacle> obstacles,
              const Vec3& gravity, const ContactLaw& law, RoundActions actions = {})
      : RoundSystem(space, std::move(bodies), std::move(obstacles), gravity, MaterialLaws(law),
                    std::move(actions)) {}

  [[nodiscard]] const BodySpace& space() const { return space_; }
  [[nodiscard]] int dimension() const { return space_.dimension; }
  [[nodiscard]] const BodyTable& bodies() const { return bodies_; }
  [[nodiscard]] const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  [[nodiscard]] bool surfaces_move() const { return surfaces_move_; }  ///< of some obstacle
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }       ///< [m/s2]
  [[nodiscard]] const MaterialLaws& laws() const { return laws_; }
  /// MaterialLaws::extreme(): the law of all contacts where they do not differ.
  [[nodiscard]] const ContactLaw& law() const { return laws_.extreme(); }
  /// The law of the contact of a body with another, or with obstacle -1 - partner.
  [[nodiscard]] const ContactLaw& law(int body, int partner) const {
    return laws_.table()[law_place(body, partner)];
  }
  /// The place of that law in MaterialLaws::table().
  [[nodiscard]] std::size_t law_place(int body, int partner) const {
    if (laws_.materials() == 1) return 0;
    return laws_.place(material(body),
                       partner < 0 ? obstacles_[index(-1 - partner)].material : material(partner));
  }
  [[nodiscard]] const RoundActions& actions() const { return actions_; }
  /// The constant part of the external force, m g per body; all of it if constant_force() [N, N
  /// m].
  [[nodiscard]] const Eigen::VectorXd& weight() const { return weight_; }

  [[nodiscard]] double largest_radius() const { return largest_radius_; }  ///< [m]

  /// The boundary line of an obstacle of the plane, a half-space; and all of them.
  [[nodiscard]] Wall wall(std::size_t k) const;
  [[nodiscard]] std::vector<Wall> walls() const;

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  [[nodiscard]] Eigen::Index coordinates() const override { return dofs() + actions_.memory; }
  [[nodiscard]] bool constant_force() const override {
    return actions_.forces.empty() && !actions_.field.acts();
  }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override;
  /// Updates the memory of forces to the centres of q.
  void remember(Eigen::VectorXd& q) const;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int material(int body) const {
    return bodies_.material.empty() ? 0 : bodies_.material[index(body)];
  }
  void add_field(double acceleration, Eigen::VectorXd& force) const;

  BodySpace space_;
  BodyTable bodies_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_;
  MaterialLaws laws_;
  RoundActions actions_;
  Eigen::VectorXd mass_, weight_;
  double largest_radius_{0.0};
  bool surfaces_move_{false};
};

/// The round bodies behind a system; null for other systems.
[[nodiscard]] const RoundSystem* round_system(const MechanicalSystem& system);

/// The same if they are rotating discs in the plane among walls and only gravity and a uniform
/// field act on them; null otherwise.
[[nodiscard]] const RoundSystem* disc_system(const MechanicalSystem& system);

}  // namespace impactbench
