#include "schemes/support/spring_batch.hpp"

#include "problems/model/wide.hpp"

namespace impactbench {
namespace {

/// The tangential part of a vector: in the plane its component along rot90(n) (slide.hpp).
inline LaneVector<1> slide_of(const LaneVector<2>& n, const LaneVector<2>& u) {
  return {{u.at[1] * n.at[0] - u.at[0] * n.at[1]}};
}
inline LaneVector<3> slide_of(const LaneVector<3>& n, const LaneVector<3>& u) {
  return u - dot(n, u) * n;
}
/// Such a part as a vector of the space.
inline LaneVector<2> in_space(const LaneVector<2>& n, const LaneVector<1>& s) {
  return {{-(s.at[0] * n.at[1]), s.at[0] * n.at[0]}};
}
inline LaneVector<3> in_space(const LaneVector<3>&, const LaneVector<3>& s) {
  return s;
}
/// om x n: how the surface of a body of radius 1 that turns moves where it is touched along n.
inline LaneVector<1> turned_past(const LaneVector<2>&, const LaneVector<1>& om) {
  return om;
}
inline LaneVector<3> turned_past(const LaneVector<3>& n, const LaneVector<3>& om) {
  return cross(om, n);
}
/// n x f: the torque of a force on such a body.
inline LaneVector<1> torque_of(const LaneVector<2>&, const LaneVector<1>& f) {
  return f;
}
inline LaneVector<3> torque_of(const LaneVector<3>& n, const LaneVector<3>& f) {
  return cross(n, f);
}
/// s of an earlier normal where the normal is now n: as long, turned the shortest way. (Luding
/// 2008, Granular Matter 10, section 2.3)
inline LaneVector<1> carried_over(const LaneVector<2>&, const LaneVector<1>& s) {
  return s;
}
inline LaneVector<3> carried_over(const LaneVector<3>& n, const LaneVector<3>& s) {
  const LaneVector<3> flat = s - dot(n, s) * n;
  const Lanes square = dot(flat, flat), longer = sqrt(dot(s, s) / square);
  return where(square > 0.0, longer, 0.0) * flat;
}

template <int Dim>
inline void meet_all(SpringBatch<Dim>& batch) {
  for (int k = 0; k < batch.used_groups(); ++k) {
    auto& g = batch.groups[static_cast<std::size_t>(k)];
    const Lanes length = sqrt(dot(g.normal, g.normal));
    g.depth = g.depth - length;
    for (Lanes& component : g.normal.at)
      component = component / length;
  }
}

/// f into `force` and `torque`, and the spring that goes on to the next step.
template <class Group>
inline void rub(Group& g, double step, const Lanes& k, const Lanes& eta) {
  const auto slip = slide_of(g.normal, g.approach) + turned_past(g.normal, g.turn);
  const auto stretch = Lanes(step) * slip + carried_over(g.normal, g.stretch);
  const auto trial = Lanes(-1.0) * (k * stretch + eta * slip);
  const Lanes bound = g.friction * where(g.normal_force > 0.0, g.normal_force, 0.0);
  const Lanes size = sqrt(dot(trial, trial));
  const Lanes::Mask slides = size > bound;
  const auto f = where(slides, (bound / size) * trial, trial);
  g.stretch = where(slides, (Lanes(-1.0) / k) * (f + eta * slip), stretch);
  g.force = g.force + in_space(g.normal, f);
  g.torque = torque_of(g.normal, f);
}

inline ContactSprings<Lanes> side_by_side(const ContactSprings<double>& s) {
  return {s.stiffness, s.damping, s.tangential_stiffness, s.tangential_damping};
}

template <int Dim>
inline void press_all(SpringBatch<Dim>& batch, const SpringRule& rule, bool with_obstacles) {
  const ContactSprings<Lanes> common = side_by_side(with_obstacles ? rule.obstacle : rule.pair);
  for (int k = 0; k < batch.used_groups(); ++k) {
    auto& g = batch.groups[static_cast<std::size_t>(k)];
    const ContactSprings<Lanes> own = rule.alike ? common : rule.springs(g.bodies, with_obstacles);
    const DepthPowers<Lanes> powers =
        rule.is_hertz ? HertzContact::powers(g.depth) : LinearContact::powers(g.depth);
    const Lanes lam =
        own.stiffness * powers.spring + own.damping * powers.dashpot * dot(g.approach, g.normal);
    g.normal_force = rule.pulls ? lam : where(lam > 0.0, lam, 0.0);
    g.force = -g.normal_force * g.normal;
    if constexpr (Dim > 1) {
      if (!rule.rubs) continue;
      rub(g, rule.step, own.tangential_stiffness * powers.tangential_spring,
          own.tangential_damping * powers.tangential_dashpot);
    }
  }
}

}  // namespace

// One function for all spaces would not be compiled for wide registers: it were a template.
IMPACTBENCH_WIDE [[gnu::flatten]] void meet(SpringBatch<1>& batch) {
  meet_all(batch);
}
IMPACTBENCH_WIDE [[gnu::flatten]] void meet(SpringBatch<2>& batch) {
  meet_all(batch);
}
IMPACTBENCH_WIDE [[gnu::flatten]] void meet(SpringBatch<3>& batch) {
  meet_all(batch);
}
IMPACTBENCH_WIDE [[gnu::flatten]] void press(SpringBatch<1>& batch, const SpringRule& rule,
                                             bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}
IMPACTBENCH_WIDE [[gnu::flatten]] void press(SpringBatch<2>& batch, const SpringRule& rule,
                                             bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}
IMPACTBENCH_WIDE [[gnu::flatten]] void press(SpringBatch<3>& batch, const SpringRule& rule,
                                             bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}

}  // namespace impactbench
