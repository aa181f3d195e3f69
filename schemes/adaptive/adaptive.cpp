#include "schemes/adaptive/adaptive.hpp"

#include "problems/base/error.hpp"
#include "schemes/adaptive/controlled_steps.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace impactbench::adaptive {
namespace {

/// The share of the tolerance that one step may use.
constexpr double of_a_step = 0.1;

const SchemeEntry& find_inner(const std::string& name) {
  const auto all = scheme_catalogue();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const SchemeEntry& entry) { return entry.name == name; });
  if (found == all.end())
    throw ConfigurationError("scheme adaptive: inner = " + name +
                             " is not a scheme of the catalogue");
  if (name == "adaptive")
    throw ConfigurationError("scheme adaptive: inner must be another scheme than adaptive");
  return *found;
}

ParameterSet settings_of(const std::string& text) {
  ParameterSet out;
  if (text == "none") return out;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const std::size_t sign = item.find('=');
    if (sign == 0 || sign == std::string_view::npos || sign + 1 == item.size()) {
      throw ConfigurationError(
          "scheme adaptive: inner_settings = " + text +
          " is not allowed; it must be none, or key=value pairs separated by commas");
    }
    out.insert_or_assign(std::string(item.substr(0, sign)), value_of_text(item.substr(sign + 1)));
  }
  return out;
}

class Adaptive final : public Method {
 public:
  explicit Adaptive(Params p)
      : params_(std::move(p)),
        inner_(find_inner(params_.inner).make(settings_of(params_.inner_settings))) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const SchemeClaims inner = inner_->claims();
    return {.order_free = std::nullopt,
            .exact_free_fall = inner.exact_free_fall,
            .order_contact = std::nullopt,
            .order_impact = std::nullopt,
            .velocity = {},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = inner.momentum,
            .angular_momentum = inner.angular_momentum,
            .overlap = OverlapBound::half_step,
            .jumps_within = true,
            .reversible = false,
            .contact = std::nullopt,
            .rolling_friction = inner.rolling_friction,
            .twisting_friction = inner.twisting_friction,
            .source =
                "errors follow the tolerance: derived in adaptive.hpp; other claims are those of "
                "the inner scheme"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return inner_->task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    auto reason = inner_->refuses(traits, h);
    if (reason) reason = "adaptive cannot either: " + *reason;
    return reason;
  }

  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override {
    return inner_->warns(traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const Control control{.inner = params_.inner,
                          .order = inner_->claims().order_free.value_or(1.0),
                          .tolerance = of_a_step * params_.tolerance,
                          .extrapolate = params_.extrapolate};
    return std::make_unique<ControlledSteps>(control, *inner_, system, start, h, solvers);
  }

 private:
  Params params_;
  std::unique_ptr<const Method> inner_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "adaptive",
          .summary = "error control by step doubling around a one-step scheme, to a tolerance",
          .reference = "Hairer, Norsett and Wanner 1993, section II.4; Gustafsson 1991",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Adaptive>(parse<Params>(given, "scheme adaptive"));
          }};
}

}  // namespace impactbench::adaptive
