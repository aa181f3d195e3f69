#pragma once

#include "problems/model/sweeping_setup.hpp"

#include <string>
#include <string_view>

namespace impactbench::rectifier {

/// A circuit with an ideal diode, 0 <= current perpendicular to voltage, and one number x as its
/// state, fed by e(t) = amplitude sin(wt), w = 2 pi frequency:
///
///   x' = (input e(t) - x) / decay + p,   0 <= p perpendicular to x - follow e(t) >= 0.
struct Circuit {
  double amplitude, frequency;  ///< [V], [1/s]
  double decay;                 ///< time constant [s]
  double input;                 ///< x that a constant voltage of 1 makes without the diode
  double follow;                ///< 1: the diode lets x not be below e; 0: not below zero
  double scale;                 ///< the unit of x
};

[[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                           const Circuit& circuit, double horizon, Observable seen);

// The parameters of one circuit: `Kind` says what stores energy besides the resistor.
template <class Kind>
struct Params {
  double amplitude{10.0};
  double frequency{1.0};
  double resistance{1.0};
  double storage{Kind::storage};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"amplitude", "V", "of the source"}, self.amplitude, Range::positive());
    f(Field{"frequency", "1/s", "of the source"}, self.frequency, Range::positive());
    f(Field{"resistance", "ohm", "R"}, self.resistance, Range::positive());
    f(Kind::storage_field, self.storage, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

// Its entry: `Kind` has `name`, `summary`, `storage` with its field, the circuit of its parameters
// and the observable.
template <class Kind>
[[nodiscard]] ProblemEntry entry_of() {
  return {.name = Kind::name,
          .summary = Kind::summary,
          .reference = "Acary and Brogliato 2008, chapter 1; nguyen2024, section 1.2",
          .parameters = parameters_of<Params<Kind>>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params<Kind>>(given, std::string("problem ") + Kind::name);
            return make(Kind::name, to_set(p), Kind::circuit(p), p.horizon, Kind::seen());
          }};
}

}  // namespace impactbench::rectifier
