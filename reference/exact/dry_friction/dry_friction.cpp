#include "reference/exact/dry_friction/dry_friction.hpp"

#include "problems/model/generalised_system.hpp"
#include "reference/support/driven_piece.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>
#include <vector>

namespace impactbench::exact::dry_friction {
namespace {

using Kind = ConstraintEvent::Kind;

struct Block {
  double square, base, rate;  ///< k / m, a, W
  double bound;               ///< mu g [m/s2]

  /// The acceleration of the block at rest without friction [m/s2].
  [[nodiscard]] double drive(double t, double x) const {
    return -square * x - base * std::sin(rate * t);
  }
};

struct Piece {
  double sense;  ///< of the slide, 0: sticks
  DrivenPiece line;

  [[nodiscard]] double displacement(double s) const {
    return sense == 0.0 ? 0.0 : line.displacement(s);
  }
  [[nodiscard]] double speed(double s) const { return sense == 0.0 ? 0.0 : line.speed(s); }
};

Piece piece_of(const Block& b, double sense, double t, double x, double v) {
  return {sense,
          DrivenPiece(
              {.constant = -sense * b.bound, .square = b.square, .force = -b.base, .rate = b.rate},
              t, x, v)};
}

/// The way that a block at rest is driven; 0 where friction holds it.
double driven(const Block& b, double t, double x) {
  const double drive = b.drive(t, x);
  return std::abs(drive) > b.bound ? std::copysign(1.0, drive) : 0.0;
}

/// How long a piece lasts; nothing if to the end.
std::optional<double> duration(const Block& b, const Piece& p, double end) {
  const double rest = end - p.line.start;
  if (p.sense != 0.0) {
    return first_fall(
        p.line.sampling_interval(rest), rest, [&](double s) { return p.sense * p.line.speed(s); },
        [&](double s) { return p.sense * p.line.acceleration(s); });
  }
  if (b.base == 0.0) return std::nullopt;
  std::optional<double> out;
  for (const double sense : {-1.0, 1.0}) {
    const auto ends = first_fall(
        0.05 / b.rate, rest,
        [&](double s) { return b.bound - sense * b.drive(p.line.start + s, p.line.x); },
        [&](double s) { return sense * b.base * b.rate * std::cos(b.rate * (p.line.start + s)); });
    if (ends && (!out || *ends < *out)) out = ends;
  }
  return out;
}

struct Motion {
  std::vector<Piece> pieces;

  void at(double t, double& x, double& v) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), t,
                                        [](double s, const Piece& p) { return s < p.line.start; });
    const Piece& p = after == pieces.begin() ? pieces.front() : *std::prev(after);
    x = p.line.x + p.displacement(t - p.line.start);
    v = p.speed(t - p.line.start);
  }
};

Motion motion_of(const Block& b, double x, double v, double end) {
  const double first = v != 0.0 ? std::copysign(1.0, v) : driven(b, 0.0, x);
  Motion out{{piece_of(b, first, 0.0, x, v)}};
  while (const auto lasts = duration(b, out.pieces.back(), end)) {
    const Piece now = out.pieces.back();
    const double t = now.line.start + *lasts, place = now.line.x + now.displacement(*lasts);
    // The drive is at its bound when friction releases, on either side by rounding.
    const double sense =
        now.sense == 0.0 ? std::copysign(1.0, b.drive(t, place)) : driven(b, t, place);
    out.pieces.push_back(piece_of(b, sense, t, place, 0.0));
  }
  return out;
}

/// A block that slides at first, at `speed`, does not start to.
std::vector<ConstraintEvent> events_of(const Motion& motion, double speed) {
  std::vector<ConstraintEvent> out{{0.0, 0, Kind::closes}};
  double before = 0.0;
  for (const Piece& p : motion.pieces) {
    if (before != 0.0) out.push_back({p.line.start, 0, Kind::stops});
    if (p.sense != 0.0 && (p.line.start > 0.0 || speed == 0.0))
      out.push_back({p.line.start, 0, Kind::starts});
    before = p.sense;
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  constexpr std::array names{"rubbing_base", "rubbing_oscillator"};
  if (contact || std::find(names.begin(), names.end(), problem.name) == names.end())
    return std::nullopt;
  const double m = number(problem, "mass");
  const Block block{.square = number(problem, "stiffness") / m,
                    .base = number(problem, "base"),
                    .rate = 2.0 * std::numbers::pi * number(problem, "frequency"),
                    .bound = number(problem, "friction") * number(problem, "gravity")};
  const double off = block.square - block.rate * block.rate;
  if (block.base != 0.0 && !(std::abs(off) > 1e-3 * block.square)) return std::nullopt;
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const auto motion = std::make_shared<const Motion>(
      motion_of(block, problem.initial.q[0], problem.initial.v[0], end));
  Truth out;
  out.source = "exact/dry_friction";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-12 * generalised_system(*problem.system)->length();
  out.at = [motion, end](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    q[1] = v[1] = 0.0;
    motion->at(t, q[0], v[0]);
    return true;
  };
  out.constraint_events = events_of(*motion, problem.initial.v[0]);
  for (std::size_t k = 1; k < motion->pieces.size(); ++k)
    out.corners.push_back(motion->pieces[k].line.start);
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "dry_friction",
          .summary = "a block with dry friction on a spring or a shaken base, slide by slide",
          .source = "elementary; slides in closed form, their ends by bisection",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::dry_friction
