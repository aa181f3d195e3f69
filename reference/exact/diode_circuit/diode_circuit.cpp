#include "reference/exact/diode_circuit/diode_circuit.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

namespace impactbench::exact::diode_circuit {
namespace {

using std::numbers::pi;

/// The root of f between low, where it is positive, and high, where it is not, by halving.
template <class F>
double falling_root(double low, double high, F&& f) {
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (f(middle) > 0.0 ? low : high) = middle;
  }
  return high;
}

/// Value and rate at a time after the beginning of a piece.
using Piece = std::function<std::pair<double, double>(double t)>;

struct Course {
  std::vector<double> begins;  ///< of pieces, ascending from 0
  std::vector<Piece> pieces;
  std::vector<double> jumps, kinks;

  void add(double begin, Piece piece) {
    begins.push_back(begin);
    pieces.push_back(std::move(piece));
  }
  [[nodiscard]] std::pair<double, double> at(double t) const {
    std::size_t k = begins.size() - 1;
    while (k > 0 && begins[k] > t)
      --k;
    return pieces[k](t);
  }
};

Course with_coil(const Problem& p) {
  const double E = number(p, "amplitude"), w = 2.0 * pi * number(p, "frequency");
  const double R = number(p, "resistance"), L = number(p, "inductance");
  const double size = E / std::hypot(R, w * L), psi = std::atan2(w * L, R), rate = R / L;
  const auto current = [=](double s) {
    return size * (std::sin(w * s - psi) + std::sin(psi) * std::exp(-rate * s));
  };
  const double off = falling_root(pi / w, 2.0 * pi / w, current);
  Course out;
  for (double begin = 0.0; begin <= p.horizon; begin += 2.0 * pi / w) {
    out.add(begin, [=](double t) {
      const double s = t - begin;
      return std::pair(current(s), size * (w * std::cos(w * s - psi) -
                                           rate * std::sin(psi) * std::exp(-rate * s)));
    });
    out.add(begin + off, [](double) { return std::pair(0.0, 0.0); });
    if (begin > 0.0) out.kinks.push_back(begin);
    if (begin + off <= p.horizon) out.jumps.push_back(begin + off);
  }
  return out;
}

Course with_capacitor(const Problem& p) {
  const double E = number(p, "amplitude"), w = 2.0 * pi * number(p, "frequency");
  const double tau = number(p, "resistance") * number(p, "capacitance");
  const double lets_go = pi - std::atan(w * tau);  // wt in each period
  Course out;
  double begin = 0.0;
  for (double turn = 0.0; begin <= p.horizon; turn += 2.0 * pi) {
    out.add(begin,
            [=](double t) { return std::pair(E * std::sin(w * t), E * w * std::cos(w * t)); });
    const double off = (turn + lets_go) / w, left = E * std::sin(lets_go);
    const auto voltage = [=](double t) { return left * std::exp(-(t - off) / tau); };
    out.add(off, [=](double t) { return std::pair(voltage(t), -voltage(t) / tau); });
    if (off <= p.horizon) out.kinks.push_back(off);
    const double next = turn + 2.0 * pi;
    begin = falling_root(next / w, (next + 0.5 * pi) / w,
                         [&](double t) { return voltage(t) - E * std::sin(w * t); });
    if (begin <= p.horizon) out.jumps.push_back(begin);
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const bool coil = problem.name == "rectifier_rl";
  if (contact || (!coil && problem.name != "rectifier_rc")) return std::nullopt;
  const Course course = coil ? with_coil(problem) : with_capacitor(problem);
  const double T = problem.horizon;
  Truth out;
  out.source = "exact/diode_circuit";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13 * number(problem, "amplitude");
  out.event_times = course.jumps;
  out.corners = course.kinks;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= T * (1.0 + 1e-12))) return false;
    std::tie(q[0], v[0]) = course.at(t);
    return true;
  };
  out.histories[coil ? "current" : "voltage"] = [=](double t) {
    return t >= 0.0 && t <= T * (1.0 + 1e-12) ? course.at(t).first : std::nan("");
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "diode_circuit",
          .summary = "half-wave rectifiers with coil and with capacitor, piece by piece",
          .source = "linear circuits; instants of the diode by halving",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::diode_circuit
