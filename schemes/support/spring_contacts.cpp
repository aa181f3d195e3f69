#include "schemes/support/spring_contacts.hpp"

#include "problems/model/parallel.hpp"
#include "schemes/support/spring_schemes.hpp"
#include "schemes/support/told_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

double leapfrog_phase(double zeta) {
  return 2.0 / (std::sqrt(1.0 + zeta * zeta) + zeta);  // 2 (sqrt(1 + zeta^2) - zeta)
}

std::optional<std::string> refuse_springs(std::string_view scheme, const SpringLaw& law,
                                          const SpringBound& bound, const ProblemTraits& traits,
                                          double h) {
  if (auto reason = refuse_beside_springs(scheme, law.end, traits)) return reason;
  if (law.hertz()) return refuse_hertz(fmt::format("{} with normal = hertz", scheme), traits);
  const double period = std::sqrt(law.R * traits.smallest_reduced_mass);  // 1 / omega
  const double zeta = Dissipation::damping_ratio(traits.restitution, law.end.value());
  const double along_normal = bound.phase(zeta) * period;
  if (!(h <= along_normal)) {
    return fmt::format(
        "{} does not resolve a contact with dt = {:.3g} s: dt must be at most {} sqrt(R m_red) = "
        "{:.3g} s{}",
        scheme, h, zeta > 0.0 ? bound.formula : "2", along_normal,
        zeta > 0.0 ? fmt::format(", zeta = {:.3g} for restitution {:.3g}", zeta, traits.restitution)
                   : "");
  }
  const double share = traits.dimension == 3 ? 3.5 : 3.0;  // W_t m_red of solid balls and discs
  const double along_tangent =
      leapfrog_phase(law.tangential_damping) * period / std::sqrt(share * law.tangential);
  if (traits.friction && (traits.rolling_friction || traits.twisting_friction)) {
    const RollingSettings& own = law.resistance;
    const double all = share * law.tangential + (share - 1.0) * own.rolling;
    const double both = leapfrog_phase(std::max(law.tangential_damping, own.rolling_damping)) *
                        period / std::sqrt(all);
    if (h <= both) return std::nullopt;
    return fmt::format(
        "{} does not resolve the springs against slip and rolling of a contact with dt = {:.3g} s: "
        "dt must be at most 2 (sqrt(1 + d^2) - d) sqrt(R m_red / ({:.3g} tangential + {:.3g} "
        "rolling)) = {:.3g} s, d the larger of tangential_damping and rolling_damping",
        scheme, h, share, share - 1.0, both);
  }
  if (!traits.friction || h <= along_tangent) return std::nullopt;
  // What constraints weigh along their tangents their system says (spring_coordinates.hpp).
  if (traits.bodies == BodyKind::generalised) return std::nullopt;
  return fmt::format(
      "{} does not resolve the tangential spring of a contact with dt = {:.3g} s: dt must be at "
      "most 2 (sqrt(1 + d^2) - d) sqrt(R m_red / ({:.3g} tangential)) = {:.3g} s, d = "
      "tangential_damping = {:.3g}",
      scheme, h, share, along_tangent, law.tangential_damping);
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::prepare(const RoundSystem& system, const Eigen::VectorXd& q,
                                        double h, const SpringLaw& law) {
  system_ = &system;
  losses_.clear();
  for (const ContactLaw& pair : system.laws().table())
    losses_.push_back({Dissipation::damping_ratio(pair.restitution, law.end.value()), pair.friction,
                       pair.rolling_friction, pair.twisting_friction});
  rule_ = {.linear = {1.0 / law.R, law.tangential / law.R, law.tangential_damping},
           .hertz = HertzContact(law.material, law.tangential_damping),
           .is_hertz = law.hertz(),
           .step = h,
           .rubs = Dim > 1 && system.law().friction > 0.0,
           .pulls = law.end.value() == ContactEnd::overlap,
           .alike = false,
           .pair = {},
           .obstacle = {}};
  const BodyTable& all = system.bodies();
  bodies_.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double r = all.radius[i], light = 1.0 / all.mass[i];
    const double turning = Dofs > Dim ? 1.0 / all.inertia[i] : 0.0;
    bodies_[i] = {r, light, light + r * r * turning, turning};
  }
  share_springs();
  resists_ = Dofs > Dim && system.laws().resists();
  rolling_stiffness_ = law.resistance.rolling;
  rolling_damping_ = law.resistance.rolling_damping;
  prepare_neighbours<Dim, Dofs>(neighbours_, system, q);
  // Half of the neighbours in a dense packing (3 in the plane, 6 in space), walls, and some that
  // are near.
  const std::size_t room = (Dim == 2 ? 5 : 10) * all.size();
  keys_.reserve(room);
  closed_.reserve(room);
  if (rule_.rubs) stretches_.reserve(room), kept_.reserve(room);
  if (resists_) {
    rolls_.reserve(room);
    kept_rolls_.reserve(room);
  }
  closed_.clear();
  keep_stretches();
}

