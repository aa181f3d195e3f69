#include "schemes/support/spring_contacts.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/model/parallel.hpp"
#include "schemes/support/disc_schemes.hpp"
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
  if (auto reason = refuse_other_bodies(scheme, traits)) return reason;
  if (auto reason = refuse_endless_dashpot(scheme, law.end, traits)) return reason;
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
  const double along_tangent =
      leapfrog_phase(law.tangential_damping) * period / std::sqrt(3.0 * law.tangential);
  if (!traits.friction || h <= along_tangent) return std::nullopt;
  return fmt::format(
      "{} does not resolve the tangential spring of a contact with dt = {:.3g} s: dt must be at "
      "most 2 (sqrt(1 + d^2) - d) sqrt(R m_red / (3 tangential)) = {:.3g} s, d = "
      "tangential_damping = {:.3g}",
      scheme, h, along_tangent, law.tangential_damping);
}

void SpringContacts::prepare(const RoundSystem& system, const Eigen::VectorXd& q, double h,
                             const SpringLaw& law) {
  system_ = &system;
  bodies_ = round_bodies(system);
  law_ = law;
  stiffness_ = 1.0 / law.R;
  h_ = h;
  damping_ratio_ = Dissipation::damping_ratio(system.law().restitution, law.end.value());
  pulls_ = law.end.value() == ContactEnd::overlap;
  neighbours_.prepare(system, q, Search::cell_grid, NeighbourList::usual_skin(system));
  closed_.reserve(system.bodies().size());
  springs_.clear();
  springs_.reserve(5 * system.bodies().size());
  last_.reserve(5 * system.bodies().size());
}

void SpringContacts::add(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& force,
                         ContactImpulses* told) {
  if (told != nullptr) told->clear(system_->law().friction > 0.0 ? 2 : 1, 3);
  if (system_->law().friction > 0.0) {
    add_all<true>(q, v, force, told);
  } else {
    add_all<false>(q, v, force, told);
  }
}

template <bool friction>
void SpringContacts::add_all(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                             Eigen::VectorXd& force, ContactImpulses* told) {
  last_.swap(springs_);
  closed_.find(bodies_, neighbours_, [&](int i) { return centre(q, i); });
  const std::vector<ClosedContact<2>>& contacts = closed_.contacts();
  if constexpr (friction) springs_.resize(contacts.size());
  // A contact is some four times the work of a disc that moves.
  const int threads = told != nullptr ? 1 : blocks_for(4 * contacts.size());
  if (threads > 1) return add_shared<friction>(v, force, threads);
  std::size_t cursor = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Push push = push_of<friction>(c, cursor, v);
    push_disc<friction>(contacts[c].key.disc, 1.0, push, force);
    if (!is_wall(contacts[c].key)) push_disc<friction>(contacts[c].key.partner, -1.0, push, force);
    if (told != nullptr) tell(contacts[c], push, *told);
  }
}

/// First the forces of all contacts, then their sums: each thread adds to discs of its own, in the
/// order of the contacts, and looks only at blocks of contacts that have some.
template <bool friction>
void SpringContacts::add_shared(const Eigen::VectorXd& v, Eigen::VectorXd& force, int threads) {
  constexpr int blocks = 256;
  const std::vector<ClosedContact<2>>& contacts = closed_.contacts();
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
      const auto [disc, partner] = contacts[c].key;
      extent.first = std::min(extent.first, disc);  // a partner that is a disc comes after it
      extent.last = std::max({extent.last, disc, partner});
    }
    extents_[index(b)] = extent;
  });
  const std::size_t discs = system_->bodies().size();
  for_blocks(discs, threads, [&](int, std::size_t first, std::size_t last) {
    const auto own = [&](int disc) {
      return disc >= 0 && index(disc) >= first && index(disc) < last;
    };
    for (int b = 0; b < blocks; ++b) {
      const Extent& extent = extents_[index(b)];
      if (extent.last < static_cast<int>(first) || extent.first >= static_cast<int>(last)) continue;
      for (std::size_t c = block_begin(contacts.size(), blocks, b);
           c < block_begin(contacts.size(), blocks, b + 1); ++c) {
        const auto [disc, partner] = contacts[c].key;
        if (own(disc)) push_disc<friction>(disc, 1.0, pushes_[c], force);
        if (own(partner)) push_disc<friction>(partner, -1.0, pushes_[c], force);
      }
    }
  });
}

