#include "problems/sweeping/hysteresis/hysteresis.hpp"

#include <cmath>

namespace impactbench::rough_play {
namespace {

/// The play operator of an input that is Hoelder continuous with exponent 1/2 alone: a wave whose
/// extremes are cusps. With y in [0, 1] from an extreme to the next,
///
///   u = -amplitude (1 - 2 w(y)) and back,   w(y) = sqrt(y / 2),   1 - sqrt((1 - y) / 2) from 1/2,
///
/// the set is absolutely continuous and not Lipschitz in time; its places at the ends of steps miss
/// an extreme by up to amplitude sqrt(2 rate h). Example of this suite. The reference solution is
/// `hysteresis_loops`, with the cusps in closed form. The problem shows that no scheme that uses
/// the set at the ends of steps has more than order 1/2 here.
struct Params {
  double amplitude{1.0};
  double rate{4.31725};
  double half_width{0.3};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"amplitude", "m", "of the input"}, self.amplitude, Range::positive());
    f(Field{"rate", "1/s", "frequency of the input, which begins at zero and rises"}, self.rate,
      Range::positive());
    f(Field{"half_width", "m", "r, of the interval"}, self.half_width, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// w, that of a whole period being 0 at its ends and 1 in the middle.
double wave(double phase) {
  const double y = std::abs(2.0 * (phase - std::floor(phase)) - 1.0);  // 1, 0, 1
  return y < 0.5 ? 1.0 - std::sqrt(0.5 * y) : std::sqrt(0.5 * (1.0 - y));
}

Problem make(const Params& p) {
  const auto at = [a = p.amplitude, rate = p.rate](double t) {
    return -a * (1.0 - 2.0 * wave(rate * t + 0.25));
  };
  return hysteresis::make_play("rough_play", to_set(p), {at, {}}, p.half_width, 0.0, p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "rough_play",
          .summary = "a point in an interval whose motion has cusps: order 1/2",
          .reference = "Moreau 1977; example of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem rough_play"));
          }};
}

}  // namespace impactbench::rough_play
