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
  bodies_ = round_bodies(system);
  law_ = law;
  stiffness_ = 1.0 / law.R;
  h_ = h;
  damping_ratio_ = Dissipation::damping_ratio(system.law().restitution, law.end.value());
  pulls_ = law.end.value() == ContactEnd::overlap;
  prepare_neighbours<Dim, Dofs>(neighbours_, system, q);
  const std::size_t n = system.bodies().size();
  closed_.reserve(n);
  springs_.clear();
  springs_.reserve(ClosedContacts<Dim>::per_body * n);
  last_.reserve(ClosedContacts<Dim>::per_body * n);
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::add(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    Eigen::VectorXd& force, ContactImpulses* told) {
  const bool friction = Dim > 1 && system_->law().friction > 0.0;
  if (told != nullptr) told->clear(friction ? Dim : 1, Dofs);
  if (friction) {
    add_all<true>(q, v, force, told);
  } else {
    add_all<false>(q, v, force, told);
  }
}

template <int Dim, int Dofs>
template <bool friction>
void SpringContacts<Dim, Dofs>::add_all(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                        Eigen::VectorXd& force, ContactImpulses* told) {
  last_.swap(springs_);
  closed_.find(bodies_, neighbours_, [&](int i) -> Vec<Dim> { return centre<Dim, Dofs>(q, i); });
  const std::vector<ClosedContact<Dim>>& contacts = closed_.contacts();
  if constexpr (friction) springs_.resize(contacts.size());
  // A contact is some four times the work of a body that moves.
  const int threads = told != nullptr ? 1 : blocks_for(4 * contacts.size());
  if (threads > 1) return add_shared<friction>(v, force, threads);
  std::size_t cursor = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Push push = push_of<friction>(c, cursor, v);
    push_body<friction>(contacts[c].key.body, 1.0, push, force);
    if (!is_wall(contacts[c].key)) push_body<friction>(contacts[c].key.partner, -1.0, push, force);
    if (told != nullptr) tell(contacts[c], push, *told);
  }
}

/// First the forces of all contacts, then their sums: each thread adds to bodies of its own, in the
/// order of the contacts, and looks only at blocks of contacts that have some.
template <int Dim, int Dofs>
template <bool friction>
void SpringContacts<Dim, Dofs>::add_shared(const Eigen::VectorXd& v, Eigen::VectorXd& force,
                                           int threads) {
  constexpr int blocks = 256;
  const std::vector<ClosedContact<Dim>>& contacts = closed_.contacts();
  pushes_.resize(contacts.size());
  extents_.resize(blocks);
  for_blocks(contacts.size(), blocks, threads, [&](int b, std::size_t begin, std::size_t end) {
    auto cursor = static_cast<std::size_t>(
        std::partition_point(last_.begin(), last_.end(),
                             [&](const Spring& s) { return before(s.key, contacts[begin].key); }) -
        last_.begin());
    Extent extent{std::numeric_limits<int>::max(), -1};
    for (std::size_t c = begin; c < end; ++c) {
      pushes_[c] = push_of<friction>(c, cursor, v);
      const auto [body, partner] = contacts[c].key;
      extent.first = std::min(extent.first, body);  // a partner that is a body comes after it
      extent.last = std::max({extent.last, body, partner});
    }
    extents_[index(b)] = extent;
  });
  const std::size_t bodies = system_->bodies().size();
  for_blocks(bodies, threads, [&](int, std::size_t first, std::size_t last) {
    const auto own = [&](int body) {
      return body >= 0 && index(body) >= first && index(body) < last;
    };
    for (int b = 0; b < blocks; ++b) {
      const Extent& extent = extents_[index(b)];
      if (extent.last < static_cast<int>(first) || extent.first >= static_cast<int>(last)) continue;
      for (std::size_t c = block_begin(contacts.size(), blocks, b);
           c < block_begin(contacts.size(), blocks, b + 1); ++c) {
        const auto [body, partner] = contacts[c].key;
        if (own(body)) push_body<friction>(body, 1.0, pushes_[c], force);
        if (own(partner)) push_body<friction>(partner, -1.0, pushes_[c], force);
      }
    }
  });
}

