#include "problems/sweeping/rectifier/rectifier.hpp"

namespace impactbench::rectifier_rc {
namespace {

/// Half-wave rectifier: source e and diode feed a capacitor beside a resistor,
///
///   C v' = -v / R + i,   0 <= i perpendicular to v - e(t) >= 0,
///
/// v the voltage at the load, i the current of the diode. The set [e(t), inf) moves. Source:
/// nguyen2024, section 1.2 (electrical circuits); numbers the choice of this suite.
struct Params {
  double amplitude{10.0};
  double frequency{1.0};
  double resistance{1.0};
  double capacitance{0.5};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"amplitude", "V", "of the source"}, self.amplitude, Range::positive());
    f(Field{"frequency", "1/s", "of the source"}, self.frequency, Range::positive());
    f(Field{"resistance", "ohm", "R"}, self.resistance, Range::positive());
    f(Field{"capacitance", "F", "C"}, self.capacitance, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  return rectifier::make(
      "rectifier_rc", to_set(p),
      {.amplitude = p.amplitude,
       .frequency = p.frequency,
       .decay = p.resistance * p.capacitance,
       .input = 0.0,
       .follow = 1.0,
       .scale = p.amplitude},
      p.horizon, {"voltage", "V", "at the load", [](const Eigen::VectorXd& q) { return q[0]; }});
}

}  // namespace

ProblemEntry entry() {
  return {.name = "rectifier_rc",
          .summary = "half-wave rectifier with resistor and capacitor: the set moves",
          .reference = "Acary and Brogliato 2008, chapter 1; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem rectifier_rc"));
          }};
}

}  // namespace impactbench::rectifier_rc
