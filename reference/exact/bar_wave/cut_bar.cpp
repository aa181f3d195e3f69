#include "reference/exact/bar_wave/cut_bar.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::exact::bar_wave {
namespace {

constexpr std::size_t most_events = 10000;

/// What ends a phase: its value and the rate of that.
struct Signal {
  double value, rate;
};

/// A sum of cosines and sines at one node, summed in the order of the modes.
Signal signal(const Eigen::VectorXd& shape, const Eigen::VectorXd& omega,
              const Eigen::VectorXd& cosine, const Eigen::VectorXd& sine, double s) {
  Signal out{0.0, 0.0};
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const double w = omega[k];
    if (w == 0.0) {
      out.value += shape[k] * (cosine[k] + sine[k] * s);
      out.rate += shape[k] * sine[k];
    } else {
      const double c = std::cos(w * s), z = std::sin(w * s);
      out.value += shape[k] * (cosine[k] * c + sine[k] * z);
      out.rate += shape[k] * w * (sine[k] * c - cosine[k] * z);
    }
  }
  return out;
}

/// The zero of f between a and b, where its signs differ, to rounding.
template <class F>
double zero(F&& f, double a, double b) {
  const bool rising = f(b) > 0.0;
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = 0.5 * (a + b);
    if (!(a < middle && middle < b)) break;
    ((f(middle) > 0.0) == rising ? b : a) = middle;
  }
  return b;
}

}  // namespace

CutBar::CutBar(const Shape& shape) : shape_(shape), weight_(Eigen::VectorXd::Ones(shape.n)) {
  const Eigen::Index n = shape.n, elements = n - 1;
  weight_[0] = weight_[elements] = 0.5;
  const double turn = std::numbers::pi / static_cast<double>(elements);
  const double high = 2.0 * shape.wave_speed / shape.element;
  for (const bool at_wall : {false, true}) {
    Eigen::MatrixXd& m = modes_[at_wall ? 1 : 0];
    Eigen::VectorXd& w = omega_[at_wall ? 1 : 0];
    const Eigen::Index count = at_wall ? elements : n;
    m.resize(n, count);
    w.resize(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const double number = static_cast<double>(k) + (at_wall ? 0.5 : 0.0);
      w[k] = high * std::sin(0.5 * number * turn);
      for (Eigen::Index j = 0; j < n; ++j) {
        const double angle = number * turn * static_cast<double>(j);
        m(j, k) = at_wall ? std::sin(angle) : std::cos(angle);
      }
    }
  }
}

CutBar::Phase CutBar::phase(double begin, bool at_wall, const Eigen::VectorXd& u,
                            const Eigen::VectorXd& v) const {
  const Eigen::MatrixXd& m = modes(at_wall);
  const Eigen::VectorXd& w = omega(at_wall);
  // Modes are orthogonal in the masses; their squares are N / 2 masses, of the two that do not
  // change along the bar or change at every node N.
  Eigen::VectorXd square =
      Eigen::VectorXd::Constant(w.size(), 0.5 * static_cast<double>(shape_.n - 1));
  if (!at_wall) square[0] = square[w.size() - 1] = static_cast<double>(shape_.n - 1);
  Phase out{begin, at_wall, m.transpose() * weight_.cwiseProduct(u),
            m.transpose() * weight_.cwiseProduct(v)};
  out.cosine.array() /= square.array();
  out.sine.array() /= square.array();
  for (Eigen::Index k = 0; k < w.size(); ++k) {
    if (w[k] != 0.0) out.sine[k] /= w[k];
  }
  return out;
}

void CutBar::evaluate(const Phase& phase, double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const {
  const Eigen::VectorXd& w = omega(phase.at_wall);
  const double s = t - phase.begin;
  Eigen::VectorXd place(w.size()), rate(w.size());
  for (Eigen::Index k = 0; k < w.size(); ++k) {
    const double c = std::cos(w[k] * s), z = std::sin(w[k] * s);
    place[k] = phase.cosine[k] * c + phase.sine[k] * (w[k] == 0.0 ? s : z);
    rate[k] = w[k] == 0.0 ? phase.sine[k] : w[k] * (phase.sine[k] * c - phase.cosine[k] * z);
  }
  u.noalias() = modes(phase.at_wall) * place;
  v.noalias() = modes(phase.at_wall) * rate;
}

/// When u_0 falls below 0 off the wall, or u_1 rises above it at the wall. Looked at sixteen times
/// in the shortest period; between two looks of one sign a turn is looked at too.
std::optional<double> CutBar::next_event(const Phase& phase, double end) const {
  const Eigen::VectorXd shape = modes(phase.at_wall).row(phase.at_wall ? 1 : 0);
  const double sign = phase.at_wall ? -1.0 : 1.0;
  const auto look = [&](double s) {
    const Signal at = signal(shape, omega(phase.at_wall), phase.cosine, phase.sine, s);
    return Signal{sign * at.value, sign * at.rate};
  };
  const auto value = [&](double s) { return look(s).value; };
  const double stride = std::numbers::pi * shape_.element / (16.0 * shape_.wave_speed);
  const double length = end - phase.begin;
  // At its begin the signal is 0, or a rounding off it, and rises.
  Signal before = look(0.0);
  before = {std::max(0.0, before.value), std::max(0.0, before.rate)};
  for (double s = 0.0; s < length; s += stride) {
    const double next = s + stride;
    const Signal after = look(next);
    double until = next;
    if (!(after.value < 0.0)) {
      if (!(before.rate < 0.0 && after.rate > 0.0)) {
        before = after;
        continue;
      }
      until = zero([&](double at) { return look(at).rate; }, s, next);
      if (!(value(until) < 0.0)) {
        before = after;
        continue;
      }
    }
    // Not the begin itself, where rounding has a sign of its own.
    double from = s == 0.0 ? 0.5 * until : s;
    for (int halving = 0; s == 0.0 && !(value(from) > 0.0); ++halving, from *= 0.5) {
      if (halving == 40) return phase.begin;
    }
    const double event = phase.begin + zero(value, from, until);
    if (event > end) return std::nullopt;
    return event;
  }
  return std::nullopt;
}

std::optional<CutBar> CutBar::motion(const Shape& shape, double gap, double speed, double end) {
  CutBar out(shape);
  Eigen::VectorXd u = Eigen::VectorXd::Constant(shape.n, gap);
  Eigen::VectorXd v = Eigen::VectorXd::Constant(shape.n, -speed);
  out.phases_.push_back(out.phase(0.0, false, u, v));
  u.setZero();  // all of it comes to the wall as it was
  double t = gap / speed;
  for (bool arrives = true; t <= end;) {
    if (out.phases_.size() > most_events) return std::nullopt;
    u[0] = 0.0;
    if (arrives) {
      out.impacts_.push_back(t);
      v[0] = 0.0;
    }
    // At the wall where that has to press, -u_1 > 0, or is about to.
    const bool stays = arrives && (u[1] < 0.0 || (u[1] == 0.0 && v[1] < 0.0));
    out.phases_.push_back(out.phase(t, stays, u, v));
    const auto event = out.next_event(out.phases_.back(), end);
    if (!event) break;
    t = *event;
    arrives = !stays;
    out.evaluate(out.phases_.back(), t, u, v);
  }
  return out;
}

void CutBar::at(double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const {
  auto after = std::upper_bound(phases_.begin(), phases_.end(), t,
                                [](double time, const Phase& p) { return time < p.begin; });
  if (after != phases_.begin()) --after;
  evaluate(*after, t, u, v);
  if (after->at_wall) u[0] = v[0] = 0.0;
}

}  // namespace impactbench::exact::bar_wave