template <int Dim, int Dofs>
template <bool friction>
auto SpringContacts<Dim, Dofs>::push_of(std::size_t contact, std::size_t& cursor,
                                        const Eigen::VectorXd& v) -> Push {
  const auto& [key, normal, depth] = closed_.contacts()[contact];
  double lam = stiffness_ * depth;
  if (damping_ratio_ > 0.0) {
    const auto& mass = system_->bodies().mass;
    const double m_i = mass[index(key.body)];
    const double m = is_wall(key) ? m_i : reduced_mass(m_i, mass[index(key.partner)]);
    double approach = centre<Dim, Dofs>(v, key.body).dot(normal);
    if (!is_wall(key)) approach -= centre<Dim, Dofs>(v, key.partner).dot(normal);
    lam += 2.0 * damping_ratio_ * std::sqrt(m * stiffness_) * approach;
    if (!pulls_) lam = std::max(lam, 0.0);
  }
  Push out{};
  out.force = -lam * normal;
  out.normal = lam;
  if constexpr (friction && Dim > 1) {
    const Slide<Dim> f = tangential_force(contact, cursor, std::max(lam, 0.0), v);
    out.force += in_space(normal, f);
    out.torque = torque_of(normal, f);
  }
  return out;
}

template <int Dim, int Dofs>
template <bool friction>
void SpringContacts<Dim, Dofs>::push_body(int body, double sign, const Push& push,
                                          Eigen::VectorXd& force) const {
  const Eigen::Index at = Dofs * static_cast<Eigen::Index>(body);
  if constexpr (friction && Dofs > Dim) {
    force.segment<Dofs - Dim>(at + Dim) += system_->bodies().radius[index(body)] * push.torque;
  }
  force.segment<Dim>(at) += sign * push.force;
}

template <int Dim, int Dofs>
void SpringContacts<Dim, Dofs>::tell(const ClosedContact<Dim>& c, const Push& push,
                                     ContactImpulses& told) const {
  const auto& radius = system_->bodies().radius;
  Slip<Dim> friction = Slip<Dim>::Zero();
  if constexpr (Dim == 3) {
    const Tangents<3> t = tangents(c.normal);  // f = torque x n
    friction = {t.turn[0].dot(push.torque), t.turn[1].dot(push.torque)};
  } else {
    friction = push.torque;
  }
  tell_contact<Dim, Dofs>(c.key, c.normal, radius[index(c.key.body)],
                          is_wall(c.key) ? 0.0 : radius[index(c.key.partner)], h_ * push.normal,
                          h_ * friction, told);
}

// f, and the spring that goes on to the next step.
template <int Dim, int Dofs>
Slide<Dim> SpringContacts<Dim, Dofs>::tangential_force(std::size_t contact, std::size_t& cursor,
                                                       double lam, const Eigen::VectorXd& v) {
  const ContactKey key = closed_.contacts()[contact].key;
  const Vec<Dim>& normal = closed_.contacts()[contact].normal;
  const BodyTable& bodies = system_->bodies();
  Slide<Dim> slip = Slide<Dim>::Zero();
  double inverse_mass = 0.0;
  const auto add_body = [&](int body, double sign) __attribute__((always_inline)) {
    slip += sign * slide_of(normal, Vec<Dim>(centre<Dim, Dofs>(v, body)));
    inverse_mass += 1.0 / bodies.mass[index(body)];
    if constexpr (Dofs > Dim) {
      const double r = bodies.radius[index(body)];
      const Vec<Dofs - Dim> om =
          v.segment<Dofs - Dim>(Dofs * static_cast<Eigen::Index>(body) + Dim);
      slip += r * turned_past(normal, om);
      inverse_mass += r * r / bodies.inertia[index(body)];
    }
  };
  add_body(key.body, 1.0);
  if (!is_wall(key)) add_body(key.partner, -1.0);
  const double k = law_.tangential * stiffness_;
  const double eta = 2.0 * law_.tangential_damping * std::sqrt(k / inverse_mass);
  const bool known = advance_to(last_, cursor, key, [](const Spring& s) { return s.key; });
  Spring spring{key, h_ * slip};
  if (known) spring.stretch += carried_over<Dim>(normal, last_[cursor].stretch);
  const Slide<Dim> trial = -(k * spring.stretch + eta * slip);
  const Slide<Dim> f = shortened<Dim>(trial, system_->law().friction * lam);
  if (f != trial) spring.stretch = -(f + eta * slip) / k;
  springs_[contact] = spring;
  return f;
}

template class SpringContacts<1, 1>;
template class SpringContacts<2, 2>;
template class SpringContacts<2, 3>;
template class SpringContacts<3, 3>;
template class SpringContacts<3, 6>;

}  // namespace impactbench
