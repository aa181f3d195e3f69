#include "schemes/gluey/gluey.hpp"

#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

#include <cmath>

namespace impactbench::gluey {
namespace {

Glue glue_of(const Params& p) {
  Glue out{.acts = true};
  if (p.floor > 0.0) out.most = p.floor;
  return out;
}

class Gluey final : public NearestMethod {
 public:
  explicit Gluey(const Params& p) : NearestMethod(p.rows, Inertia::kept, glue_of(p)) {}

  [[nodiscard]] SchemeClaims claims() const override {
    ContactStep step{.place = ContactPlace::start, .normal = NormalRule::glue};
    if (std::isfinite(glue().most)) step.glue_most = glue().most;
    return claims_of_nearest(step, "maury-slides, scheme II; as a sweeping process, in gluey.hpp");
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_elastic("gluey", traits)) return reason;
    if (traits.first_order) {
      return "gluey is for motion with inertia: the problem is of first order, without any";
    }
    if (!traits.gluey) return "gluey is a law of contact: the problem must have gluey = true";
    if (traits.viscosity > 0.0) {
      return "gluey is the limit of vanishing viscosity: the problem must have viscosity = 0";
    }
    if (traits.restitution != 0.0) {
      return "gluey contacts do not rebound: the problem must have restitution = 0";
    }
    return refuse_beside_rigid("gluey", traits, h);
  }
};

}  // namespace

SchemeEntry entry() {
  return {.name = "gluey",
          .summary = "contacts that open once pulling impulses have cancelled all pressing ones",
          .reference = "maury-slides, scheme II; Lefebvre 2009",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Gluey>(parse<Params>(given, "scheme gluey"));
          }};
}

}  // namespace impactbench::gluey