template <bool friction>
SpringContacts::Push SpringContacts::push_of(std::size_t contact, std::size_t& cursor,
                                             const Eigen::VectorXd& v) {
  const auto& [key, normal, depth] = closed_.contacts()[contact];
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(key.disc);
  const Eigen::Index j = is_wall(key) ? -1 : 3 * static_cast<Eigen::Index>(key.partner);
  double lam = stiffness_ * depth;
  if (damping_ratio_ > 0.0) {
    const auto& mass = system_->bodies().mass;
    const double m_i = mass[index(key.disc)];
    const double m = j < 0 ? m_i : reduced_mass(m_i, mass[index(key.partner)]);
    double approach = v.segment<2>(i).dot(normal);
    if (j >= 0) approach -= v.segment<2>(j).dot(normal);
    lam += 2.0 * damping_ratio_ * std::sqrt(m * stiffness_) * approach;
    if (!pulls_) lam = std::max(lam, 0.0);
  }
  Push out{-lam * normal, lam, 0.0};
  if constexpr (friction) {
    out.tangential = tangential_force(contact, cursor, std::max(lam, 0.0), v);
    out.force += out.tangential * rot90(normal);
  }
  return out;
}

template <bool friction>
void SpringContacts::push_disc(int disc, double sign, const Push& push,
                               Eigen::VectorXd& force) const {
  const Eigen::Index at = 3 * static_cast<Eigen::Index>(disc);
  if constexpr (friction) force[at + 2] += system_->bodies().radius[index(disc)] * push.tangential;
  force.segment<2>(at) += sign * push.force;
}

void SpringContacts::tell(const ClosedContact<2>& c, const Push& push,
                          ContactImpulses& told) const {
  const auto& radius = system_->bodies().radius;
  tell_contact(c.key, c.normal, radius[index(c.key.disc)],
               is_wall(c.key) ? 0.0 : radius[index(c.key.partner)], h_ * push.normal,
               h_ * push.tangential, told);
}

// f, and the spring that goes on to the next step.
double SpringContacts::tangential_force(std::size_t contact, std::size_t& cursor, double lam,
                                        const Eigen::VectorXd& v) {
  const auto& [key, normal, depth] = closed_.contacts()[contact];
  const Vec2 t = rot90(normal);
  double slip = 0.0;
  double inverse_mass = 0.0;
  const auto add_disc = [&](int disc, double sign) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(disc);
    const double r = system_->bodies().radius[index(disc)];
    slip += sign * v.segment<2>(at).dot(t) + r * v[at + 2];
    inverse_mass +=
        1.0 / system_->bodies().mass[index(disc)] + r * r / system_->bodies().inertia[index(disc)];
  };
  add_disc(key.disc, 1.0);
  if (!is_wall(key)) add_disc(key.partner, -1.0);
  const double k = law_.tangential * stiffness_;
  const double eta = 2.0 * law_.tangential_damping * std::sqrt(k / inverse_mass);
  const bool known = advance_to(last_, cursor, key, [](const Spring& s) { return s.key; });
  Spring spring{key, (known ? last_[cursor].stretch : 0.0) + h_ * slip};
  const double trial = -(k * spring.stretch + eta * slip);
  const double bound = system_->law().friction * lam;
  const double f = std::clamp(trial, -bound, bound);
  if (f != trial) spring.stretch = -(f + eta * slip) / k;
  springs_[contact] = spring;
  return f;
}

}  // namespace impactbench
