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
  if (law.hertz()) {
    if (traits.bodies == BodyKind::round) return std::nullopt;
    return fmt::format(
        "{} with normal = hertz needs the radii of what touches: constraints have none", scheme);
  }
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
  if (!traits.friction || h <= along_tangent) return std::nullopt;
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
  const double zeta = Dissipation::damping_ratio(system.law().restitution, law.end.value());
  linear_ = {1.0 / law.R, law.tangential / law.R, zeta, law.tangential_damping};
  hertz_ = HertzContact(law.material, zeta, law.tangential_damping);
  rule_ = {.step = h,
           .friction = Dim > 1 ? system.law().friction : 0.0,
           .pulls = law.end.value() == ContactEnd::overlap,
           .hertz = law.hertz()};
  const BodyTable& all = system.bodies();
  bodies_.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double r = all.radius[i], light = 1.0 / all.mass[i];
    bodies_[i] = {r, light, Dofs > Dim ? light + r * r / all.inertia[i] : light};
  }
  prepare_neighbours<Dim, Dofs>(neighbours_, system, q);
  // Half of the neighbours in a dense packing (3 in the plane, 6 in space), walls, and some that
  // are near.
  const std::size_t room = (Dim == 2 ? 5 : 10) * all.size();
  keys_.reserve(room);
  closed_.reserve(room);
  slots_.reserve(room);
  kept_.reserve(room);
  closed_.clear();
  keep_slots();
}

/// The springs of closed contacts move to the places that they have among new candidates.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::keep_slots() {
  kept_.clear();
  for (std::size_t k = 0; k < closed_.size(); ++k) {
    if (closed_[k] != 0) kept_.push_back({keys_[k], slots_[k]});
  }
  keys_.clear();
  for (const auto& [body, wall] : neighbours_.walls())
    keys_.push_back(wall_key(body, wall));
  for (const auto& [i, j] : neighbours_.pairs())
    keys_.push_back({i, j});
  closed_.assign(keys_.size(), 0);
  slots_.resize(keys_.size());
  std::size_t k = 0;
  for (const KeptSlot& kept : kept_) {
    if (!advance_to(keys_, k, kept.key, [](const ContactKey& key) { return key; })) continue;
    closed_[k] = 1;
    slots_[k] = kept.slot;
  }
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    Eigen::VectorXd& force, ContactImpulses* told) {
  if (told != nullptr) told->clear(rule_.friction > 0.0 ? Dim : 1, Dofs);
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
  const auto press_them = [&] {
    press(waiting.batch, rule_);
    take_all(waiting, take);
  };
  const std::size_t first_pair = std::clamp(neighbours_.walls().size(), begin, end);
  for (std::size_t k = begin; k < first_pair; ++k) {
    const auto [body, partner] = keys_[k];
    const Gap<Dim> gap = obstacle_gap<Dim>(place(body), bodies_[index(body)].radius,
                                           system_->obstacles()[index(-1 - partner)]);
    if (!(gap.distance < 0.0)) {
      open(k);
      continue;
    }
    wait(k, -gap.normal, -gap.distance, v, waiting);
    if (waiting.batch.full()) press_them();
  }
  press_them();
  const auto meet_them = [&] {
    meet(waiting.batch);
    press_them();
  };
  // Nobody can foresee which candidates are closed: without a branch they are found in half the
  // time.
  std::array<std::size_t, 256> near;
  for (std::size_t k = first_pair; k < end;) {
    std::size_t count = 0;
    for (const std::size_t stop = std::min(end, k + near.size()); k < stop; ++k) {
      const auto [i, j] = keys_[k];
      const bool meets =
          !apart<Dim>(place(i), bodies_[index(i)].radius, place(j), bodies_[index(j)].radius);
      near[count] = k;
      count += meets ? 1 : 0;
      closed_[k] = static_cast<char>(closed_[k] & static_cast<char>(meets));
    }
    for (std::size_t c = 0; c < count; ++c) {
      // Slots come from far away, in an order that only this list knows.
      __builtin_prefetch(&slots_[near[std::min(c + 16, count - 1)]]);
      const auto [i, j] = keys_[near[c]];
      wait(near[c], place(j) - place(i), bodies_[index(i)].radius + bodies_[index(j)].radius, v,
           waiting);
      if (waiting.batch.full()) meet_them();
    }
  }
  meet_them();
}

