#include "schemes/maury/maury.hpp"

#include "schemes/support/nearest_scheme.hpp"
#include "schemes/support/round_schemes.hpp"

namespace impactbench::maury {
namespace {

class Maury final : public Method {
 public:
  explicit Maury(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 1.0,
            .exact_free_fall = false,
            .order_contact = std::nullopt,
            .order_impact = 1.0,
            .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
            .energy = EnergyBehaviour::dissipates,
            .momentum = true,
            .angular_momentum = true,
            .overlap = OverlapBound::none,
            .reversible = false,
            .contact = std::nullopt,
            .step = ContactStep{.place = ContactPlace::start, .normal = NormalRule::position},
            .motion = MotionStep{.path = PathRule::end, .force_at_start = true},
            .source = "maury2004, propositions 2 and 3; angular momentum: central impulses at q^n"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return frictionless_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("maury", traits)) return reason;
    if (auto reason = refuse_beside_rigid("maury", traits, h)) return reason;
    if (traits.restitution != 0.0) {
      return "maury lets bodies meet without rebound: the problem must have restitution = 0";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return nearest_instance(params_.rows, Inertia::kept, {}, system, start, h, solvers);
  }

 private:
  Params params_;
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
