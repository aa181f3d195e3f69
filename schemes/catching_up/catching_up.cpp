#include "schemes/catching_up/catching_up.hpp"

#include "schemes/support/nearest_scheme.hpp"
#include "schemes/support/round_schemes.hpp"

namespace impactbench::catching_up {
namespace {

class CatchingUp final : public NearestMethod {
 public:
  explicit CatchingUp(const Params& p) : NearestMethod(p.rows, Inertia::none) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out =
        claims_of_nearest({.place = ContactPlace::start, .normal = NormalRule::position},
                          "Maury and Venel 2011; no overlap: gaps are convex");
    out.momentum = out.angular_momentum = false;  // no inertia, no momentum
    return out;
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_elastic("catching_up", traits)) return reason;
    if (!traits.first_order) {
      return "catching_up is for motion without inertia: the problem must be of first order";
    }
    if (traits.gluey) return "catching_up has dry contacts: the problem must have gluey = false";
    return refuse_beside_rigid("catching_up", traits, h);
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "catching_up",
          .summary = "first-order motion: the nearest to the desired velocity among rigid contacts",
          .reference = "Moreau 1977; Maury and Venel 2011; maury-slides",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<CatchingUp>(parse<Params>(given, "scheme catching_up"));
          }};
}

}  // namespace impactbench::catching_up
