#include "reference/exact/dragged_block/dragged_block.hpp"

#include "problems/model/generalised_system.hpp"
#include "reference/support/driven_piece.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

namespace impactbench::exact::dragged_block {
namespace {

using Kind = ConstraintEvent::Kind;

struct Bodies {
  double square;  ///< k / m [1/s2]
  double slips;   ///< mu N / m [m/s2]
  double holds;   ///< mu_s N / m [m/s2]
  double pull;    ///< P / m [m/s2]
  double until;   ///< [s]
};

struct Place {
  double x1, v1, x2, v2;
};

/// One mode of motion under one force; `mean` and `apart` while it slides, `apart` while it sticks.
struct Piece {
  double sense;  ///< of the slide, 0: sticks
  double x1;     ///< at its start
  DrivenPiece mean, apart;

  [[nodiscard]] double start() const { return apart.start; }
  [[nodiscard]] Place at(double s) const {
    const double d = apart.x + apart.displacement(s), rate = apart.speed(s);
    if (sense == 0.0) return {x1, 0.0, x1 + d, rate};
    const double c = mean.x + mean.displacement(s), goes = mean.speed(s);
    return {c - 0.5 * d, goes - 0.5 * rate, c + 0.5 * d, goes + 0.5 * rate};
  }
  [[nodiscard]] double acceleration(double s) const {
    return sense == 0.0 ? 0.0 : mean.acceleration(s) - 0.5 * apart.acceleration(s);
  }
};

Piece piece_of(const Bodies& b, double sense, double t, const Place& p) {
  const double pull = t < b.until ? b.pull : 0.0, friction = sense * b.slips;
  const double d = p.x2 - p.x1;
  const DrivenPiece mean({.constant = 0.5 * (pull - friction)}, t, 0.5 * (p.x1 + p.x2),
                         0.5 * (p.v1 + p.v2));
  if (sense == 0.0)
    return {sense, p.x1, mean, DrivenPiece({.constant = pull, .square = b.square}, t, d, p.v2)};
  return {sense, p.x1, mean,
          DrivenPiece({.constant = pull + friction, .square = 2.0 * b.square}, t, d, p.v2 - p.v1)};
}

/// The way that the spring drags a block at rest; 0 where friction holds it.
double dragged(const Bodies& b, const Place& p) {
  const double drive = b.square * (p.x2 - p.x1);
  return std::abs(drive) > b.holds ? std::copysign(1.0, drive) : 0.0;
}

/// How long a mode lasts; nothing if to the end.
std::optional<double> duration(const Bodies& b, const Piece& p, double rest) {
  const double sampling_interval = p.apart.sampling_interval(rest);
  if (p.sense != 0.0) {
    return first_fall(
        sampling_interval, rest, [&](double s) { return p.sense * p.at(s).v1; },
        [&](double s) { return p.sense * p.acceleration(s); });
  }
  std::optional<double> out;
  for (const double sense : {-1.0, 1.0}) {
    const auto ends = first_fall(
        sampling_interval, rest,
        [&](double s) {
          return b.holds - sense * b.square * (p.apart.x + p.apart.displacement(s));
        },
        [&](double s) { return -sense * b.square * p.apart.speed(s); });
    if (ends && (!out || *ends < *out)) out = ends;
  }
  return out;
}

struct Motion {
  std::vector<Piece> pieces;
  std::vector<ConstraintEvent> events;

  [[nodiscard]] Place at(double t) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), t,
                                        [](double s, const Piece& p) { return s < p.start(); });
    const Piece& p = after == pieces.begin() ? pieces.front() : *std::prev(after);
    return p.at(t - p.start());
  }
};

Motion motion_of(const Bodies& b, const Place& start, double end) {
  Motion out;
  double t = 0.0;
  Place place = start;
  double sense = place.v1 != 0.0 ? std::copysign(1.0, place.v1) : dragged(b, place);
  out.events.push_back({0.0, 0, Kind::closes});
  if (sense != 0.0) out.events.push_back({0.0, 0, Kind::starts});
  for (;;) {
    out.pieces.push_back(piece_of(b, sense, t, place));
    const Piece& now = out.pieces.back();
    const double rest = (t < b.until ? std::min(b.until, end) : end) - t;
    if (const auto lasts = duration(b, now, rest)) {
      t += *lasts;
      place = now.at(*lasts);
      place.v1 = 0.0;
      // The drive is at its bound when friction releases, on either side by rounding.
      const double drive = place.x2 - place.x1;
      if (sense != 0.0) out.events.push_back({t, 0, Kind::stops});
      sense = sense == 0.0 ? std::copysign(1.0, drive) : dragged(b, place);
      if (sense != 0.0) out.events.push_back({t, 0, Kind::starts});
    } else {
      if (!(t < b.until && b.until < end)) return out;
      t = b.until;
      place = now.at(rest);
    }
  }
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "dragged_block") return std::nullopt;
  const double m = number(problem, "mass"), mu = number(problem, "friction");
  const double presses = number(problem, "pressure") / m;
  const Bodies bodies{
      .square = number(problem, "stiffness") / m,
      .slips = mu * presses,
      // Without friction nothing is held either.
      .holds = (mu > 0.0 ? std::max(mu, number(problem, "static_friction")) : 0.0) * presses,
      .pull = number(problem, "force") / m,
      .until = number(problem, "until")};
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const State& start = problem.initial;
  const auto motion = std::make_shared<const Motion>(
      motion_of(bodies, {start.q[0], start.v[0], start.q[1], start.v[1]}, end));
  Truth out;
  out.source = "exact/dragged_block";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-12 * generalised_system(*problem.system)->length();
  out.at = [motion, end](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    const Place p = motion->at(t);
    q << p.x1, p.x2, 0.0;
    v << p.v1, p.v2, 0.0;
    return true;
  };
  out.constraint_events = motion->events;
  for (std::size_t k = 1; k < motion->pieces.size(); ++k)
    out.corners.push_back(motion->pieces[k].start());
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "dragged_block",
          .summary = "a block pulled by a spring, static friction above kinetic, slide by slide",
          .source = "elementary; pieces in closed form, their ends by bisection",
          .provenance = Provenance::closed_form,
          .truth = truth,
          .takes_static_friction = true};
}

}  // namespace impactbench::exact::dragged_block