/// Where all bodies are alike, and obstacles too, there are springs of two kinds.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::share_springs() {
  const Body& one = bodies_.front();
  const auto is_one = [&](const Body& b) { return b == one; };
  const auto is_ball = [](const Obstacle& o) { return o.shape == Obstacle::Shape::ball; };
  const auto& obstacles = system_->obstacles();
  const bool alike = std::all_of(bodies_.begin(), bodies_.end(), is_one);
  stride_ = alike ? 0 : 1;
  rule_.alike =
      alike && losses_.size() == 1 && std::none_of(obstacles.begin(), obstacles.end(), is_ball);
  const double zeta = losses_.front().damping_ratio;
  rule_.pair = rule_.springs<double>(
      {2.0 * one.inverse_mass, 2.0 * one.inverse_tangential, 0.5 * one.radius, zeta}, false);
  rule_.obstacle =
      rule_.springs<double>({one.inverse_mass, one.inverse_tangential, one.radius, zeta}, true);
}

/// What closed contacts remember moves to the places that they have among new candidates.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::keep_stretches() {
  kept_.clear();
  kept_rolls_.clear();
  for (std::size_t k = 0; k < closed_.size(); ++k) {
    if (closed_[k] == 0 || !rule_.rubs) continue;
    kept_.push_back({keys_[k], stretches_[k]});
    if (resists_) kept_rolls_.push_back(rolls_[k]);
  }
  keys_.clear();
  for (const auto& [body, wall] : neighbours_.walls())
    keys_.push_back(wall_key(body, wall));
  for (const auto& [i, j] : neighbours_.pairs())
    keys_.push_back({i, j});
  closed_.assign(keys_.size(), 0);
  if (rule_.rubs) stretches_.resize(keys_.size());
  if (resists_) rolls_.resize(keys_.size());
  std::size_t k = 0;
  for (std::size_t c = 0; c < kept_.size(); ++c) {
    if (!advance_to(keys_, k, kept_[c].key, [](const ContactKey& key) { return key; })) continue;
    closed_[k] = 1;
    stretches_[k] = kept_[c].stretch;
    if (resists_) rolls_[k] = kept_rolls_[c];
  }
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    Eigen::VectorXd& force, ContactImpulses* told) {
  if (told != nullptr) told->clear(rule_.rubs ? Dim : 1, Dofs);
  // A contact is some four times the work of a body that moves.
  const int threads = told != nullptr ? 1 : blocks_for(4 * keys_.size());
  if (threads > 1) return add_shared(q, v, force, threads);
  each_push(0, keys_.size(), q, v, waiting_,
            [&](const ContactKey& key, const Vec<Dim>& normal, const Push& push) {
              push_body(key.body, 1.0, push, force);
              if (!is_wall(key)) push_body(key.partner, -1.0, push, force);
              if (told != nullptr) tell(key, normal, push, *told);
            });
}

