#include "reference/exact/skorokhod/skorokhod.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace impactbench::exact::skorokhod {
namespace {

/// Free motion psi on [start, end): parabola.
struct Piece {
  double start, end, psi, speed, acceleration;
  [[nodiscard]] double at(double t) const {
    const double s = t - start;
    return psi + speed * s + 0.5 * acceleration * s * s;
  }
  [[nodiscard]] double speed_at(double t) const { return speed + acceleration * (t - start); }
  /// Least value on [start, t].
  [[nodiscard]] double least(double t) const {
    double out = std::min(psi, at(t));
    if (acceleration > 0.0) {
      const double vertex = start - speed / acceleration;
      if (vertex > start && vertex < t) out = std::min(out, at(vertex));
    }
    return out;
  }
};

std::vector<Piece> pieces_of(const Problem& p) {
  const double m = number(p, "mass");
  const double cuts[] = {0.0, number(p, "switch_1"), number(p, "switch_2"), HUGE_VAL};
  const char* forces[] = {"force_1", "force_2", "force_3"};
  std::vector<Piece> out;
  double psi = number(p, "gap"), speed = number(p, "velocity");
  for (int k = 0; k < 3; ++k) {
    Piece piece{cuts[k], cuts[k + 1], psi, speed, number(p, forces[k]) / m};
    out.push_back(piece);
    if (k == 2) break;
    psi = piece.at(piece.end);
    speed = piece.speed_at(piece.end);
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "gluey_particle" || !problem.traits.gluey ||
      problem.traits.viscosity != 0.0 || problem.traits.restitution != 0.0) {
    return std::nullopt;
  }
  const auto pieces = std::make_shared<const std::vector<Piece>>(pieces_of(problem));
  const double radius = number(problem, "radius");
  Truth out;
  out.source = "exact/skorokhod";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  out.at = [pieces, radius](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    double least = 0.0;
    for (const Piece& piece : *pieces) {
      if (t < piece.end) {
        least = std::min(least, piece.least(t));
        const double gap = piece.at(t) - least;
        q[0] = radius + gap;
        v[0] = gap > 0.0 || piece.speed_at(t) > 0.0 ? piece.speed_at(t) : 0.0;
        return true;
      }
      least = std::min(least, piece.least(piece.end));
    }
    return false;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "skorokhod",
          .summary = "a particle at a gluey wall: reflection of its free motion",
          .source = "Skorokhod's problem on a half-line; maury-slides for the model",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::skorokhod
