#include "schemes/dem/dem.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/contact/parallel.hpp"
#include "schemes/support/closed_contacts.hpp"
#include "schemes/support/contact_key.hpp"
#include "schemes/support/disc_schemes.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/told_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench::dem {
namespace {

/// The tangential spring of a contact, from step to step.
struct Spring {
  ContactKey key;
  double stretch;  ///< xi [m]
};

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p), stiffness_(1.0 / p.R) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, Solvers) override {
    system_ = &disc_system(system);
    h_ = h;
    damping_ratio_ = Dissipation::damping_ratio(system_->law().restitution);
    force_ = system_->weight();
    driven_ = !system_->constant_force();
    inverse_mass_ = system.mass().cwiseInverse();
    neighbours_.prepare(*system_, start.q, Search::cell_grid, NeighbourList::usual_skin(*system_));
    closed_.reserve(system_->discs().size());
    springs_.clear();
    springs_.reserve(5 * system_->discs().size());
    last_.reserve(5 * system_->discs().size());
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    neighbours_.update(state.q);
    enter(Phase::assembly);
    if (told() != nullptr) told()->clear(system_->law().friction > 0.0 ? 2 : 1, 3);
    if (driven_) {
      const double t = static_cast<double>(state.step) * h_;
      system_->mean_force(t, t + h_, state.q, state.v, force_);
    }
    if (system_->law().friction > 0.0) {
      add_contact_forces<true>(state);
    } else {
      add_contact_forces<false>(state);
    }
    enter(Phase::update);
    move(state);
    ++state.step;
    return {};
  }

 private:
  /// One pass over memory, which is what a step of many discs costs. Leaves the weight for
  /// the next step to add its contacts to.
  void move(State& state) {
    const double h = h_, half = 0.5 * h * h;
    const double* inverse_mass = inverse_mass_.data();
    const double* weight = system_->weight().data();
    double* force = force_.data();
    double* q = state.q.data();
    double* v = state.v.data();
    const std::size_t discs = system_->discs().size();
    for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = 3 * begin; k < 3 * end; ++k) {
        const double acceleration = force[k] * inverse_mass[k];
        q[k] += h * v[k] + half * acceleration;
        v[k] += h * acceleration;
        force[k] = weight[k];
      }
    });
  }

  template <bool friction>
  void add_contact_forces(const State& state) {
    last_.swap(springs_);
    springs_.clear();
    cursor_ = 0;
    closed_.find(*system_, neighbours_, [&](int i) { return centre(state.q, i); });
    for (const ClosedContact& c : closed_.contacts())
      add_contact<friction>(c.key, c.frame, state.v);
  }

  template <bool friction>
  void add_contact(const ContactKey& key, const ContactFrame& frame, const Eigen::VectorXd& v) {
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
      force_[i + 2] += system_->discs().radius[index(key.disc)] * f;
      if (j >= 0) force_[j + 2] += system_->discs().radius[index(key.partner)] * f;
    }
    force_.segment<2>(i) += push;
    if (j >= 0) force_.segment<2>(j) -= push;
    if (told() == nullptr) return;
    const auto& radius = system_->discs().radius;
    tell_contact(key, frame.normal, radius[index(key.disc)],
                 j < 0 ? 0.0 : radius[index(key.partner)], h_ * lam, h_ * f, *told());
  }

  /// f, and the spring that goes on to the next step.
  double tangential_force(const ContactKey& key, const Vec2& normal, double lam,
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
    const double k = params_.tangential * stiffness_;
    const double eta = 2.0 * params_.tangential_damping * std::sqrt(k / inverse_mass);
    const bool known = advance_to(last_, cursor_, key, [](const Spring& s) { return s.key; });
    Spring spring{key, (known ? last_[cursor_].stretch : 0.0) + h_ * slip};
    const double trial = -(k * spring.stretch + eta * slip);
    const double bound = system_->law().friction * lam;
    const double f = std::clamp(trial, -bound, bound);
    if (f != trial) spring.stretch = -(f + eta * slip) / k;
    springs_.push_back(spring);
    return f;
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  Params params_;
  double stiffness_;  ///< 1/R [N/m]
  double damping_ratio_{0.0};
  double h_{0.0};
  bool driven_{false};  ///< the external force differs from step to step
  const DiscSystem* system_{nullptr};
  NeighbourList neighbours_;
  ClosedContacts closed_;
  std::vector<Spring> springs_, last_;  ///< in the order of contact_key.hpp
  std::size_t cursor_{0};
  Eigen::VectorXd inverse_mass_, force_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme dem");
}

SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 1.0,
          .exact_free_fall = true,
          .order_contact = 1.0,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = 1.0, .impact = 1.0},
          .energy = EnergyBehaviour::gains,
          .momentum = true,
          .angular_momentum = false,
          .reversible = false,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "nguyen2024, section 4.2.2; energy gain: linear stability of the step"};
}

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  if (auto reason = refuse_other_bodies("dem", traits)) return reason;
  const double bound = 2.0 * std::sqrt(params(given).R * traits.smallest_reduced_mass);
  if (h <= bound) return std::nullopt;
  return fmt::format(
      "dem does not resolve a contact with dt = {:.3g} s: dt must be at most 2 sqrt(R m_red) = "
      "{:.3g} s",
      h, bound);
}

}  // namespace

SchemeEntry entry() {
  return {
      .name = "dem",
      .summary = "explicit discrete element method, linear spring and dashpot, Cundall friction",
      .reference = "nguyen2024, section 4.2.2",
      .parameters = parameters_of<Params>(),
      .claims = claims,
      .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
      .refuses = refuses,
      .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
        return std::make_unique<Stepper>(params(given));
      }};
}

}  // namespace impactbench::dem