/// First the forces of all contacts, then their sums: each thread adds to bodies of its own, in the
/// order of the contacts, and looks only at blocks of contacts that have some.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add_shared(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           Eigen::VectorXd& force, int threads) {
  blocks_.resize(256);
  for_blocks(keys_.size(), 256, threads, [&](int b, std::size_t begin, std::size_t end) {
    Block& block = blocks_[index(b)];
    block.pushes.clear();
    block.first = std::numeric_limits<int>::max();
    block.last = -1;
    Waiting waiting;
    each_push(
        begin, end, q, v, waiting, [&](const ContactKey& key, const Vec<Dim>&, const Push& push) {
          block.pushes.push_back({key, push});
          block.first = std::min(block.first, key.body);  // a partner that is a body comes after it
          block.last = std::max({block.last, key.body, key.partner});
        });
  });
  for_blocks(bodies_.size(), threads, [&](int, std::size_t first, std::size_t last) {
    const auto own = [&](int body) {
      return body >= 0 && index(body) >= first && index(body) < last;
    };
    for (const Block& block : blocks_) {
      if (block.last < static_cast<int>(first) || block.first >= static_cast<int>(last)) continue;
      for (const KeyedPush& p : block.pushes) {
        if (own(p.key.body)) push_body(p.key.body, 1.0, p.push, force);
        if (own(p.key.partner)) push_body(p.key.partner, -1.0, p.push, force);
      }
    }
  });
}

/// take(key, normal, push) of every candidate of [begin, end) that is closed.
template <int Dim, int Dofs>
template <class Take>
void SpringContacts<Dim, Dofs>::each_push(std::size_t begin, std::size_t end,
                                          const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                          Waiting& waiting, Take&& take) {
  const auto place = [&](int i) -> Vec<Dim> { return centre<Dim, Dofs>(q, i); };
  const auto press_them = [&](bool walls) {
    press(waiting.batch, rule_, walls);
    take_all(v, waiting, take);
  };
  const std::size_t first_pair = std::clamp(neighbours_.walls().size(), begin, end);
  for (std::size_t k = begin; k < first_pair; ++k) {
    const auto [body, partner] = keys_[k];
    const Gap<Dim> gap = obstacle_gap<Dim>(place(body), seen(body).radius,
                                           system_->obstacles()[index(-1 - partner)]);
    if (!(gap.distance < 0.0)) {
      open(k);
      continue;
    }
    wait(k, -gap.normal, -gap.distance, v, waiting);
    if (waiting.batch.full()) press_them(true);
  }
  press_them(true);
  const auto meet_them = [&] {
    meet(waiting.batch);
    press_them(false);
  };
  // Nobody can foresee which candidates are closed: without a branch they are found in half the
  // time.
  std::array<std::size_t, 256> near;
  const ContactKey* keys = keys_.data();
  const Body* bodies = bodies_.data();
  const std::size_t stride = stride_;
  const double* x = q.data();
  char* closed = closed_.data();  // a byte may be anything's: what is not local is read again
  for (std::size_t k = first_pair; k < end;) {
    std::size_t count = 0;
    for (const std::size_t stop = std::min(end, k + near.size()); k < stop; ++k) {
      const auto [i, j] = keys[k];
      const Eigen::Map<const Vec<Dim>> x_i(x + index(Dofs * i)), x_j(x + index(Dofs * j));
      const bool meets =
          !apart<Dim>(x_i, bodies[stride * index(i)].radius, x_j, bodies[stride * index(j)].radius);
      near[count] = k;
      count += meets ? 1 : 0;
      closed[k] = static_cast<char>(closed[k] & static_cast<char>(meets));
    }
    for (std::size_t c = 0; c < count; ++c) {
      // Stretches come from far away, in an order that only this list knows.
      if (rule_.rubs) __builtin_prefetch(&stretches_[near[std::min(c + 16, count - 1)]]);
      const auto [i, j] = keys_[near[c]];
      wait(near[c], place(j) - place(i), seen(i).radius + seen(j).radius, v, waiting);
      if (waiting.batch.full()) meet_them();
    }
  }
  meet_them();
}

