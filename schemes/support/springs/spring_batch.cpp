#include "schemes/support/springs/spring_batch.hpp"

#include "problems/base/wide.hpp"

#include <algorithm>

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

/// The columns of row(0) to row(3), which have four numbers each.
template <class Row>
inline LaneVector<4> columns(const Row& row) {
  LaneVector<4> out{row(0), row(1), row(2), row(3)};
  transpose(out.at[0], out.at[1], out.at[2], out.at[3]);
  return out;
}

/// Four pairs of bodies: where the numbers of each begin.
template <int Dim>
struct FourPairs {
  static constexpr int slides = SpringBatch<Dim>::slides;
  const SpringRows<Dim>& rows;
  const std::size_t* candidate;
  std::size_t i[Lanes::count], j[Lanes::count];

  /// A number of each first body and of each second one.
  [[nodiscard]] LaneVector<2> seen(double SpringBody::*number) const {
    if (rows.stride == 0) return {rows.bodies->*number, rows.bodies->*number};
    const auto of = [&](int ContactKey::*body) {
      const auto value = [&](int l) { return rows.bodies[rows.keys[candidate[l]].*body].*number; };
      return Lanes(Lanes::Pack{value(0), value(1), value(2), value(3)});
    };
    return {of(&ContactKey::body), of(&ContactKey::partner)};
  }
  /// to - from of centres, or of their velocities.
  [[nodiscard]] LaneVector<Dim> difference(const double* x, const std::size_t* to,
                                           const std::size_t* from) const {
    if constexpr (Dim == 3) {
      if (rows.dofs > Dim) {  // four at once, the first angle among them, are fewer loads
        const auto all =
            columns([&](int l) { return Lanes::at(x + to[l]) - Lanes::at(x + from[l]); });
        return {all.at[0], all.at[1], all.at[2]};
      }
    }
    return numbers<Dim>(x, to) - numbers<Dim>(x, from);
  }
  /// r_i om_i + r_j om_j of bodies that rotate.
  [[nodiscard]] LaneVector<slides> turn(const LaneVector<2>& r) const {
    if constexpr (Dim == 3) {
      const auto spins = [&](const std::size_t* at) {
        return columns([&](int l) { return Lanes::at(rows.v + 2 + at[l]); });
      };
      const auto one = spins(i), other = spins(j);
      return r.at[0] * LaneVector<3>{one.at[1], one.at[2], one.at[3]} +
             r.at[1] * LaneVector<3>{other.at[1], other.at[2], other.at[3]};
    } else {
      return r.at[0] * numbers<slides>(rows.v + Dim, i) +
             r.at[1] * numbers<slides>(rows.v + Dim, j);
    }
  }

 private:
  template <int N>
  static LaneVector<N> numbers(const double* x, const std::size_t* at) {
    LaneVector<N> out;
    for (int k = 0; k < N; ++k)
      out.at[k] = Lanes(Lanes::Pack{x[at[0] + k], x[at[1] + k], x[at[2] + k], x[at[3] + k]});
    return out;
  }
};

