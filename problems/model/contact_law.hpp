#pragma once

namespace impactbench {

/// What happens at a contact, as physics (how a scheme models it is the scheme's own affair).
struct ContactLaw {
  double restitution{1.0};             ///< Newton, normal: v_n^+ = -e v_n^- [-] in [0, 1]
  double tangential_restitution{1.0};  ///< as Newton's, tangential, where friction acts [-]
  double friction{0.0};                ///< Coulomb coefficient mu [-] >= 0

  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
};

}  // namespace impactbench
