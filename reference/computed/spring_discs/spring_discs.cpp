#include "reference/computed/spring_discs/spring_discs.hpp"

#include "reference/computed/spring_discs/balls_in_plane.hpp"
#include "reference/computed/spring_discs/motion.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::computed::spring_discs {
namespace {

constexpr std::size_t most_discs = 2;  ///< of more, contacts in their tens take minutes
constexpr int stages = 8;
constexpr Real tolerance = 1e-16L;  ///< of positions in a step [m]
constexpr int compared = 200;
constexpr double useful_growth = 1e3;
constexpr double shift = 1e-8;  ///< [m]

/// Largest difference of positions and angles times `reach` at instants between 0 and `end`.
double apart(const Course& a, const Course& b, double end, double reach) {
  double out = 0.0;
  Vector q, o, v;
  for (int k = 1; k <= compared; ++k) {
    const Real t = static_cast<Real>(end) * k / compared;
    a.at(t, q, v);
    b.at(t, o, v);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const Real off = std::abs(q[i] - o[i]) * (i % 3 == 2 ? static_cast<Real>(reach) : 1);
      out = std::max(out, static_cast<double>(off));
    }
  }
  return out;
}

/// How much a shift of every disc its own way grows; nothing where it is not known.
std::optional<double> growth_of(const RoundSystem& system, const Compliance& law,
                                const Problem& problem, double end, const Course& course) {
  if (system.bodies().size() < 2) return 1.0;
  State shifted = problem.initial;
  for (Eigen::Index i = 0; i < shifted.q.size(); ++i) {
    if (i % 3 != 2) shifted.q[i] += shift * std::cos(1.0 + 2.0 * static_cast<double>(i));
  }
  const auto other = Motion(system, law, shifted, end, stages - 2, 1000 * tolerance).run();
  if (!other) return std::nullopt;
  const double growth = apart(course, *other, end, system.largest_radius()) / shift;
  if (!(growth < useful_growth)) return std::nullopt;
  return std::max(1.0, growth);
}

/// The motion in doubles, for callers.
class Answer {
 public:
  explicit Answer(const Course& course) {
    for (const Piece& p : course.pieces) {
      pieces_.push_back(
          {static_cast<double>(p.start), static_cast<double>(p.length), p.position.cast<double>()});
    }
  }
  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
    const auto next = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                       [](double s, const Part& p) { return s < p.start; });
    const Part& p = next == pieces_.begin() ? pieces_.front() : *std::prev(next);
    const double tau = (t - p.start) / p.length;
    q.setZero();
    v.setZero();
    for (Eigen::Index k = p.position.cols(); k-- > 0;) {
      v = v * tau + q;
      q = q * tau + p.position.col(k);
    }
    v /= p.length;
  }

 private:
  struct Part {
    double start, length;
    Eigen::MatrixXd position;
  };
  std::vector<Part> pieces_;
};

/// The kinetic energy at the end, where no force acts then and none has acted for a 50th of the
/// time; nothing where gravity does.
std::optional<double> energy_after_impacts(const RoundSystem& system, const Course& course,
                                           double horizon) {
  const bool rests =
      course.touching || course.events.empty() || course.events.back() > 0.98 * horizon;
  if (rests || !system.gravity().isZero()) return std::nullopt;
  Vector q, v;
  course.at(horizon, q, v);
  return 0.5 * static_cast<double>(v.cwiseAbs2().dot(system.mass().cast<Real>()));
}

/// A contact has no normal where centres meet: there is no truth of such a motion.
bool pass_through(const RoundSystem& system, const Course& course) {
  const std::vector<double>& radius = system.bodies().radius;
  return radius.size() > 1 && static_cast<double>(course.deepest) > 0.99 * (radius[0] + radius[1]);
}

std::optional<Truth> truth_of_discs(const Problem& problem, const ContactModel& contact) {
  const auto* system = disc_system(*problem.system);
  if (!contact || system == nullptr || system->bodies().size() == 0 ||
      system->bodies().size() > most_discs || !system->constant_force()) {
    return std::nullopt;
  }
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const auto course = Motion(*system, *contact, problem.initial, end, stages, tolerance).run();
  const auto check =
      Motion(*system, *contact, problem.initial, end, stages - 2, 30 * tolerance).run();
  if (!course || !check || pass_through(*system, *course)) return std::nullopt;
  const auto growth = growth_of(*system, *contact, problem, end, *course);
  if (!growth) return std::nullopt;
  Truth out;
  out.source = "computed/spring_discs";
  out.provenance = Provenance::computed_two_ways;
  out.uncertainty = std::max(1e-13, apart(*course, *check, end, system->largest_radius()));
  out.growth = *growth;
  out.event_times = course->begins;
  std::sort(out.event_times.begin(), out.event_times.end());
  out.corners = course->events;
  if (course->deepest > 0) {
    out.scalars["penetration_relative"] =
        static_cast<double>(course->deepest) / (2.0 * system->largest_radius());
  }
  if (const auto energy = energy_after_impacts(*system, *course, problem.horizon))
    out.scalars["kinetic_energy"] = *energy;
  out.at = [answer = std::make_shared<const Answer>(*course), end](double t, Eigen::VectorXd& q,
                                                                   Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    answer->at(t, q, v);
    return true;
  };
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (problem.traits.first_order) return std::nullopt;
  if (!contact || disc_system(*problem.system) != nullptr) return truth_of_discs(problem, contact);
  const RoundSystem* system = round_system(*problem.system);
  if (system == nullptr || system->bodies().size() > most_discs || !system->constant_force())
    return std::nullopt;
  const auto balls = balls_in_plane(problem);
  if (!balls) return std::nullopt;
  auto out = truth_of_discs(balls->discs, contact);
  if (!out) return std::nullopt;
  const Eigen::Index size = balls->discs.initial.q.size();
  out->at = [discs = out->at, lift = balls->lift, size](double t, Eigen::VectorXd& q,
                                                        Eigen::VectorXd& v) {
    Eigen::VectorXd a(size), b(size);
    if (!discs(t, a, b)) return false;
    lift(a, b, q, v);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "spring_discs",
          .summary = "1 or 2 discs, or balls in a plane, on springs with dashpots and friction",
          .source = "collocation in extended precision, checked by a second order and tolerance",
          .provenance = Provenance::computed_two_ways,
          .truth = truth,
          .takes_laws = true};
}

}  // namespace impactbench::computed::spring_discs
