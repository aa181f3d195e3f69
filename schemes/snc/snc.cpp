#include "schemes/snc/snc.hpp"

#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/newton/compliant_scheme.hpp"
#include "schemes/support/springs/spring_schemes.hpp"

namespace impactbench::snc {
namespace {

struct Spring {
  static constexpr bool looks_back = false;
  double exponent;          ///< alpha
  double coefficient{0.0};  ///< c of the contact energy c [D]^alpha
  Dissipation dissipation{};

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> obstacle(const LawBody<Dim>& a,
                                                             const Obstacle& fixed, int) const {
    const LawFrame<Dim> frame = frame_with<Dim>(a.x, a.r, fixed);
    if (!wall_touches(frame.depth)) return std::nullopt;
    return response(frame, dissipation.acts() ? frame_with<Dim>(a.x0, a.r, fixed).depth : 0.0, a.m);
  }
  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> pair(const LawBody<Dim>& a,
                                                         const LawBody<Dim>& b, int) const {
    if (well_apart(a, b)) return std::nullopt;
    const LawFrame<Dim> frame = frame_with(a, b);
    if (!pair_touches(frame.depth)) return std::nullopt;
    if (!dissipation.acts()) return response(frame, 0.0, 0.0);
    return response(frame, a.r + b.r - (b.x0 - a.x0).dot(frame.normal), reduced_mass(a.m, b.m));
  }

  [[nodiscard]] static bool closes(double depth, double) { return wall_touches(depth); }
  [[nodiscard]] static bool at_end() { return true; }
  [[nodiscard]] std::optional<Pressure> pressure(double depth, double old_depth, double mass,
                                                 int /*iteration*/) const {
    const double a = exponent, inside = std::max(depth, 0.0);
    const double elastic = a * coefficient * PowerLaw::power(inside, a - 1.0);
    const double stiffness =
        a * (a - 1.0) * coefficient * (a == 2.0 ? 1.0 : PowerLaw::power(inside, a - 2.0));
    if (!dissipation.acts()) return Pressure::of(elastic, stiffness);
    const double damping = dissipation.coefficient(mass);
    const double force =
        elastic + damping * (Dissipation::y(inside, a) - Dissipation::y(old_depth, a));
    if (dissipation.ends_at(force)) return std::nullopt;
    const double slope = a == 2.0 ? 1.0 : Dissipation::slope(inside, a);
    return Pressure::of(force, stiffness + damping * slope);
  }

 private:
  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> response(const LawFrame<Dim>& frame,
                                                             double old_depth, double mass) const {
    const std::optional<Pressure> p = pressure(frame.depth, old_depth, mass, 0);
    return p ? std::optional(p->along(frame.normal)) : std::nullopt;
  }
};
static_assert(NormalLaw<Spring>);

class Snc final : public Method {
 public:
  explicit Snc(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const Params& p = params_;
    const Compliance contact = p.contact();
    Compliance spring = contact;
    spring.tangential = {};
    return {.order_free = 1.0,
            .exact_free_fall = true,
            .order_contact = 1.0,
            .order_impact = 1.0,
            .velocity = {.free = 1.0, .contact = 1.0, .impact = 1.0},
            .energy = EnergyBehaviour::dissipates,
            .momentum = true,
            .angular_momentum = false,
            .contact_energy = {.stroke = -1.0, .turn = 1.0},
            .reversible = false,
            .contact = contact,
            .rolling_friction = true,
            .twisting_friction = true,
            .step = ContactStep{.place = ContactPlace::end,
                                .normal = NormalRule::spring_end,
                                .slip = SlipRule::viscous_end,
                                .spring = spring,
                                .stick = p.newton.c_tau,
                                .tolerance = p.newton.newton_tolerance},
            .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::middle},
            .source = "nguyen2024, section 4.2.1 (Newmark gamma = 1, beta = 1/2)"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return linear_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    if (auto reason = refuse_beside_springs("snc", params_.end, traits)) return reason;
    if (params_.normal == "hertz") return refuse_hertz("snc with normal = hertz", traits);
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const Compliance contact = params_.contact();
    return compliant_instance(Spring{contact.exponent}, contact, params_.newton, system, start, h,
                              solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "snc",
          .summary = "implicit penalty method, elastic contact at the end of the step",
          .reference = "nguyen2024, section 4.2.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Snc>(parse<Params>(given, "scheme snc"));
          }};
}

}  // namespace impactbench::snc
