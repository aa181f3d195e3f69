#include "problems/sweeping/hysteresis/hysteresis.hpp"

namespace impactbench::stop {
namespace {

/// A spring with a slider under a strain that goes to and fro, ideal elastoplasticity: the stress
/// is
///
///   sigma' = k u' while |sigma| < y, or while it unloads;   else |sigma| = y and the slider slips.
///
/// The set is fixed, and the point is driven. The reference solution is `hysteresis_loops`, in
/// closed form between the extremes of the input. The problem shows the loop of stress over strain
/// and the energy that the slider dissipates.
///
/// Source: Moreau 1977; numbers the choice of this suite.
struct Params {
  hysteresis::Drive drive{};
  double stiffness{1.0};
  double yield{0.3};
  double horizon{2.7};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    hysteresis::Drive::each_field(self.drive, f, "-");
    f(Field{"stiffness", "Pa", "k, of the spring"}, self.stiffness, Range::positive());
    f(Field{"yield", "Pa", "y, at which the slider gives way"}, self.yield, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

}  // namespace

ProblemEntry entry() {
  return {.name = "stop",
          .summary = "a spring with a slider: stop operator, ideal elastoplasticity",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem stop");
            return hysteresis::make_chain("stop", to_set(p), p.drive, {p.stiffness}, {p.yield},
                                          p.horizon);
          }};
}

}  // namespace impactbench::stop
