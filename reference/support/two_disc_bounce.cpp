#include "reference/support/two_disc_bounce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <utility>

namespace impactbench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t most_hits = 10000;

/// The event loop: each disc is in free flight or in one contact.
class Bouncer {
 public:
  Bouncer(const LineOfTwo& line, double horizon, const ProfileOf& profile)
      : line_(line), horizon_(horizon), profile_(profile), free_(line.start) {
    for (std::size_t i = 0; i < 2; ++i)
      fly(i, 0.0);
  }

  std::optional<TwoDiscBounce> run() {
    while (out_.hits.size() < most_hits) {
      const std::array<double, 5> times{released_[0], released_[1], to_wall(0), to_wall(1),
                                        to_pair()};
      // The first of equal ones: a disc is let go before it is met again.
      const auto next = std::min_element(times.begin(), times.end());
      if (!(*next < horizon_)) return std::move(out_);
      now_ = *next;
      const auto kind = static_cast<std::size_t>(next - times.begin());
      if (kind < 2) {
        released_[kind] = never;
        fly(kind, now_);
      } else if (!(kind < 4 ? hit_wall(kind - 2) : hit_pair())) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool busy(std::size_t i) const { return released_[i] < never; }
  [[nodiscard]] double wall(std::size_t i) const { return i == 0 ? line_.low : line_.high; }
  /// For a disc in contact with a wall: the wall; the disc is beyond it, away from the other disc.
  [[nodiscard]] LineState state(std::size_t i) const {
    if (busy(i)) return {wall(i), 0.0};
    return {free_[i].x + free_[i].v * (now_ - since_[i]), free_[i].v};
  }

  [[nodiscard]] double to_wall(std::size_t i) const {
    const LineState s = state(i);
    const double approach = i == 0 ? -s.v : s.v;
    if (!(approach > 0.0)) return never;
    return now_ + std::max(i == 0 ? s.x - line_.low : line_.high - s.x, 0.0) / approach;
  }
  [[nodiscard]] double to_pair() const {
    // In a contact of the two both are busy; its end is the next event of either.
    if (in_pair_ && (busy(0) || busy(1))) return never;
    const LineState a = state(0);
    const LineState b = state(1);
    const double closing = a.v - b.v;
    if (!(closing > 0.0)) return never;
    return now_ + std::max(b.x - a.x - line_.apart(), 0.0) / closing;
  }

  void fly(std::size_t i, double t) {
    since_[i] = t;
    const LineState s = free_[i];
    out_.legs[i].push_back({t, [=](double time) {
                              return LineState{s.x + s.v * (time - t), s.v};
                            }});
  }

  /// Profiles are dear where they are integrated, and elastic motions repeat them.
  const std::optional<ContactProfile>& profile(double mass, double speed) {
    const auto key = std::pair(mass, speed);
    const auto known = profiles_.find(key);
    if (known != profiles_.end()) return known->second;
    return profiles_.emplace(key, profile_(mass, speed, 0.0)).first->second;
  }

  bool hit_wall(std::size_t i) {
    const LineState s = state(i);
    const auto& p = profile(line_.mass[i], std::abs(s.v));
    if (!p) return false;
    const double start = now_;
    const double at = wall(i);
    const double side = i == 0 ? -1.0 : 1.0;
    out_.legs[i].push_back({start, [=, depth = p->at](double t) {
                              const DepthState d = depth(t - start);
                              return LineState{at + side * d.depth, side * d.rate};
                            }});
    released_[i] = start + p->duration;
    out_.hits.push_back({{start, line_.mass[i], std::abs(s.v)}, released_[i], p->depth});
    in_pair_ = false;
    free_[i] = {at, -p->leaves * s.v};
    return true;
  }

  bool hit_pair() {
    if (busy(0) || busy(1)) return false;
    const std::array s{state(0), state(1)};
    const double total = line_.mass[0] + line_.mass[1];
    const double reduced = line_.mass[0] * line_.mass[1] / total;
    const double closing = s[0].v - s[1].v;
    const auto& p = profile(reduced, closing);
    // Deeper than a disc is wide, the larger one would reach the wall behind the smaller.
    if (!p || !(p->depth < 2.0 * std::min(line_.radius[0], line_.radius[1]))) return false;
    const double start = now_;
    const double end = start + p->duration;
    const double drift = (line_.mass[0] * s[0].v + line_.mass[1] * s[1].v) / total;
    // Distances of the centres from the centre of mass, per distance between them.
    const std::array share{-line_.mass[1] / total, line_.mass[0] / total};
    const double centre = s[0].x - share[0] * line_.apart();
    // D > 0 only brings the discs further from the walls.
    const double seen = std::min(end, horizon_);
    for (const double t : {start, seen}) {
      const double c = centre + drift * (t - start);
      if (c + share[0] * line_.apart() < line_.low - 1e-15 ||
          c + share[1] * line_.apart() > line_.high + 1e-15) {
        return false;
      }
    }
    for (std::size_t i = 0; i < 2; ++i) {
      out_.legs[i].push_back(
          {start, [=, depth = p->at, part = share[i], apart = line_.apart()](double t) {
             const DepthState d = depth(t - start);
             return LineState{centre + drift * (t - start) + part * (apart - d.depth),
                              drift - part * d.rate};
           }});
      released_[i] = end;
      free_[i] = {centre + drift * (end - start) + share[i] * line_.apart(),
                  drift - p->leaves * (s[i].v - drift)};
    }
    out_.hits.push_back({{start, reduced, closing}, end, p->depth});
    in_pair_ = true;
    return true;
  }

  const LineOfTwo line_;
  const double horizon_;
  const ProfileOf& profile_;
  TwoDiscBounce out_;
  std::map<std::pair<double, double>, std::optional<ContactProfile>> profiles_;
  double now_{0.0};
  bool in_pair_{false};                           ///< the last contact was one of the two
  std::array<LineState, 2> free_;                 ///< at the beginning of the (next) flight
  std::array<double, 2> since_{0.0, 0.0};         ///< beginning of the flight
  std::array<double, 2> released_{never, never};  ///< end of the contact, if in one
};

LineState state_of(const std::vector<TwoDiscBounce::Leg>& legs, double t) {
  const auto after =
      std::upper_bound(legs.begin(), legs.end(), t,
                       [](double s, const TwoDiscBounce::Leg& leg) { return s < leg.start; });
  return (after == legs.begin() ? legs.front() : *std::prev(after)).at(t);
}

}  // namespace

std::optional<TwoDiscBounce> two_disc_bounce(const Problem& problem, const ProfileOf& profile) {
  const auto line = line_of_two(problem);
  if (!line || problem.traits.initial_penetration) return std::nullopt;
  return Bouncer(*line, problem.horizon, profile).run();
}

Truth truth_of(const Problem& problem, const TwoDiscBounce& found) {
  const auto motion = std::make_shared<const TwoDiscBounce>(found);
  Truth out;
  out.at = [motion, start = problem.initial, end = problem.horizon](double t, Eigen::VectorXd& q,
                                                                    Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    q = start.q + t * start.v;  // y and angle
    v = start.v;
    for (Eigen::Index i = 0; i < 2; ++i) {
      const LineState s = state_of(motion->legs[i], t);
      q[3 * i] = s.x;
      v[3 * i] = s.v;
    }
    return true;
  };
  for (const TwoDiscBounce::Hit& hit : motion->hits) {
    // Simultaneous hits are one event for an observer of velocities.
    if (out.event_times.empty() || hit.event.time > out.event_times.back()) {
      out.event_times.push_back(hit.event.time);
    }
  }
  return out;
}

std::optional<Truth> two_disc_truth(const Problem& problem, const ProfileOf& profile) {
  const auto motion = two_disc_bounce(problem, profile);
  if (!motion) return std::nullopt;
  return truth_of(problem, *motion);
}

}  // namespace impactbench
