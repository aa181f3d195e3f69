#pragma once

#include "problems/model/sweeping_setup.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace impactbench::hysteresis {

/// The input of a hysteresis operator, with x = 2 pi rate t:
///
///   u(t) = amplitude sin x + third sin 3x,
///
/// whose extremes have cos x = 0 or cos^2 x = (9 third - amplitude) / (12 third): above third =
/// amplitude / 9 there are minor loops.
struct Drive {
  double amplitude{1.0};
  double third{0.4};
  double rate{1.0};

  [[nodiscard]] double at(double t) const;
  [[nodiscard]] double slope(double t) const;

  /// `unit` is that of u: a length, or "-" for a strain.
  template <class Self, class F>
  static void each_field(Self& self, F&& f, std::string_view unit = "m") {
    f(Field{"amplitude", unit, "of the input's first harmonic"}, self.amplitude, Range::positive());
    f(Field{"third", unit, "amplitude of the input's third harmonic"}, self.third, Range::any());
    f(Field{"rate", "1/s", "frequency of the input"}, self.rate, Range::positive());
  }
  friend bool operator==(const Drive&, const Drive&) = default;
};

/// Any input u(t). With finite slope everywhere it is also a coordinate.
struct Input {
  std::function<double(double t)> at, slope;  ///< slope: null where it is infinite somewhere
};

/// The play operator: a point x in a moving interval, x' in -N_{C(t, x)}(x),
///
///   C(t, s) = [u(t) + k s - r, u(t) + k s + r],   0 <= k < 1,
///
/// so that x rests by itself; u - x is the stop operator. For k > 0 the set depends on the state.
/// The second coordinate is u itself, u' = F, without constraints; it is absent where u has no
/// slope.
[[nodiscard]] Problem make_play(std::string_view name, const ParameterSet& complete,
                                const Input& input, double r, double k, double horizon);
[[nodiscard]] inline Problem make_play(std::string_view name, const ParameterSet& complete,
                                       const Drive& drive, double r, double k, double horizon) {
  return make_play(name, complete,
                   Input{[drive](double t) { return drive.at(t); },
                         [drive](double t) { return drive.slope(t); }},
                   r, k, horizon);
}

/// Springs with sliders side by side under a strain u (Prandtl and Ishlinskii): of element i with
/// stiffness k_i and yield stress y_i the stress sigma_i is a stop operator of k_i u. In s_i =
/// sigma_i / sqrt(k_i), in which the metric of the stored energy sum s_i^2 / 2 is Euclidean,
///
///   sqrt(k_i) u' - s_i' in N_C(s),   C = {|s_i| <= y_i / sqrt(k_i)}.
///
/// -int s . (s' - sqrt(k) u') dt >= 0 is the energy that the sliders dissipate. The last coordinate
/// is u; its arm (CoordinateArms), the largest sqrt(k_i), makes it the s of a spring without
/// slider.
[[nodiscard]] Problem make_chain(std::string_view name, const ParameterSet& complete,
                                 const Drive& drive, const std::vector<double>& stiffness,
                                 const std::vector<double>& yield, double horizon);

}  // namespace impactbench::hysteresis
