#include "reference/yardsticks/law_contacts.hpp"

#include "problems/contact/gap.hpp"
#include "reference/yardsticks/law_rules.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <tuple>

namespace impactbench {
namespace {

template <int Dim>
Vec3 padded(const Vec<Dim>& x) {
  Vec3 out(0.0, 0.0, 0.0);
  out.template head<Dim>() = x;
  return out;
}

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

LawContacts::LawContacts(const Problem& problem, const ContactStep& step, double h)
    : problem_(problem), step_(step), h_(h), bodies_(round_bodies(*problem.system)) {
  with_dimension(bodies_.dimension, [&](auto dimension) {
    pairs_.emplace<NearPairs<dimension()>>().prepare(bodies_);
  });
}

bool LawContacts::look_at(const State& before, const State& after, bool pushed) {
  const Eigen::Index n = before.v.size();
  start_ = before.q.head(n);
  end_ = after.q.head(n);
  if (!start_.allFinite() || !end_.allFinite() || !before.v.allFinite() || !after.v.allFinite())
    return false;
  const double e = problem_.traits.restitution;
  w_ = after.v;
  const bool flies = after.step == 1 && !pushed;
  if (!flies && !problem_.traits.first_order) w_ = (after.v - e * before.v) / (1.0 + e);
  switch (step_.place) {
    case ContactPlace::start:
      place_ = start_;
      break;
    case ContactPlace::middle:
      place_ = start_ + (step_.ahead * h_) * before.v;
      break;
    case ContactPlace::end:
    case ContactPlace::step:
      place_ = end_;
      break;
    case ContactPlace::nearest:
      place_ = start_ + h_ * w_;
      break;
  }
  farthest_ = 0.0;
  for (Eigen::Index k = 0; k < place_.size(); k += bodies_.stride)
    farthest_ = std::max(farthest_, place_.segment(k, bodies_.dimension).cwiseAbs().maxCoeff());
  return true;
}

double LawContacts::rounding_of_gaps() const {
  return 4.0 * std::numeric_limits<double>::epsilon() * farthest_;
}

bool LawContacts::sees_linearised() const {
  const bool positions = step_.normal == NormalRule::position || step_.normal == NormalRule::glue ||
                         step_.normal == NormalRule::film;
  return positions && step_.place == ContactPlace::start;
}

LawContacts::Measured LawContacts::measure(const LawKey& key, const Eigen::VectorXd& q) const {
  return with_dimension(bodies_.dimension, [&](auto dimension) -> Measured {
    const auto [a, b] = key;
    constexpr int d = dimension();
    const Vec<d> x = centre<d>(bodies_, q, a);
    const double r = bodies_.radius[index(a)];
    if (b < 0) {
      const Gap<d> gap = obstacle_gap<d>(x, r, bodies_.obstacles[index(-1 - b)]);
      return {gap.distance, -padded<d>(gap.normal)};
    }
    const Gap<d> gap = pair_gap<d>(x, r, centre<d>(bodies_, q, b), bodies_.radius[index(b)]);
    return {gap.distance, padded<d>(gap.normal)};
  });
}

LawContact LawContacts::contact(const LawKey& key) const {
  LawContact c;
  c.key = key;
  const Measured place = measure(key, place_), start = measure(key, start_);
  c.normal = place.normal;
  c.depth = -place.distance;
  c.depth_before = -start.distance;
  if (!c.wall()) {
    const Vec3 d0 = translation(start_, key.second) - translation(start_, key.first);
    const double touching = bodies_.radius[index(key.first)] + bodies_.radius[index(key.second)];
    if (step_.place == ContactPlace::end) c.depth_before = touching - d0.dot(place.normal);
    if (step_.place == ContactPlace::step) {
      const Vec3 d1 = translation(end_, key.second) - translation(end_, key.first);
      c.normal = (d0 + d1) / (d0.norm() + d1.norm());
    }
  }
  if (c.wall() && step_.place == ContactPlace::step) c.normal = mean_normal(key, start, place);
  c.slip_normal = step_.slip == SlipRule::barrier ? start.normal : c.normal;
  c.gap_at_start = start.distance;
  set_levers(c, start, place);
  if (sees_linearised()) c.depth += h_ * c.normal.dot(relative(c, w_));
  double mobility = 0.0;
  const auto add = [&](int body, double arm) {
    const double m = bodies_.mass[index(body)];
    c.reduced_mass += 1.0 / m;
    mobility += c.normal.squaredNorm() / m;
    if (!bodies_.inertia.empty()) mobility += arm * arm / bodies_.inertia[index(body)];
  };
  add(key.first, c.arm_a);
  if (!c.wall()) add(key.second, c.arm_b);
  c.reduced_mass = 1.0 / c.reduced_mass;
  c.slip_mobility = mobility;
  return c;
}

/// For an obstacle over a step: n with n . (x^{n+1} - x^n) = D^{n+1} - D^n, nearest to the normal
/// at the middle of the displacement.
Vec3 LawContacts::mean_normal(const LawKey& key, const Measured& start, const Measured& end) const {
  const Obstacle& obstacle = bodies_.obstacles[index(-1 - key.second)];
  if (obstacle.flat()) return end.normal;
  const Vec3 displacement = translation(end_, key.first) - translation(start_, key.first);
  const Vec3 n = measure(key, 0.5 * (start_ + end_)).normal;
  const double square = displacement.squaredNorm();
  if (!(square > 0.0)) return n;
  return n + (start.distance - end.distance - n.dot(displacement)) / square * displacement;
}

/// The radii; if friction acts over a step (viscous_mean) the distances to the middle of the
/// contact, which the radii of a pair share.
void LawContacts::set_levers(LawContact& c, const Measured& start, const Measured& end) const {
  const double r_a = bodies_.radius[index(c.key.first)];
  const double r_b = c.wall() ? 0.0 : bodies_.radius[index(c.key.second)];
  if (!bodies_.inertia.empty()) {
    c.arm_a = r_a;
    c.arm_b = r_b;
  }
  if (c.wall()) {
    const Obstacle& o = bodies_.obstacles[index(-1 - c.key.second)];
    if (o.shape == Obstacle::Shape::ball) c.arm_b = o.b[0];
  }
  if (step_.slip != SlipRule::viscous_mean) return;
  const double share = 1.0 + 0.5 * (start.distance + end.distance) / (r_a + r_b);
  c.arm_a *= share;
  c.arm_b *= share;
}

template <int Dim>
void LawContacts::search(NearPairs<Dim>& pairs, const Eigen::VectorXd& q, double least,
                         std::vector<LawKey>& out) const {
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const Vec<Dim> x = centre<Dim>(bodies_, q, i);
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      const double distance =
          obstacle_gap<Dim>(x, bodies_.radius[index(i)], bodies_.obstacles[k]).distance;
      if (distance < -least) out.emplace_back(i, -1 - static_cast<int>(k));
    }
  }
  pairs.near(q, -least, [&](int i, int j) { out.emplace_back(i, j); });
}

