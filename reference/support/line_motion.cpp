#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

bool is_box(const std::vector<Wall>& walls) {
  return walls.size() == 4 && walls[0].inward == Vec2(0.0, 1.0) &&
         walls[1].inward == Vec2(-1.0, 0.0) && walls[2].inward == Vec2(0.0, -1.0) &&
         walls[3].inward == Vec2(1.0, 0.0);
}

}  // namespace

std::optional<std::vector<Axis>> axes_of_single_disc(const Problem& problem) {
  const auto* system = disc_system(*problem.system);
  if (system == nullptr || system->bodies().size() != 1 || problem.traits.friction ||
      problem.traits.driven || !is_box(system->walls())) {
    return std::nullopt;
  }
  const double r = system->bodies().radius[0];
  const auto& w = system->walls();
  const auto& q = problem.initial.q;
  const auto& v = problem.initial.v;
  return std::vector<Axis>{
      {w[3].point.x() + r, w[1].point.x() - r, q[0], v[0], system->gravity().x()},
      {w[0].point.y() + r, w[2].point.y() - r, q[1], v[1], system->gravity().y()}};
}

const TwoDiscMotion::Piece& TwoDiscMotion::at(double t) const {
  const auto after = std::upper_bound(pieces.begin(), pieces.end(), t,
                                      [](double time, const Piece& p) { return time < p.start; });
  return after == pieces.begin() ? pieces.front() : *std::prev(after);
}

std::optional<LineOfTwo> line_of_two(const Problem& problem) {
  const auto* system = disc_system(*problem.system);
  const auto& q = problem.initial.q;
  const auto& v = problem.initial.v;
  if (system == nullptr || system->bodies().size() != 2 || problem.traits.friction ||
      problem.traits.gravity || problem.traits.driven || !is_box(system->walls()) || q[1] != q[4] ||
      v[1] != 0.0 || v[4] != 0.0 || !(q[0] < q[3])) {
    return std::nullopt;
  }
  const auto& discs = system->bodies();
  return LineOfTwo{.low = system->wall(3).point.x() + discs.radius[0],
                   .high = system->wall(1).point.x() - discs.radius[1],
                   .mass = {discs.mass[0], discs.mass[1]},
                   .radius = {discs.radius[0], discs.radius[1]},
                   .start = {LineState{q[0], v[0]}, LineState{q[3], v[3]}},
                   .restitution = system->law().restitution};
}

namespace {

/// Newton's law for all contacts that are closed at once, u^+ >= -e u^-, p >= 0, the impulse of one
/// being 0 where its rate is larger: velocities after `v` at the places x, by Gauss and Seidel.
std::array<double, 2> after_all_at_once(const LineOfTwo& line, const double (&x)[2],
                                        const double (&v)[2]) {
  struct Contact {
    double gap;
    std::array<double, 2> rate;  ///< u = rate . v
    double impulse{0.0};
  };
  std::array<Contact, 3> contacts{{{x[0] - line.low, {1.0, 0.0}},
                                   {x[1] - x[0] - line.apart(), {-1.0, 1.0}},
                                   {line.high - x[1], {0.0, -1.0}}}};
  const double closed = 1e-12 * (line.high - line.low);
  std::array<double, 2> out{v[0], v[1]};
  for (int sweep = 0; sweep < 1000; ++sweep) {
    for (Contact& c : contacts) {
      if (c.gap > closed) continue;
      double mobility = 0.0, wanted = 0.0;
      for (std::size_t i = 0; i < 2; ++i) {
        mobility += c.rate[i] * c.rate[i] / line.mass[i];
        wanted -= c.rate[i] * (out[i] + line.restitution * v[i]);
      }
      const double before = c.impulse;
      c.impulse = std::max(0.0, before + wanted / mobility);
      for (std::size_t i = 0; i < 2; ++i)
        out[i] += c.rate[i] * (c.impulse - before) / line.mass[i];
    }
  }
  return out;
}

/// True if impacts of one instant end alike one after another and all at once.
bool order_is_no_matter(const LineOfTwo& line, const TwoDiscMotion::Piece& before,
                        const TwoDiscMotion::Piece& after) {
  const auto at_once = after_all_at_once(line, after.x, before.v);
  const double top = std::max(std::abs(before.v[0]), std::abs(before.v[1]));
  return std::abs(after.v[0] - at_once[0]) <= 1e-9 * top &&
         std::abs(after.v[1] - at_once[1]) <= 1e-9 * top;
}

}  // namespace

std::optional<TwoDiscMotion> motion_of(const LineOfTwo& line, double horizon) {
  const auto [m0, m1] = line.mass;
  const double low = line.low;
  const double high = line.high;
  const double apart = line.apart();
  const double e = line.restitution;
  constexpr double never = std::numeric_limits<double>::infinity();
  TwoDiscMotion out;
  out.end = horizon;
  TwoDiscMotion::Piece now{
      0.0, {line.start[0].x, line.start[1].x}, {line.start[0].v, line.start[1].v}};
  out.pieces.push_back(now);
  TwoDiscMotion::Piece before = now;  // the impacts of this instant
  int together = 0;
  for (int impacts = 0; impacts < 10000; ++impacts) {
    const double closing = now.v[0] - now.v[1];
    const double to_pair =
        closing > 0.0 ? std::max(now.x[1] - now.x[0] - apart, 0.0) / closing : never;
    const double to_left = now.v[0] < 0.0 ? std::max(now.x[0] - low, 0.0) / -now.v[0] : never;
    const double to_right = now.v[1] > 0.0 ? std::max(high - now.x[1], 0.0) / now.v[1] : never;
    const double wait = std::min({to_pair, to_left, to_right});
    if (wait > 1e-12 * horizon) {
      if (together > 1 && !order_is_no_matter(line, before, now)) {
        out.end = now.start * (1.0 - 1e-8);
        std::erase_if(out.events, [&](const LineEvent& event) { return event.time > out.end; });
        return out;
      }
      before = now;
      together = 0;
    }
    ++together;
    if (!(now.start + wait < horizon)) return out;
    now.start += wait;
    now.x[0] += wait * now.v[0];
    now.x[1] += wait * now.v[1];
    if (wait == to_pair) {
      const double reduced = m0 * m1 / (m0 + m1);
      out.events.push_back({now.start, reduced, closing});
      now.v[0] -= (1.0 + e) * closing * reduced / m0;
      now.v[1] += (1.0 + e) * closing * reduced / m1;
    } else {
      const int disc = wait == to_left ? 0 : 1;
      out.events.push_back({now.start, disc == 0 ? m0 : m1, std::abs(now.v[disc])});
      now.v[disc] *= -e;
    }
    out.pieces.push_back(now);
  }
  return std::nullopt;
}

}  // namespace impactbench
