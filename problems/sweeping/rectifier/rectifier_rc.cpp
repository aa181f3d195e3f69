#include "problems/sweeping/rectifier/rectifier.hpp"

namespace impactbench::rectifier_rc {
namespace {

/// Half-wave rectifier: source e and diode feed a capacitor beside a resistor,
///
///   C v' = -v / R + i,   0 <= i perpendicular to v - e(t) >= 0,
///
/// v the voltage at the load, i the current of the diode. The set [e(t), inf) moves. The reference
/// solution is `diode_circuit`, piece by piece. The problem shows a moving set and a constraint
/// that opens and closes in each period. Source: nguyen2024, section 1.2 (electrical circuits);
/// numbers the choice of this suite.
struct Kind {
  static constexpr const char* name = "rectifier_rc";
  static constexpr const char* summary =
      "half-wave rectifier with resistor and capacitor: the set moves";
  static constexpr Field storage_field{"capacitance", "F", "C"};
  static constexpr double storage = 0.5;

  static rectifier::Circuit circuit(const rectifier::Params<Kind>& p) {
    return {.amplitude = p.amplitude,
            .frequency = p.frequency,
            .decay = p.resistance * p.storage,
            .input = 0.0,
            .follow = 1.0,
            .scale = p.amplitude};
  }
  static Observable seen() {
    return {"voltage", "V", "at the load", [](const Eigen::VectorXd& q) { return q[0]; }};
  }
};

}  // namespace

ProblemEntry entry() {
  return rectifier::entry_of<Kind>();
}

}  // namespace impactbench::rectifier_rc
