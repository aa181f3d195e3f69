#include "schemes/sap/sap.hpp"

#include "schemes/support/cone/cone_method.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

namespace impactbench::sap {
namespace {

class Sap final : public ConeMethod {
 public:
  explicit Sap(const Params& p) : ConeMethod(p.rule(), p.search) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out = claims_of_nearest(
        contact_step(),
        "Castro, Permenter and Han 2022; depth, creep, gap, energy: derived in sap.hpp");
    out.order_impact = out.velocity.impact = std::nullopt;  // of rigid bodies it has none
    return out;
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("sap", traits)) return reason;
    if (!(h > 0.0)) return "sap goes forwards in time: dt must be above 0 s";
    if (traits.initial_penetration) {
      return "sap has a compliance that depends on the step: it has no spring for a start that "
             "presses "
             "bodies into each other";
    }
    if (traits.restitution != 0.0)
      return "sap has no law of rebound: the problem must have restitution = 0";
    return std::nullopt;
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "sap",
          .summary = "compliant contact and friction as the minimum of one convex function",
          .reference = "Castro, Permenter and Han 2022",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Sap>(parse<Params>(given, "scheme sap"));
          }};
}

}  // namespace impactbench::sap