/// In a group that is not full its last contact stands for those that are missing.
template <int Dim>
inline void gather_all(SpringBatch<Dim>& batch, const SpringRule& rule,
                       const SpringRows<Dim>& rows) {
  constexpr int slides = SpringBatch<Dim>::slides;
  for (int c = batch.count; c % Lanes::count != 0; ++c)
    batch.candidate[static_cast<std::size_t>(c)] = batch.candidate[static_cast<std::size_t>(c - 1)];
  for (int k = 0; k < batch.used_groups(); ++k) {
    auto& g = batch.groups[static_cast<std::size_t>(k)];
    const std::size_t* candidate = &batch.candidate[static_cast<std::size_t>(Lanes::count * k)];
    FourPairs<Dim> four{rows, candidate, {}, {}};
    for (int l = 0; l < Lanes::count; ++l) {
      four.i[l] = rows.dofs * static_cast<std::size_t>(rows.keys[candidate[l]].body);
      four.j[l] = rows.dofs * static_cast<std::size_t>(rows.keys[candidate[l]].partner);
    }
    g.radius = four.seen(&SpringBody::radius);
    const LaneVector<Dim> apart = four.difference(rows.q, four.j, four.i);
    const Lanes length = sqrt(dot(apart, apart));
    g.depth = g.radius.at[0] + g.radius.at[1] - length;
    for (int d = 0; d < Dim; ++d)
      g.normal.at[d] = apart.at[d] / length;
    g.approach = four.difference(rows.v, four.i, four.j);
    if (!rule.alike) {
      const auto sum = [](const LaneVector<2>& of) { return of.at[0] + of.at[1]; };
      g.bodies.inverse_mass = sum(four.seen(&SpringBody::inverse_mass));
      g.bodies.inverse_tangential = sum(four.seen(&SpringBody::inverse_tangential));
      if (rule.is_hertz) g.bodies.radius = g.radius.at[0] * (g.radius.at[1] / sum(g.radius));
    }
    if (rule.one_law) {
      g.bodies.damping_ratio = rule.damping_ratio;
      g.friction = rule.friction;
    }
    if (!rule.has_friction) continue;
    for (int s = 0; s < slides; ++s) {
      const auto stretch = [&](int l) { return rows.stretches[candidate[l]][s]; };
      g.stretch.at[s] = Lanes(Lanes::Pack{stretch(0), stretch(1), stretch(2), stretch(3)});
    }
    if (rows.dofs > Dim) g.turn = four.turn(g.radius);
  }
}

/// The force of a tangential spring in this step, before Coulomb's bound.
template <int N>
struct Trial {
  LaneVector<N> slip, force;  ///< w, -(k_t xi + eta_t w)
  Lanes size, stiffness, damping;
};
template <class Group, int N>
inline void try_spring(Group& g, double step, Trial<N>& t) {
  t.slip = slide_of(g.normal, g.approach) + turned_past(g.normal, g.turn);
  g.stretch = Lanes(step) * t.slip + carried_over(g.normal, g.stretch);
  t.force = Lanes(-1.0) * (t.stiffness * g.stretch + t.damping * t.slip);
  t.size = sqrt(dot(t.force, t.force));
}
/// f, and the stretch that gives it where it slides.
template <class Group, int N>
inline LaneVector<N> bounded(Group& g, const Trial<N>& t) {
  const Lanes bound = g.friction * where(g.normal_force > 0.0, g.normal_force, 0.0);
  const Lanes::Mask slides = t.size > bound;
  const auto f = where(slides, (bound / t.size) * t.force, t.force);
  g.stretch = where(slides, (Lanes(-1.0) / t.stiffness) * (f + t.damping * t.slip), g.stretch);
  return f;
}

/// Four numbers of each of four contacts into their rows.
template <std::size_t N>
inline void set_rows(std::array<double, N>* rows, std::size_t at, Lanes a, Lanes b, Lanes c,
                     Lanes d) {
  transpose(a, b, c, d);
  a.store(rows[0].data() + at);
  b.store(rows[1].data() + at);
  c.store(rows[2].data() + at);
  d.store(rows[3].data() + at);
}
template <std::size_t N>
inline void set_rows(std::array<double, N>* rows, const LaneVector<1>& f, const LaneVector<1>& t) {
  set_rows(rows, 0, f.at[0], t.at[0], t.at[0], t.at[0]);
}
template <std::size_t N>
inline void set_rows(std::array<double, N>* rows, const LaneVector<2>& f, const LaneVector<1>& t) {
  set_rows(rows, 0, f.at[0], f.at[1], t.at[0], t.at[0]);
}
template <std::size_t N>
inline void set_rows(std::array<double, N>* rows, const LaneVector<3>& f, const LaneVector<1>& t) {
  set_rows(rows, 0, f.at[0], f.at[1], f.at[2], t.at[0]);
}
template <std::size_t N>
inline void set_rows(std::array<double, N>* rows, const LaneVector<3>& f, const LaneVector<3>& t) {
  set_rows(rows, 0, f.at[0], f.at[1], f.at[2], t.at[0]);
  set_rows(rows, Lanes::count, t.at[1], t.at[2], t.at[2], t.at[2]);
}

