#include "schemes/support/springs/spring_contacts.hpp"

#include "problems/base/parallel.hpp"
#include "schemes/support/contacts/record_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

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
           .has_friction = Dim > 1 && system.law().friction > 0.0,
           .pulls = law.end.value() == ContactEnd::overlap,
           .alike = false,
           .pair = {},
           .obstacle = {},
           .one_law = losses_.size() == 1,
           .friction = losses_.front().friction,
           .damping_ratio = losses_.front().damping_ratio};
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
  // Half of the neighbours in a dense packing, 3 or 6, walls, and some that are near.
  const std::size_t room = (Dim == 2 ? 5 : 10) * all.size();
  keys_.reserve(room);
  closed_.reserve(room);
  if (rule_.has_friction) stretches_.reserve(room), kept_.reserve(room);
  if (resists_) rolls_.reserve(room), kept_rolls_.reserve(room);
  closed_.clear();
  keep_stretches();
}

/// Where all bodies are alike, and obstacles too, there are springs of two kinds.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::share_springs() {
  const SpringBody& one = bodies_.front();
  const auto is_one = [&](const SpringBody& b) { return b == one; };
  const auto is_ball = [](const Obstacle& o) { return o.shape == Obstacle::Shape::ball; };
  const auto& obstacles = system_->obstacles();
  const bool alike = std::all_of(bodies_.begin(), bodies_.end(), is_one);
  stride_ = alike ? 0 : 1;
  rule_.alike = alike && rule_.one_law && std::none_of(obstacles.begin(), obstacles.end(), is_ball);
  const double zeta = rule_.damping_ratio;
  rule_.pair = rule_.springs<double>(
      {2.0 * one.inverse_mass, 2.0 * one.inverse_tangential, 0.5 * one.radius, zeta}, false);
  rule_.obstacle =
      rule_.springs<double>({one.inverse_mass, one.inverse_tangential, one.radius, zeta}, true);
}

/// Moves the memory of closed contacts to their places among new candidates.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::keep_stretches() {
  kept_.clear();
  kept_rolls_.clear();
  for (std::size_t k = 0; k < closed_.size(); ++k) {
    if (closed_[k] == 0 || !rule_.has_friction) continue;
    kept_.push_back({keys_[k], stretches_[k]});
    if (resists_) kept_rolls_.push_back(rolls_[k]);
  }
  keys_.clear();
  for (const auto& [body, wall] : neighbours_.walls())
    keys_.push_back(wall_key(body, wall));
  for (const auto& [i, j] : neighbours_.pairs())
    keys_.push_back({i, j});
  closed_.assign(keys_.size(), 0);
  if (rule_.has_friction) stretches_.resize(keys_.size());
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
void SpringContacts<Dim, Dofs>::begin_step(const Eigen::VectorXd& q, double displacement,
                                           ContactImpulses* recorded) {
  if (neighbours_.outdated(displacement) && neighbours_.update(q)) keep_stretches();
  next_ = 0;
  recorded_ = recorded;
  if (recorded != nullptr) recorded->clear(rule_.has_friction ? Dim : 1, Dofs);
}

template <int Dim, int Dofs>
std::size_t SpringContacts<Dim, Dofs>::add_next(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                                Eigen::VectorXd& force) {
  // A contact is some four times the work of a body that moves.
  const int threads = recorded_ != nullptr ? 1 : blocks_for(4 * keys_.size());
  if (threads > 1) {
    add_shared(q, v, force, threads);
    return bodies_.size();
  }
  constexpr std::size_t some = 1024;  // their bodies fit into the cache nearest to memory but one
  const std::size_t end = std::min(next_ + some, keys_.size());
  each_push(next_, end, q, v, batch_,
            [&](const ContactKey& key, const Vec<Dofs>& first, const Vec<Dofs>& second) {
              push(key.body, first, force);
              if (!is_wall(key)) push(key.partner, second, force);
            });
  next_ = end;
  if (end == keys_.size()) return bodies_.size();
  return is_wall(keys_[end]) ? 0 : index(keys_[end].body);
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
    Batch batch;
    each_push(begin, end, q, v, batch,
              [&](const ContactKey& key, const Vec<Dofs>& first, const Vec<Dofs>& second) {
                block.pushes.push_back({key, first, second});
                // A partner that is a body comes after it.
                block.first = std::min(block.first, key.body);
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
        if (own(p.key.body)) push(p.key.body, p.first, force);
        if (own(p.key.partner)) push(p.key.partner, p.second, force);
      }
    }
  });
}

