#include "problems/sweeping/hysteresis/hysteresis.hpp"

namespace impactbench::play_of_state {
namespace {

/// The interval of `play` follows the point by a share k of its displacement: C(t, x) has the
/// middle u(t) + k x, a set that depends on the state. The reference solution is
/// `hysteresis_loops`, in closed form between the extremes of the input. It equals that of u / (1 -
/// k) with the half width r / (1 - k). The problem shows what a scheme does with a set that moves
/// with its own result.
///
/// Source: Kunze and Monteiro Marques 1998 (state-dependent sweeping processes); numbers the choice
/// of this suite.
struct Params {
  hysteresis::Drive drive{};
  double half_width{0.3};
  double share{0.5};
  double horizon{2.7};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    hysteresis::Drive::each_field(self.drive, f);
    f(Field{"half_width", "m", "r, of the interval"}, self.half_width, Range::positive());
    f(Field{"share", "-", "k, of the point's place in that of the interval"}, self.share,
      Range{0.0, 1.0, false, true});
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

}  // namespace

ProblemEntry entry() {
  return {.name = "play_of_state",
          .summary = "a point in an interval that moves with time and with the point",
          .reference = "Kunze and Monteiro Marques 1998; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem play_of_state");
            return hysteresis::make_play("play_of_state", to_set(p), p.drive, p.half_width, p.share,
                                         p.horizon);
          }};
}

}  // namespace impactbench::play_of_state