inline ContactSprings<Lanes> side_by_side(const ContactSprings<double>& s) {
  return {s.stiffness, s.damping, s.tangential_stiffness, s.tangential_damping};
}

/// Two loops, so that roots and quotients of several groups are on their way at once.
template <int Dim>
inline void press_all(SpringBatch<Dim>& batch, const SpringRule& rule, bool with_obstacles) {
  constexpr int slides = SpringBatch<Dim>::slides;
  std::array<Trial<slides>, SpringBatch<Dim>::most / Lanes::count> trials;
  const ContactSprings<Lanes> common = side_by_side(with_obstacles ? rule.obstacle : rule.pair);
  for (int k = 0; k < batch.used_groups(); ++k) {
    auto& g = batch.groups[static_cast<std::size_t>(k)];
    const ContactSprings<Lanes> own = rule.alike ? common : rule.springs(g.bodies, with_obstacles);
    const DepthPowers<Lanes> powers =
        rule.is_hertz ? HertzContact::powers(g.depth) : LinearContact::powers(g.depth);
    const Lanes lam =
        own.stiffness * powers.spring + own.damping * powers.dashpot * dot(g.approach, g.normal);
    g.normal_force = rule.pulls ? lam : where(lam > 0.0, lam, 0.0);
    if constexpr (Dim > 1) {
      if (!rule.has_friction) continue;
      Trial<slides>& t = trials[static_cast<std::size_t>(k)];
      t.stiffness = own.tangential_stiffness * powers.tangential_spring;
      t.damping = own.tangential_damping * powers.tangential_dashpot;
      try_spring(g, rule.step, t);
    }
  }
  for (int k = 0; k < batch.used_groups(); ++k) {
    auto& g = batch.groups[static_cast<std::size_t>(k)];
    LaneVector<Dim> force = -g.normal_force * g.normal;
    if constexpr (Dim > 1) {
      if (rule.has_friction) {
        const auto f = bounded(g, trials[static_cast<std::size_t>(k)]);
        force = force + in_space(g.normal, f);
        g.torque = torque_of(g.normal, f);
      }
    }
    const auto at = static_cast<std::size_t>(Lanes::count * k);
    set_rows(&batch.first[at], force, g.radius.at[0] * g.torque);
    set_rows(&batch.second[at], Lanes(-1.0) * force, g.radius.at[1] * g.torque);
    set_rows(&batch.kept[at], g.stretch, LaneVector<1>{{g.depth}});
  }
}

}  // namespace

// One function for all spaces would not be compiled for wide registers: it were a template.
IMPACTBENCH_WIDE_AND_FLAT void gather(SpringBatch<1>& batch, const SpringRule& rule,
                                      const SpringRows<1>& rows) {
  gather_all(batch, rule, rows);
}
IMPACTBENCH_WIDE_AND_FLAT void gather(SpringBatch<2>& batch, const SpringRule& rule,
                                      const SpringRows<2>& rows) {
  gather_all(batch, rule, rows);
}
IMPACTBENCH_WIDE_AND_FLAT void gather(SpringBatch<3>& batch, const SpringRule& rule,
                                      const SpringRows<3>& rows) {
  gather_all(batch, rule, rows);
}
IMPACTBENCH_WIDE_AND_FLAT void press(SpringBatch<1>& batch, const SpringRule& rule,
                                     bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}
IMPACTBENCH_WIDE_AND_FLAT void press(SpringBatch<2>& batch, const SpringRule& rule,
                                     bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}
IMPACTBENCH_WIDE_AND_FLAT void press(SpringBatch<3>& batch, const SpringRule& rule,
                                     bool with_obstacles) {
  press_all(batch, rule, with_obstacles);
}

}  // namespace impactbench