void LawContacts::closed(double least, std::vector<LawKey>& out) {
  out.clear();
  std::visit(
      [&](auto& pairs) {
        search(pairs, place_, least, out);
        if (looks_back(step_.normal)) search(pairs, start_, least, out);
      },
      pairs_);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

int LawContacts::obstacle_of(int body, const Vec3& towards) const {
  int best = 0;
  double agreement = -2.0, nearest = 0.0;
  for (int k = 0; k < static_cast<int>(bodies_.obstacles.size()); ++k) {
    const Measured m = measure({body, -1 - k}, place_);
    const double here = m.normal.dot(towards);
    const bool alike = std::abs(here - agreement) < 1e-9;
    if (here > agreement + 1e-9 || (alike && m.distance < nearest)) {
      best = k;
      agreement = here;
      nearest = m.distance;
    }
  }
  return -1 - best;
}

void LawContacts::find_keys(const ContactImpulses& recorded) {
  keys_.clear();
  for (std::size_t k = 0; k < recorded.contacts(); ++k) {
    int a = recorded.body_a[k], b = recorded.body_b[k];
    if (b == ContactProblem::fixed) {
      if (bodies_.obstacles.empty()) continue;  // momentum_defect has it
      const double* jacobian =
          recorded.jacobian_a.data() + k * index(recorded.rows) * index(recorded.dofs);
      Vec3 towards(0, 0, 0);
      for (int i = 0; i < bodies_.dimension; ++i)
        towards[i] = -jacobian[i];
      b = obstacle_of(a, towards);
    }
    const bool swapped = b >= 0 && b < a;
    keys_.push_back({swapped ? LawKey(b, a) : LawKey(a, b), k, swapped});
  }
  const auto by_key = [](const Recorded& x, const Recorded& y) {
    return std::tie(x.key, x.at) < std::tie(y.key, y.at);
  };
  if (!std::is_sorted(keys_.begin(), keys_.end(), by_key))
    std::sort(keys_.begin(), keys_.end(), by_key);
}

LawContact LawContacts::pushed(const ContactImpulses& recorded, const Recorded& from) const {
  LawContact c = contact(from.key);
  c.recorded = true;
  const auto rows = index(recorded.rows), dofs = index(recorded.dofs);
  const bool plane = bodies_.dimension == 2;
  const double* impulse = recorded.impulse.data() + from.at * rows;
  const auto torque = [&](const double* row) {
    return plane ? Vec3(0, 0, row[2]) : Vec3(row[3], row[4], row[5]);
  };
  const auto take = [&](const std::vector<double>& jacobian, Vec3& push, Vec3& turn) {
    for (std::size_t r = 0; r < std::min<std::size_t>(rows, 3); ++r) {
      const double* row = jacobian.data() + (from.at * rows + r) * dofs;
      for (int i = 0; i < bodies_.dimension; ++i)
        push[i] += impulse[r] * row[i];
      if ((dofs == 3 && plane) || dofs == 6) turn += impulse[r] * torque(row);
    }
  };
  take(recorded.jacobian_a, from.swapped ? c.push_b : c.push_a, from.swapped ? c.turn_b : c.turn_a);
  if (!c.wall())
    take(recorded.jacobian_b, from.swapped ? c.push_a : c.push_b,
         from.swapped ? c.turn_a : c.turn_b);
  for (std::size_t r = 3; r < rows; ++r)  // friction against rolling has rows of its own
    c.resistance += impulse[r] * torque(recorded.jacobian_a.data() + (from.at * rows + r) * dofs);
  const std::size_t turns = recorded.resistance.size() / recorded.contacts();
  for (std::size_t i = 0; i < turns; ++i)
    c.resistance[static_cast<Eigen::Index>(3 - turns + i)] =
        recorded.resistance[from.at * turns + i];
  if (from.swapped) c.resistance = -c.resistance;
  return c;
}

void LawContacts::recorded(const ContactImpulses& recorded, std::vector<LawContact>& out) {
  find_keys(recorded);
  out.clear();
  for (const Recorded& from : keys_)
    out.push_back(pushed(recorded, from));
}

Vec3 LawContacts::translation(const Eigen::VectorXd& v, int body) const {
  Vec3 out(0.0, 0.0, 0.0);
  const Eigen::Index at = static_cast<Eigen::Index>(bodies_.stride) * body;
  for (int k = 0; k < bodies_.dimension; ++k)
    out[k] = v[at + k];
  return out;
}

Vec3 LawContacts::rotation(const Eigen::VectorXd& v, int body) const {
  const Eigen::Index at = static_cast<Eigen::Index>(bodies_.stride) * body + bodies_.dimension;
  if (bodies_.inertia.empty()) return {0.0, 0.0, 0.0};
  if (bodies_.dimension == 2) return {0.0, 0.0, v[at]};
  return v.segment<3>(at);
}

Vec3 LawContacts::relative_spin(const LawContact& c, const Eigen::VectorXd& v) const {
  const Vec3 own = rotation(v, c.key.first);
  if (!c.wall()) return own - rotation(v, c.key.second);
  return own - bodies_.obstacles[index(-1 - c.key.second)].spin;
}

LawContacts::Turned LawContacts::turned(const LawContact& c, const Eigen::VectorXd& v) const {
  const auto look = [&](const Vec3& n) {
    const Vec3 u = relative(c, n, v);
    return std::pair(u.dot(n), Vec3(u - u.dot(n) * n));
  };
  const auto [apart, slip] = look(c.normal);
  Turned out{0.0, 0.0};
  for (const Eigen::VectorXd* q : {&start_, &end_}) {
    const auto [there, slip_there] = look(measure(c.key, *q).normal);
    out.apart = std::max(out.apart, std::abs(there - apart));
    out.slip = std::max(out.slip, (slip_there - slip).norm());
  }
  return out;
}

Vec3 LawContacts::relative(const LawContact& c, const Vec3& n, const Eigen::VectorXd& v) const {
  const auto [a, b] = c.key;
  const Vec3 out = translation(v, a) + rotation(v, a).cross(c.arm_a * n);
  if (!c.wall()) return out - translation(v, b) + rotation(v, b).cross(c.arm_b * n);
  const Obstacle& o = bodies_.obstacles[index(-1 - b)];
  if (o.shape == Obstacle::Shape::ball) return out + o.spin.cross(c.arm_b * n);
  const Vec3 moves = o.surface_velocity;
  return out - moves + moves.dot(n) / n.squaredNorm() * n;
}

}  // namespace impactbench