/// Calls take(key, action on the first body, action on the second) for every closed candidate of
/// [begin, end).
template <int Dim, int Dofs>
template <class Take>
void SpringContacts<Dim, Dofs>::each_push(std::size_t begin, std::size_t end,
                                          const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                          Batch& batch, Take&& take) {
  const auto press_walls = [&] {
    press(batch, rule_, true);
    take_all(v, batch, take);
  };
  const std::size_t first_pair = std::clamp(neighbours_.walls().size(), begin, end);
  for (std::size_t k = begin; k < first_pair; ++k) {
    const auto [body, partner] = keys_[k];
    const Gap<Dim> gap = obstacle_gap<Dim>(centre<Dim, Dofs>(q, body), seen(body).radius,
                                           system_->obstacles()[index(-1 - partner)]);
    if (!(gap.distance < 0.0)) {
      open(k);
      continue;
    }
    add_wall(k, gap, v, batch);
    if (batch.full()) press_walls();
  }
  press_walls();
  const SpringRows<Dim> rows{
      keys_.data(), stretches_.data(), bodies_.data(), stride_, q.data(), v.data(), Dofs};
  const auto press_pairs = [&] {
    gather(batch, rule_, rows);
    press(batch, rule_, false);
    take_all(v, batch, take);
  };
  // Nobody can foresee which candidates are closed: without a branch they are found in half the
  // time.
  std::array<std::size_t, 256> near;
  const ContactKey* keys = rows.keys;
  const SpringBody* bodies = rows.bodies;
  const std::size_t stride = stride_;
  const double* x = rows.q;
  char* closed = closed_.data();  // a byte may be anything's: what is not local is read again
  for (std::size_t k = first_pair; k < end;) {
    std::size_t count = 0;
    for (const std::size_t stop = std::min(end, k + near.size()); k < stop; ++k) {
      const auto i = index(keys[k].body), j = index(keys[k].partner);
      const Eigen::Map<const Vec<Dim>> x_i(x + Dofs * i), x_j(x + Dofs * j);
      const bool meets =
          !apart<Dim>(x_i, bodies[stride * i].radius, x_j, bodies[stride * j].radius);
      near[count] = k;
      count += meets ? 1 : 0;
      closed[k] = static_cast<char>(closed[k] & static_cast<char>(meets));
    }
    for (std::size_t c = 0; c < count; ++c) {
      // Stretches come from far away, in an order that only this list knows.
      if (rule_.has_friction) __builtin_prefetch(&stretches_[near[std::min(c + 16, count - 1)]]);
      const int at = close(near[c], batch);
      if (!rule_.one_law) {
        const auto [i, j] = keys_[near[c]];
        const Loss& loss = losses_[system_->law_place(i, j)];
        auto& g = batch.groups[index(at / Lanes::count)];
        g.friction.set(at % Lanes::count, loss.friction);
        g.bodies.damping_ratio.set(at % Lanes::count, loss.damping_ratio);
      }
      if (batch.full()) press_pairs();
    }
  }
  press_pairs();
}

template <int Dim, int Dofs>
int SpringContacts<Dim, Dofs>::close(std::size_t k, Batch& batch) {
  if (closed_[k] == 0) {
    closed_[k] = 1;
    if (rule_.has_friction) stretches_[k].setZero();
    if (resists_) rolls_[k] = {};
  }
  batch.candidate[index(batch.count)] = k;
  return batch.count++;
}

template <int Dim, int Dofs>
ContactBodies<double> SpringContacts<Dim, Dofs>::bodies_of(const ContactKey& key) const {
  const SpringBody& own = seen(key.body);
  ContactBodies<double> out{own.inverse_mass, own.inverse_tangential, own.radius,
                            losses_[system_->law_place(key.body, key.partner)].damping_ratio};
  if (is_wall(key)) {
    if (rule_.is_hertz) out.radius = reduced_radius(round_bodies(*system_), key.body, key.partner);
    return out;
  }
  const SpringBody& other = seen(key.partner);
  out.inverse_mass += other.inverse_mass;
  out.inverse_tangential += other.inverse_tangential;
  if (rule_.is_hertz) out.radius *= other.radius / (own.radius + other.radius);
  return out;
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add_wall(std::size_t k, const Gap<Dim>& gap,
                                         const Eigen::VectorXd& v, Batch& batch) {
  const int at = close(k, batch), lane = at % Lanes::count;
  auto& g = batch.groups[index(at / Lanes::count)];
  const auto [body, partner] = keys_[k];
  const Vec<Dim> normal = -gap.normal;
  Vec<Dim> approach = centre<Dim, Dofs>(v, body);
  if (system_->surfaces_move())
    approach -= surface_velocity<Dim>(system_->obstacles()[index(-1 - partner)], normal);
  g.normal.set(lane, normal.data());
  g.depth.set(lane, -gap.distance);
  g.approach.set(lane, approach.data());
  if (!rule_.alike) {
    const ContactBodies<double> bodies = bodies_of(keys_[k]);
    g.bodies.inverse_mass.set(lane, bodies.inverse_mass);
    g.bodies.inverse_tangential.set(lane, bodies.inverse_tangential);
    g.bodies.radius.set(lane, bodies.radius);
    g.bodies.damping_ratio.set(lane, bodies.damping_ratio);
  }
  if (!rule_.has_friction) return;
  g.radius.at[0].set(lane, seen(body).radius);
  Slide<Dim> turn = Slide<Dim>::Zero();
  if constexpr (Dofs > Dim)
    turn = seen(body).radius * v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(body) + Dim);
  g.turn.set(lane, turn.data());
  g.stretch.set(lane, stretches_[k].data());
  g.friction.set(lane, losses_[system_->law_place(body, partner)].friction);
}

