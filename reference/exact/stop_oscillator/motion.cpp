#include "reference/exact/stop_oscillator/motion.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

namespace impactbench::exact::stop_oscillator {
namespace {

using Mode = Piece::Mode;

Piece piece_of(const Oscillator& o, Mode mode, double t, double x, double v) {
  const double stop = mode == Mode::pressed ? o.stop : 0.0;
  return {mode, DrivenPiece({.constant = o.gravity + stop * o.gap / o.mass,
                             .square = (o.stiffness + stop) / o.mass,
                             .force = o.force / o.mass,
                             .rate = o.rate},
                            t, x, v)};
}

/// The force that presses the mass against the stop if it touches it at rest [N].
double pressure(const Oscillator& o, double t) {
  return o.mass * o.gravity - o.stiffness * o.gap + o.force * std::sin(o.rate * t);
}

/// How long a piece lasts; nothing if to the end.
std::optional<double> duration(const Oscillator& o, const Piece& p, double end) {
  const double start = p.line.start, rest = end - start;
  if (p.mode == Mode::held) {
    if (o.force == 0.0) return std::nullopt;
    return first_fall(
        0.05 / o.rate, rest, [&](double s) { return pressure(o, start + s); },
        [&](double s) { return o.force * o.rate * std::cos(o.rate * (start + s)); });
  }
  const double side = p.mode == Mode::free ? 1.0 : -1.0;
  const double open = p.mode == Mode::free ? o.gap - p.line.x : 0.0;
  return first_fall(
      p.line.sampling_interval(rest), rest,
      [&](double s) { return open - side * p.displacement(s); },
      // A mass that is pulled off the stop from rest does not meet it in the same instant.
      [&](double s) { return -side * (s == 0.0 ? p.line.v : p.speed(s)); });
}

/// The piece after the mass meets the stop with v >= 0 at t; speeds below `slow` count as zero.
Piece met(const Oscillator& o, StopMotion& motion, double t, double v, double slow) {
  if (o.stop > 0.0) {
    if (v <= slow && !(pressure(o, t) > 0.0)) return piece_of(o, Mode::free, t, o.gap, v);
    motion.closes.push_back(t);
    return piece_of(o, Mode::pressed, t, o.gap, v);
  }
  const double after = o.restitution * v;
  const bool rests = after <= slow && pressure(o, t) > 0.0;
  if (v > slow || rests) motion.closes.push_back(t);
  if (rests) return piece_of(o, Mode::held, t, o.gap, 0.0);
  if (v > slow) motion.opens.push_back(t);
  return piece_of(o, Mode::free, t, o.gap, after > slow ? -after : 0.0);
}

/// When a free swing of the spring alone turns round at the stop, after the piece begins; nothing
/// where it does so elsewhere. A mass that leaves the stop from rest comes back to it so.
std::optional<double> graze(const Oscillator& o, const Piece& p) {
  if (p.mode != Mode::free || o.force != 0.0 || !(o.stiffness > 0.0)) return std::nullopt;
  const double rate = std::sqrt(o.stiffness / o.mass), middle = o.mass * o.gravity / o.stiffness;
  const double x = p.line.x - middle, v = p.line.v / rate, swing = std::hypot(x, v);
  constexpr double rounding = 1e-9;
  if (!(std::abs(middle + swing - o.gap) <= rounding * swing) || swing == 0.0) return std::nullopt;
  const double phase = std::atan2(v, x);
  return (phase > rounding ? phase : phase + 2.0 * std::numbers::pi) / rate;
}

/// The largest depth of the mass in a compliant stop, in a piece of that length.
double depth_of(const Piece& p, double length) {
  const auto turn = first_fall(
      p.line.sampling_interval(length), length, [&](double s) { return p.speed(s); },
      [](double) { return -1.0; });
  return p.displacement(turn.value_or(length));
}

}  // namespace

void StopMotion::at(double t, double& x, double& v) const {
  const auto after = std::upper_bound(pieces.begin(), pieces.end(), t,
                                      [](double s, const Piece& p) { return s < p.line.start; });
  const Piece& p = after == pieces.begin() ? pieces.front() : *std::prev(after);
  x = p.line.x + p.displacement(t - p.line.start);
  v = p.speed(t - p.line.start);
}

StopMotion motion_of(const Oscillator& o, double start, double x, double v, double end) {
  StopMotion out{o, {}, {}, {}};
  double fastest = std::abs(v);
  const bool touches = x >= o.gap && (v > 0.0 || (v == 0.0 && pressure(o, start) > 0.0));
  out.pieces.push_back(touches ? met(o, out, start, v, 0.0) : piece_of(o, Mode::free, start, x, v));
  while (true) {
    const Piece now = out.pieces.back();
    const auto lasts = duration(o, now, end);
    if (now.mode == Mode::pressed)
      out.deepest = std::max(out.deepest, depth_of(now, lasts.value_or(end - now.line.start)));
    if (const auto s = graze(o, now); s && now.line.start + *s <= end) out.grazes = true;
    if (!lasts) return out;
    const double t = now.line.start + *lasts, speed = now.speed(*lasts);
    if (now.mode == Mode::free) {
      fastest = std::max(fastest, speed);
      out.pieces.push_back(met(o, out, t, std::max(speed, 0.0), 1e-11 * fastest));
    } else {
      out.opens.push_back(t);
      out.pieces.push_back(
          piece_of(o, Mode::free, t, o.gap, now.mode == Mode::held ? 0.0 : std::min(speed, 0.0)));
    }
  }
}

}  // namespace impactbench::exact::stop_oscillator
