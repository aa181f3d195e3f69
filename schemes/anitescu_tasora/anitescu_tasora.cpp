#include "schemes/anitescu_tasora/anitescu_tasora.hpp"

#include "schemes/support/cone/cone_method.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

namespace impactbench::anitescu_tasora {
namespace {

constexpr ConeRule rule{.play = 1e-9};

class AnitescuTasora final : public ConeMethod {
 public:
  explicit AnitescuTasora(const Params& p) : ConeMethod(rule, p.search) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out = claims_of_nearest(
        contact_step(),
        "Anitescu 2006; Tasora and Anitescu 2011; energy and gaps: derived in anitescu_tasora.hpp");
    out.order_impact = out.velocity.impact = std::nullopt;  // none where it slides on
    return out;
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("anitescu_tasora", traits)) return reason;
    ProblemTraits smooth = traits;
    smooth.friction = smooth.laws_differ = false;  // what it has beside that scheme
    if (auto reason = refuse_beside_rigid("anitescu_tasora", smooth, h)) return reason;
    if (traits.restitution != 0.0) {
      return "anitescu_tasora has no rebound: the problem must have restitution "
             "= 0";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override {
    if (!traits.friction) return std::nullopt;
    return "a sliding body keeps a gap of h mu times its speed: friction is that of a convex "
           "relaxation of Coulomb's law";
  }
};

}  // namespace

SchemeEntry entry() {
  return {
      .name = "anitescu_tasora",
      .summary = "convex relaxation: a cone complementarity problem on gaps at the end of a step",
      .reference = "Anitescu 2006; Tasora and Anitescu 2011",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
        return std::make_unique<AnitescuTasora>(parse<Params>(given, "scheme anitescu_tasora"));
      }};
}

}  // namespace impactbench::anitescu_tasora
