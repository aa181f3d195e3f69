#include "problems/sweeping/hysteresis/hysteresis.hpp"

namespace impactbench::play {
namespace {

/// A point x in an interval of half width r that moves to and fro with its middle u(t): hysteresis
/// with minor loops. The normal of the set does not turn, so that the extremes of u are all that a
/// step can miss. The reference solution is `hysteresis_loops`, in closed form between the extremes
/// of the input. The problem shows the order to which a scheme sees these extremes, and whether it
/// is independent of the rate.
///
/// Source: Moreau 1977; nguyen2024, section 1.2; numbers the choice of this suite.
struct Params {
  hysteresis::Drive drive{};
  double half_width{0.3};
  double horizon{2.7};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    hysteresis::Drive::each_field(self.drive, f);
    f(Field{"half_width", "m", "r, of the interval"}, self.half_width, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

}  // namespace

ProblemEntry entry() {
  return {.name = "play",
          .summary = "a point in a moving interval: hysteresis, play and stop operators",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem play");
            return hysteresis::make_play("play", to_set(p), p.drive, p.half_width, 0.0, p.horizon);
          }};
}

}  // namespace impactbench::play
