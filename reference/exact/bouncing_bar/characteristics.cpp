#include "reference/exact/bouncing_bar/characteristics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::exact::bouncing_bar {
namespace {

constexpr std::size_t most_pieces = 100000;
/// In units of T: events as near as this to the end of a piece are at the end.
constexpr double rounding = 1e-11;
constexpr double never = std::numeric_limits<double>::infinity();

/// Smallest s > 0 at which a + b s + c s^2 / 2 falls through 0 from a >= 0; 0 where a is 0 and it
/// falls at once.
double falls_through(double a, double b, double c) {
  if (a <= 0.0) {
    if (b < 0.0 || (b == 0.0 && c < 0.0)) return 0.0;
    return c < 0.0 ? -2.0 * b / c : never;
  }
  if (c == 0.0) return b < 0.0 ? -a / b : never;
  const double square = b * b - 2.0 * a * c;
  if (square < 0.0) return never;
  const double root = std::sqrt(square);
  if (c < 0.0) return b < 0.0 ? 2.0 * a / (root - b) : -(b + root) / c;
  return b < 0.0 ? 2.0 * a / (root - b) : never;
}

}  // namespace

Characteristics::Point Characteristics::point(double t) const {
  if (t < 0.0 || pieces_.empty()) return {0.0, 0.0, 0.0};
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                      [](double time, const Piece& p) { return time < p.begin; });
  const Piece& p = *std::prev(after);
  const double s = t - p.begin;
  return {p.value + s * (p.rate + 0.5 * p.bend * s), p.rate + p.bend * s, p.bend};
}

/// The time until the reaction w + g t - 2 F'(t - T) falls below 0, at most `room`.
double Characteristics::leaves_at(const Point& down, double t, double room) const {
  const double push = bar_.speed + bar_.gravity * t - 2.0 * down.rate;
  const double scale = bar_.speed + bar_.gravity * t + std::abs(down.rate);
  const double zero = std::abs(push) <= rounding * scale ? 0.0 : push;
  if (zero < 0.0) return 0.0;
  return std::min(room, falls_through(zero, bar_.gravity - 2.0 * down.bend, 0.0));
}

/// The time until u(0, t) = height + (2 F'(t - T) - w - g t) s + ... falls below 0, at most `room`.
double Characteristics::arrives_at(const Point& down, double t, double height, double room) const {
  const double rate = 2.0 * down.rate - bar_.speed - bar_.gravity * t;
  return std::min(room, falls_through(height, rate, 2.0 * down.bend - bar_.gravity));
}

std::optional<Characteristics> Characteristics::motion(const Bar& bar, double end) {
  Characteristics out(bar);
  const double T = out.period_, close = rounding * T;
  bool at_wall = false;
  double t = 0.0, value = 0.0;
  std::size_t next = 0;  // piece whose begin, T later, bounds the current one
  while (t <= end) {
    if (out.pieces_.size() > most_pieces) return std::nullopt;
    while (next < out.pieces_.size() && out.pieces_[next].begin + T <= t + close)
      ++next;
    const double until = next < out.pieces_.size() ? out.pieces_[next].begin + T : t + T;
    // From above: a jump at the begin belongs to this piece.
    const Point down = out.point(t - T + close);
    const Point here{down.value - close * down.rate, down.rate - close * down.bend, down.bend};
    double height = bar.gap - bar.speed * t - 0.5 * bar.gravity * t * t + value + here.value;
    if (height <= rounding * (bar.gap + bar.length) * 1e-2) height = 0.0;
    double room = until - t;
    const double stays =
        at_wall ? out.leaves_at(here, t, room) : out.arrives_at(here, t, height, room);
    const bool changes = stays < room - close;
    if (changes && stays <= close) {
      at_wall = !at_wall;
      (at_wall ? out.arrivals_ : out.departures_).push_back(t);
      // One change of phase an instant: the rest of the piece has at least some length.
      const double again = at_wall ? out.leaves_at(here, t, room) : room;
      room = std::max(std::min(room, again), std::min(room, 2.0 * close));
    } else if (changes) {
      room = stays;
    }
    Piece piece{t, value, here.rate, here.bend};
    if (at_wall) {
      piece.rate = bar.speed + bar.gravity * t - here.rate;
      piece.bend = bar.gravity - here.bend;
    }
    out.pieces_.push_back(piece);
    value += room * (piece.rate + 0.5 * piece.bend * room);
    t += room;
  }
  return out;
}

void Characteristics::at(double s, double t, double& u, double& v) const {
  const Point up = point(t - s / bar_.wave_speed);
  const Point down = point(t - period_ + s / bar_.wave_speed);
  u = bar_.gap - bar_.speed * t - 0.5 * bar_.gravity * t * t + up.value + down.value;
  v = -bar_.speed - bar_.gravity * t + up.rate + down.rate;
}

double Characteristics::strain(double s, double t) const {
  const Point up = point(t - s / bar_.wave_speed);
  const Point down = point(t - period_ + s / bar_.wave_speed);
  return (down.rate - up.rate) / bar_.wave_speed;
}

double Characteristics::reaction(double t) const {
  return point(t).rate - point(t - period_).rate;
}

double Characteristics::impulse(double t) const {
  return point(t).value - point(t - period_).value;
}

}  // namespace impactbench::exact::bouncing_bar
