#include "problems/sweeping/rectifier/rectifier.hpp"

namespace impactbench::rectifier_rl {
namespace {

/// Half-wave rectifier: source e, diode, resistor and coil in series,
///
///   L i' + R i = e(t) + v,   0 <= i perpendicular to v >= 0,
///
/// i the current, -v the voltage that the diode blocks. The reference solution is `diode_circuit`,
/// piece by piece. The problem shows a fixed set and a force that varies: conducting and blocking
/// in turn. Source: nguyen2024, section 1.2 (electrical circuits); numbers the choice of this
/// suite.
struct Kind {
  static constexpr const char* name = "rectifier_rl";
  static constexpr const char* summary =
      "half-wave rectifier with resistor and coil: the diode blocks";
  static constexpr Field storage_field{"inductance", "H", "L"};
  static constexpr double storage = 0.2;

  static rectifier::Circuit circuit(const rectifier::Params<Kind>& p) {
    return {.amplitude = p.amplitude,
            .frequency = p.frequency,
            .decay = p.storage / p.resistance,
            .input = 1.0 / p.resistance,
            .follow = 0.0,
            .scale = p.amplitude / p.resistance};
  }
  static Observable seen() {
    return {"current", "A", "through the diode", [](const Eigen::VectorXd& q) { return q[0]; }};
  }
};

}  // namespace

ProblemEntry entry() {
  return rectifier::entry_of<Kind>();
}

}  // namespace impactbench::rectifier_rl