/// The springs of a contact that closes, not stretched yet.
template <int Dim, int Dofs>
auto SpringContacts<Dim, Dofs>::new_slot(const ContactKey& key) const -> Slot {
  const Body& own = bodies_[index(key.body)];
  ContactBodies bodies{own.inverse_mass, own.inverse_tangential, own.radius, is_wall(key)};
  if (!bodies.wall) {
    const Body& other = bodies_[index(key.partner)];
    bodies.inverse_mass += other.inverse_mass;
    bodies.inverse_tangential += other.inverse_tangential;
    bodies.radius *= other.radius / (own.radius + other.radius);
  }
  return {Slide<Dim>::Zero(), rule_.hertz ? hertz_.springs(bodies) : linear_.springs(bodies)};
}

/// Puts a closed candidate beside those that wait; of a pair with x_j - x_i and r_i + r_j.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::wait(std::size_t k, const Vec<Dim>& normal, double depth,
                                     const Eigen::VectorXd& v, Waiting& waiting) {
  const ContactKey key = keys_[k];
  const bool wall = is_wall(key);
  Slot& slot = slots_[k];
  if (closed_[k] == 0) {
    closed_[k] = 1;
    slot = new_slot(key);
  }
  const auto c = waiting.batch.count++;
  waiting.candidate[index(c)] = k;
  Group& g = waiting.batch.groups[index(c / Lanes::count)];
  const int lane = c % Lanes::count;
  Vec<Dim> approach = centre<Dim, Dofs>(v, key.body);
  if (!wall) approach -= centre<Dim, Dofs>(v, key.partner);
  g.normal.set(lane, normal.data());
  g.depth.set(lane, depth);
  g.approach.set(lane, approach.data());
  g.stiffness.set(lane, slot.springs.stiffness);
  g.damping.set(lane, slot.springs.damping);
  if (!(rule_.friction > 0.0)) return;
  Slide<Dim> turn = Slide<Dim>::Zero();
  if constexpr (Dofs > Dim) {
    const auto turning = [&](int body) -> Slide<Dim> {
      return bodies_[index(body)].radius *
             v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(body) + Dim);
    };
    turn = turning(key.body);
    if (!wall) turn += turning(key.partner);
  }
  g.turn.set(lane, turn.data());
  g.stretch.set(lane, slot.stretch.data());
  g.tangential_stiffness.set(lane, slot.springs.tangential_stiffness);
  g.tangential_damping.set(lane, slot.springs.tangential_damping);
}

/// Hands on what has been computed, in the order of the candidates.
template <int Dim, int Dofs>
template <class Take>
void SpringContacts<Dim, Dofs>::take_all(Waiting& waiting, Take&& take) {
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
    if (rule_.friction > 0.0) {
      g.torque.get(lane, push.torque.data());
      g.stretch.get(lane, slots_[k].stretch.data());
    } else {
      push.torque.setZero();
    }
    Vec<Dim> normal;
    g.normal.get(lane, normal.data());
    take(keys_[k], normal, push);
  }
  waiting.batch.count = 0;
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::push_body(int body, double sign, const Push& push,
                                          Eigen::VectorXd& force) const {
  const Eigen::Index at = Dofs * static_cast<Eigen::Index>(body);
  if constexpr (Dofs > Dim) {
    if (rule_.friction > 0.0)
      force.segment<Dofs - Dim>(at + Dim) += bodies_[index(body)].radius * push.torque;
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
  tell_contact<Dim, Dofs>(key, normal, bodies_[index(key.body)].radius,
                          is_wall(key) ? 0.0 : bodies_[index(key.partner)].radius,
                          rule_.step * push.normal, rule_.step * friction, told);
}

template class SpringContacts<1, 1>;
template class SpringContacts<2, 2>;
template class SpringContacts<2, 3>;
template class SpringContacts<3, 3>;
template class SpringContacts<3, 6>;

}  // namespace impactbench