template <int Dim, int Dofs>
ContactBodies<double> SpringContacts<Dim, Dofs>::bodies_of(const ContactKey& key) const {
  const Body& own = seen(key.body);
  ContactBodies<double> out{own.inverse_mass, own.inverse_tangential, own.radius,
                            losses_.front().damping_ratio};
  if (losses_.size() > 1)
    out.damping_ratio = losses_[system_->law_place(key.body, key.partner)].damping_ratio;
  if (is_wall(key)) {
    if (rule_.is_hertz) out.radius = reduced_radius(round_bodies(*system_), key.body, key.partner);
    return out;
  }
  const Body& other = seen(key.partner);
  out.inverse_mass += other.inverse_mass;
  out.inverse_tangential += other.inverse_tangential;
  if (rule_.is_hertz) out.radius *= other.radius / (own.radius + other.radius);
  return out;
}

/// Puts a closed candidate beside those that wait; of a pair with x_j - x_i and r_i + r_j.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::wait(std::size_t k, const Vec<Dim>& normal, double depth,
                                     const Eigen::VectorXd& v, Waiting& waiting) {
  const ContactKey key = keys_[k];
  const bool wall = is_wall(key);
  if (closed_[k] == 0) {
    closed_[k] = 1;
    if (rule_.rubs) stretches_[k].setZero();
    if (resists_) rolls_[k] = {};
  }
  const auto c = waiting.batch.count++;
  waiting.candidate[index(c)] = k;
  Group& g = waiting.batch.groups[index(c / Lanes::count)];
  const int lane = c % Lanes::count;
  Vec<Dim> approach = centre<Dim, Dofs>(v, key.body);
  if (!wall) {
    approach -= centre<Dim, Dofs>(v, key.partner);
  } else if (system_->surfaces_move()) {
    approach -= surface_velocity<Dim>(system_->obstacles()[index(-1 - key.partner)], normal);
  }
  g.normal.set(lane, normal.data());
  g.depth.set(lane, depth);
  g.approach.set(lane, approach.data());
  if (!rule_.alike) {
    const ContactBodies<double> bodies = bodies_of(key);
    g.bodies.inverse_mass.set(lane, bodies.inverse_mass);
    g.bodies.inverse_tangential.set(lane, bodies.inverse_tangential);
    g.bodies.radius.set(lane, bodies.radius);
    g.bodies.damping_ratio.set(lane, bodies.damping_ratio);
  }
  if (!rule_.rubs) return;
  Slide<Dim> turn = Slide<Dim>::Zero();
  if constexpr (Dofs > Dim) {
    const auto turning = [&](int body) -> Slide<Dim> {
      return seen(body).radius *
             v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(body) + Dim);
    };
    turn = turning(key.body);
    if (!wall) turn += turning(key.partner);
  }
  g.turn.set(lane, turn.data());
  g.stretch.set(lane, stretches_[k].data());
  g.friction.set(lane, losses_.size() == 1
                           ? losses_.front().friction
                           : losses_[system_->law_place(key.body, key.partner)].friction);
}