/// Passes the results on, in the order of the candidates.
template <int Dim, int Dofs>
template <class Take>
void SpringContacts<Dim, Dofs>::take_all(const Eigen::VectorXd& v, Batch& batch, Take&& take) {
  const bool has_friction = rule_.has_friction, resists = resists_, records = recorded_ != nullptr;
  const auto count = index(batch.count);
  for (std::size_t c = 0; c < count; ++c) {
    const std::size_t k = batch.candidate[c];
    const auto& kept = batch.kept[c];
    if (!(kept[Batch::slides] > 0.0)) {  // the root has rounded the depth away
      open(k);
      continue;
    }
    if (has_friction) stretches_[k] = Eigen::Map<const Slide<Dim>>(kept.data());
    if (resists || records) add_rolling(k, c, v, batch);
    take(keys_[k], Eigen::Map<const Vec<Dofs>>(batch.first[c].data()),
         Eigen::Map<const Vec<Dofs>>(batch.second[c].data()));
  }
  batch.count = 0;
}

/// Adds the torques against rolling to the forces of a contact, then records all of them.
template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add_rolling(std::size_t k, std::size_t c, const Eigen::VectorXd& v,
                                            Batch& batch) {
  constexpr auto four = static_cast<std::size_t>(Lanes::count);
  const Group& g = batch.groups[c / four];
  const int lane = static_cast<int>(c % four);
  Slide<Dim> roll = Slide<Dim>::Zero();
  if constexpr (Dofs > Dim) {
    if (resists_) {
      roll = resist(k, g, lane, v);
      Eigen::Map<Slide<Dim>>(batch.first[c].data() + Dim) += roll;
      Eigen::Map<Slide<Dim>>(batch.second[c].data() + Dim) -= roll;
    }
  }
  if (recorded_ != nullptr) record(keys_[k], g, lane, roll);
}

/// M of rolling_resistance.hpp: the second body has its opposite [N m].
template <int Dim, int Dofs>
Slide<Dim> SpringContacts<Dim, Dofs>::resist(std::size_t k, const Group& g, int lane,
                                             const Eigen::VectorXd& v) {
  if constexpr (Dofs > Dim) {
    const auto [body, partner] = keys_[k];
    const auto spin = [&](int i) -> Slide<Dim> {
      return v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(i) + Dim);
    };
    const Loss& loss = losses_[system_->law_place(body, partner)];
    const ContactBodies<double> bodies = bodies_of(keys_[k]);
    const double secant = rule_.springs(bodies, partner < 0).stiffness *
                          (rule_.is_hertz ? std::sqrt(g.depth[lane]) : 1.0);
    Vec<Dim> normal;
    g.normal.get(lane, normal.data());
    typename RollingSprings<Dim>::Contact c{
        .normal = normal,
        .spin = spin(body),
        .reduced_radius = reduced_radius(round_bodies(*system_), body, partner),
        .inverse_inertia = seen(body).inverse_inertia,
        .pressure = std::max(g.normal_force[lane], 0.0),
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
void SpringContacts<Dim, Dofs>::record(const ContactKey& key, const Group& g, int lane,
                                       const Slide<Dim>& roll) const {
  Vec<Dim> normal;
  g.normal.get(lane, normal.data());
  Slide<Dim> torque;
  g.torque.get(lane, torque.data());
  Slip<Dim> friction = Slip<Dim>::Zero();
  if constexpr (Dim == 3) {
    const Tangents<3> t = tangents(normal);  // f = torque x n
    friction = {t.turn[0].dot(torque), t.turn[1].dot(torque)};
  } else {
    friction = torque;
  }
  record_contact<Dim, Dofs>(key, normal, seen(key.body).radius,
                            is_wall(key) ? 0.0 : seen(key.partner).radius,
                            rule_.step * g.normal_force[lane], rule_.step * friction, *recorded_);
  if (!resists_) return;
  const Slide<Dim> resistance = rule_.step * roll;
  recorded_->resistance.insert(recorded_->resistance.end(), resistance.begin(), resistance.end());
}

template class SpringContacts<1, 1>;
template class SpringContacts<2, 2>;
template class SpringContacts<2, 3>;
template class SpringContacts<3, 3>;
template class SpringContacts<3, 6>;

}  // namespace impactbench
