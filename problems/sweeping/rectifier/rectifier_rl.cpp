#include "problems/sweeping/rectifier/rectifier.hpp"

namespace impactbench::rectifier_rl {
namespace {

/// Half-wave rectifier: source e, diode, resistor and coil in series,
///
///   L i' + R i = e(t) + v,   0 <= i perpendicular to v >= 0,
///
/// i the current, -v the voltage that the diode blocks. Source: nguyen2024, section 1.2 (electrical
/// circuits); numbers the choice of this suite.
struct Params {
  double amplitude{10.0};
  double frequency{1.0};
  double resistance{1.0};
  double inductance{0.2};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"amplitude", "V", "of the source"}, self.amplitude, Range::positive());
    f(Field{"frequency", "1/s", "of the source"}, self.frequency, Range::positive());
    f(Field{"resistance", "ohm", "R"}, self.resistance, Range::positive());
    f(Field{"inductance", "H", "L"}, self.inductance, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  return rectifier::make(
      "rectifier_rl", to_set(p),
      {.amplitude = p.amplitude,
       .frequency = p.frequency,
       .decay = p.inductance / p.resistance,
       .input = 1.0 / p.resistance,
       .follow = 0.0,
       .scale = p.amplitude / p.resistance},
      p.horizon,
      {"current", "A", "through the diode", [](const Eigen::VectorXd& q) { return q[0]; }});
}

}  // namespace

ProblemEntry entry() {
  return {.name = "rectifier_rl",
          .summary = "half-wave rectifier with resistor and coil: the diode blocks",
          .reference = "Acary and Brogliato 2008, chapter 1; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem rectifier_rl"));
          }};
}

}  // namespace impactbench::rectifier_rl
