#pragma once

#include <cstddef>
#include <vector>

namespace impactbench {

/// The physical law of a contact; how a scheme models it is up to the scheme.
struct ContactLaw {
  double restitution{1.0};             ///< Newton, normal: v_n^+ = -e v_n^- [-] in [0, 1]
  double tangential_restitution{1.0};  ///< as Newton's, tangential, where friction acts [-]
  double friction{0.0};                ///< Coulomb coefficient mu [-] >= 0
  /// Torques against rolling and, in space, twisting: if friction acts, at most these times the
  /// reduced radius times the normal force [-] >= 0.
  double rolling_friction{0.0}, twisting_friction{0.0};
  /// A contact that does not slip bears up to this times the normal force, if it is above
  /// `friction`; 0 stands for `friction` [-].
  double static_friction{0.0};

  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
};

/// The laws of contact between bodies and obstacles of several materials, which are numbered from
/// 0: a pair's own law if it has one, else the common one.
class MaterialLaws {
 public:
  MaterialLaws(const ContactLaw& common = {}) : table_{common}, extreme_(common) {}
  /// One law for all pairs of so many materials; set() may change pairs.
  MaterialLaws(const ContactLaw& common, int materials);

  /// Sets the law of two materials, both below materials().
  void set(int a, int b, const ContactLaw& law);

  [[nodiscard]] int materials() const { return materials_; }
  /// The law of two materials, in either order.
  [[nodiscard]] const ContactLaw& between(int a, int b) const { return table_[place(a, b)]; }
  /// Whether some pairs have different laws.
  [[nodiscard]] bool differ() const;
  /// Whether some pair has rolling or twisting friction.
  [[nodiscard]] bool resists() const {
    return extreme_.rolling_friction > 0.0 || extreme_.twisting_friction > 0.0;
  }
  /// The one law if they do not differ; else the least restitution of any pair with the largest
  /// value of all other coefficients.
  [[nodiscard]] const ContactLaw& extreme() const { return extreme_; }
  /// The index of a pair in tables that schemes derive, of materials() squared entries.
  [[nodiscard]] std::size_t place(int a, int b) const {
    return static_cast<std::size_t>(a * materials_ + b);
  }
  [[nodiscard]] const std::vector<ContactLaw>& table() const { return table_; }

  friend bool operator==(const MaterialLaws&, const MaterialLaws&) = default;

 private:
  int materials_{1};
  std::vector<ContactLaw> table_;
  ContactLaw extreme_;
};

}  // namespace impactbench
