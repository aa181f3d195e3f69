#include "schemes/soft_constraint/soft_constraint.hpp"

#include "schemes/support/cone/cone_method.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

#include <algorithm>

namespace impactbench::soft_constraint {
namespace {

class SoftConstraint final : public ConeMethod {
 public:
  explicit SoftConstraint(const Params& p)
      : ConeMethod(p.rule()), longest_(0.5 * p.time_constant * std::min(1.0, p.damping_ratio)) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out = claims_of_nearest(
        contact_step(),
        "Todorov 2014; depth, creep, rebound, lift: derived in soft_constraint.hpp");
    out.order_impact = out.velocity.impact = std::nullopt;  // of rigid bodies it has none
    return out;
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("soft_constraint", traits)) return reason;
    if (!(h > 0.0)) return "soft_constraint goes forwards in time: dt must be above 0 s";
    if (h > longest_) {
      return "soft_constraint follows its spring: dt must be at most time_constant min(1, "
             "damping_ratio) / 2, beyond which a rebound may be faster than the impact";
    }
    if (traits.initial_penetration) {
      return "soft_constraint has a time constant and no stiffness: it has no spring for a start "
             "that presses bodies into each other";
    }
    if (traits.restitution != 0.0) {
      return "soft_constraint rebounds by its damping_ratio, not by a law of the problem: the "
             "problem must have restitution = 0";
    }
    return std::nullopt;
  }

 private:
  double longest_;  ///< [s]
};

}  // namespace

SchemeEntry entry() {
  return {.name = "soft_constraint",
          .summary = "convex contact of robotics engines: a spring and a dashpot in an impedance",
          .reference = "Todorov 2014",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<SoftConstraint>(parse<Params>(given, "scheme soft_constraint"));
          }};
}

}  // namespace impactbench::soft_constraint