/// Hands on what has been computed, in the order of the candidates.
template <int Dim, int Dofs>
template <class Take>
void SpringContacts<Dim, Dofs>::take_all(const Eigen::VectorXd& v, Waiting& waiting, Take&& take) {
  for (int c = 0; c < waiting.batch.count; ++c) {
    const std::size_t k = waiting.candidate[index(c)];
    const Group& g = waiting.batch.groups[index(c / Lanes::count)];
    const int lane = c % Lanes::count;
    if (!(g.depth[lane] > 0.0)) {  // the root has rounded it away
      open(k);
      continue;
    }
    Push push;
    g.force.get(lane, push.force.data());
    push.normal = g.normal_force[lane];
    if (rule_.rubs) {
      g.torque.get(lane, push.torque.data());
      g.stretch.get(lane, stretches_[k].data());
    } else {
      push.torque.setZero();
    }
    Vec<Dim> normal;
    g.normal.get(lane, normal.data());
    push.roll.setZero();
    if (resists_) push.roll = resist(k, normal, g.depth[lane], std::max(push.normal, 0.0), v);
    take(keys_[k], normal, push);
  }
  waiting.batch.count = 0;
}

template <int Dim, int Dofs>
Slide<Dim> SpringContacts<Dim, Dofs>::resist(std::size_t k, const Vec<Dim>& normal, double depth,
                                             double pressure, const Eigen::VectorXd& v) {
  if constexpr (Dofs > Dim) {
    const auto [body, partner] = keys_[k];
    const auto spin = [&](int i) -> Slide<Dim> {
      return v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(i) + Dim);
    };
    const Loss& loss = losses_[system_->law_place(body, partner)];
    const ContactBodies<double> bodies = bodies_of(keys_[k]);
    const double secant =
        rule_.springs(bodies, partner < 0).stiffness * (rule_.is_hertz ? std::sqrt(depth) : 1.0);
    typename RollingSprings<Dim>::Contact c{
        .normal = normal,
        .spin = spin(body),
        .reduced_radius = reduced_radius(round_bodies(*system_), body, partner),
        .inverse_inertia = seen(body).inverse_inertia,
        .pressure = pressure,
        .rolling_friction = loss.rolling_friction,
        .twisting_friction = loss.twisting_friction,
        .stiffness = rolling_stiffness_ * secant,
        .damping_ratio = rolling_damping_,
        .step = rule_.step};
    if (partner >= 0) {
      c.spin -= spin(partner);
      c.inverse_inertia += seen(partner).inverse_inertia;
    } else if constexpr (Dim > 1) {
      c.spin -= system_->obstacles()[index(-1 - partner)].spin.template tail<Dofs - Dim>();
    }
    return rolls_[k].torque(c);
  } else {
    return Slide<Dim>::Zero();
  }
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::push_body(int body, double sign, const Push& push,
                                          Eigen::VectorXd& force) const {
  const Eigen::Index at = Dofs * static_cast<Eigen::Index>(body);
  if constexpr (Dofs > Dim) {
    if (rule_.rubs) force.segment<Dofs - Dim>(at + Dim) += seen(body).radius * push.torque;
    if (resists_) force.segment<Dofs - Dim>(at + Dim) += sign * push.roll;
  }
  force.segment<Dim>(at) += sign * push.force;
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::tell(const ContactKey& key, const Vec<Dim>& normal,
                                     const Push& push, ContactImpulses& told) const {
  Slip<Dim> friction = Slip<Dim>::Zero();
  if constexpr (Dim == 3) {
    const Tangents<3> t = tangents(normal);  // f = torque x n
    friction = {t.turn[0].dot(push.torque), t.turn[1].dot(push.torque)};
  } else {
    friction = push.torque;
  }
  tell_contact<Dim, Dofs>(key, normal, seen(key.body).radius,
                          is_wall(key) ? 0.0 : seen(key.partner).radius, rule_.step * push.normal,
                          rule_.step * friction, told);
  if (!resists_) return;
  const Slide<Dim> roll = rule_.step * push.roll;
  told.resistance.insert(told.resistance.end(), roll.begin(), roll.end());
}

template class SpringContacts<1, 1>;
template class SpringContacts<2, 2>;
template class SpringContacts<2, 3>;
template class SpringContacts<3, 3>;
template class SpringContacts<3, 6>;

}  // namespace impactbench
