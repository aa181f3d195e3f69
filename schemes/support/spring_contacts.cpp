#include "schemes/support/spring_contacts.hpp"

#include "problems/contact/geometry.hpp"
#include "schemes/support/disc_schemes.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/told_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

std::optional<std::string> refuse_springs(std::string_view scheme, const SpringLaw& law,
                                          const ProblemTraits& traits, double h) {
  if (auto reason = refuse_other_bodies(scheme, traits)) return reason;
  const double bound = 2.0 * std::sqrt(law.R * traits.smallest_reduced_mass);
  if (h <= bound) return std::nullopt;
  return fmt::format(
      "{} does not resolve a contact with dt = {:.3g} s: dt must be at most 2 sqrt(R m_red) = "
      "{:.3g} s",
      scheme, h, bound);
}

void SpringContacts::prepare(const DiscSystem& system, const Eigen::VectorXd& q, double h,
                             const SpringLaw& law) {
  system_ = &system;
  bodies_ = round_bodies(system);
  law_ = law;
  stiffness_ = 1.0 / law.R;
  h_ = h;
  damping_ratio_ = Dissipation::damping_ratio(system.law().restitution);
  neighbours_.prepare(system, q, Search::cell_grid, NeighbourList::usual_skin(system));
  closed_.reserve(system.discs().size());
  springs_.clear();
  springs_.reserve(5 * system.discs().size());
  last_.reserve(5 * system.discs().size());
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
  springs_.clear();
  cursor_ = 0;
  closed_.find(bodies_, neighbours_, [&](int i) { return centre(q, i); });
  for (const ClosedContact<2>& c : closed_.contacts())
    add_contact<friction>(c.key, {c.normal, c.depth}, v, force, told);
}

template <bool friction>
void SpringContacts::add_contact(const ContactKey& key, const ContactFrame& frame,
                                 const Eigen::VectorXd& v, Eigen::VectorXd& force,
                                 ContactImpulses* told) {
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(key.disc);
  const Eigen::Index j = is_wall(key) ? -1 : 3 * static_cast<Eigen::Index>(key.partner);
  double lam = stiffness_ * frame.depth;
  if (damping_ratio_ > 0.0) {
    const auto& mass = system_->discs().mass;
    const double m_i = mass[index(key.disc)];
    const double m = j < 0 ? m_i : reduced_mass(m_i, mass[index(key.partner)]);
    double approach = v.segment<2>(i).dot(frame.normal);
    if (j >= 0) approach -= v.segment<2>(j).dot(frame.normal);
    lam += 2.0 * damping_ratio_ * std::sqrt(m * stiffness_) * approach;
  }
  Vec2 push = -lam * frame.normal;
  double f = 0.0;
  if constexpr (friction) {
    f = tangential_force(key, frame.normal, std::max(lam, 0.0), v);
    push += f * rot90(frame.normal);
    force[i + 2] += system_->discs().radius[index(key.disc)] * f;
    if (j >= 0) force[j + 2] += system_->discs().radius[index(key.partner)] * f;
  }
  force.segment<2>(i) += push;
  if (j >= 0) force.segment<2>(j) -= push;
  if (told == nullptr) return;
  const auto& radius = system_->discs().radius;
  tell_contact(key, frame.normal, radius[index(key.disc)], j < 0 ? 0.0 : radius[index(key.partner)],
               h_ * lam, h_ * f, *told);
}

// f, and the spring that goes on to the next step.
double SpringContacts::tangential_force(const ContactKey& key, const Vec2& normal, double lam,
                                        const Eigen::VectorXd& v) {
  const Vec2 t = rot90(normal);
  double slip = 0.0;
  double inverse_mass = 0.0;
  const auto add_disc = [&](int disc, double sign) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(disc);
    const double r = system_->discs().radius[index(disc)];
    slip += sign * v.segment<2>(at).dot(t) + r * v[at + 2];
    inverse_mass +=
        1.0 / system_->discs().mass[index(disc)] + r * r / system_->discs().inertia[index(disc)];
  };
  add_disc(key.disc, 1.0);
  if (!is_wall(key)) add_disc(key.partner, -1.0);
  const double k = law_.tangential * stiffness_;
  const double eta = 2.0 * law_.tangential_damping * std::sqrt(k / inverse_mass);
  const bool known = advance_to(last_, cursor_, key, [](const Spring& s) { return s.key; });
  Spring spring{key, (known ? last_[cursor_].stretch : 0.0) + h_ * slip};
  const double trial = -(k * spring.stretch + eta * slip);
  const double bound = system_->law().friction * lam;
  const double f = std::clamp(trial, -bound, bound);
  if (f != trial) spring.stretch = -(f + eta * slip) / k;
  springs_.push_back(spring);
  return f;
}

}  // namespace impactbench
