#include "schemes/maury/maury.hpp"

#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

namespace impactbench::maury {
namespace {

class Maury final : public NearestMethod {
 public:
  explicit Maury(const Params& p) : NearestMethod(p.rows, Inertia::kept) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return claims_of_nearest(
        {.place = ContactPlace::start, .normal = NormalRule::position},
        "maury2004, propositions 2 and 3; angular momentum: central impulses at q^n");
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("maury", traits)) return reason;
    if (auto reason = refuse_beside_rigid("maury", traits, h)) return reason;
    if (traits.restitution != 0.0) {
      return "maury has no rebound: the problem must have restitution = 0";
    }
    return std::nullopt;
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "maury",
          .summary = "nearest velocity with which no linearised gap closes, without rebound",
          .reference = "maury2004, section 3",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Maury>(parse<Params>(given, "scheme maury"));
          }};
}

}  // namespace impactbench::maury
