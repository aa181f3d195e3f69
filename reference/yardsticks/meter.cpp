#include "reference/yardsticks/meter.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/balance_meter.hpp"
#include "reference/yardsticks/branch_meter.hpp"
#include "reference/yardsticks/certificate.hpp"
#include "reference/yardsticks/constraint_events.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "reference/yardsticks/contact_scan.hpp"
#include "reference/yardsticks/cycle_meter.hpp"
#include "reference/yardsticks/elastic_meter.hpp"
#include "reference/yardsticks/excursion_meter.hpp"
#include "reference/yardsticks/extremes.hpp"
#include "reference/yardsticks/free_balance.hpp"
#include "reference/yardsticks/gas_meter.hpp"
#include "reference/yardsticks/maxwell_meter.hpp"
#include "reference/yardsticks/momentum.hpp"
#include "reference/yardsticks/motion_meter.hpp"
#include "reference/yardsticks/observable_meter.hpp"
#include "reference/yardsticks/reaction_meter.hpp"
#include "reference/yardsticks/residual.hpp"
#include "reference/yardsticks/run_scales.hpp"
#include "reference/yardsticks/step_energy.hpp"
#include "reference/yardsticks/sweeping_meter.hpp"
#include "reference/yardsticks/truth_meter.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

struct Meter::Parts {
  Parts(const Problem& p, const ContactModel& c, std::optional<Truth> t, double step,
        std::int64_t n, const std::optional<ContactStep>& stated,
        const std::optional<MotionStep>& motion, const std::optional<SetStep>& set)
      : problem(p),
        system(*p.system),
        contact(c),
        truth(std::move(t)),
        h(step),
        observables(p, truth ? &*truth : nullptr, n),
        balances(p, step, first_kick_of(stated).value_or(1.0), motion.value_or(MotionStep{})),
        free_balance(p, step, first_kick_of(stated), sums_of_a_step(stated || motion || c)),
        thinning(n, most_samples),
        last(p.initial),
        middle(p.initial.q) {
    if (p.traits.bodies == BodyKind::sweeping) {
      sweeping.emplace(p, set, h);
      diameter = length_of(system, bodies);
    } else if (has_contacts(system)) {
      bodies = round_bodies(system);
      diameter = length_of(system, bodies);
      scan.emplace(system, p.initial.q, c);
    } else {
      elastic.emplace(p);
    }
    if (motion && !motion->projected) path.emplace(p, *motion, h, n);
    if (truth && truth->at) {
      truth_meter.emplace(system, start_of(p, *truth), *truth, h, n,
                          p.traits.first_order ? Inertia::without : Inertia::with);
    }
    if (truth && truth->histories.contains("contact_impulse"))
      reaction.emplace(truth->histories.at("contact_impulse"), h, n);
    if (truth && truth->cycle) cycles.emplace(p, *truth->cycle, h);
    if (truth && !truth->laws.empty()) excursions.emplace(bodies, *truth, h, n);
    if (truth && knows_gas(*truth)) gas.emplace(p, h, n);
    if (!c && MaxwellMeter::applies(p, h, n)) maxwell.emplace(p, h, n);
    if (truth && !truth->constraint_events.empty())
      events.emplace(*generalised_system(system), *truth, h, h * static_cast<double>(n));
    if (truth && !truth->branches.empty()) branch_meter.emplace(system, *truth);
    for (Series* s : {&kinetic_history, &total_history, &depth_history, &contact_history,
                      &dissipated_history}) {
      s->time.reserve(thinning.size());
      s->value.reserve(thinning.size());
    }
    const ContactState start = look(0.0, p.initial.q);
    kinetic_0 = kinetic = system.kinetic_energy(p.initial.q, p.initial.v);
    const double external = system.external_potential(0.0, p.initial.q);
    const double stored = start.potential + system.internal_energy(0.0, p.initial.q);
    budget.emplace(p, c, h, Energies{kinetic, external, stored});
    if (!p.traits.first_order) steps.emplace(system, bodies, c, h);
    total_0 = total = lowest = highest = kinetic + external + stored;
    scale = kinetic_0 + std::abs(external) + stored;
    if (scan) momentum_0 = linear_momentum(system, p.initial);
    if (scan) angular_0 = angular_momentum(system, p.initial);
    if (p.traits.driven) force = kick = Eigen::VectorXd::Zero(system.dofs());
    // A liquid transmits forces between a body and a wall that do not touch.
    const bool wet_wall = p.traits.viscosity > 0.0 && !bodies.obstacles.empty();
    free = bodies.size() > 0 && !p.traits.gravity && system.constant_force() && !start.at_wall &&
           !wet_wall;
    record(start, 0.0);
  }

  [[nodiscard]] ContactState look(double t, const Eigen::VectorXd& q) {
    if (sweeping) return sweeping->at(t, q);
    return scan ? scan->at(q) : ContactState{};
  }

  /// The scale of energy includes the possible work of the force: a start at rest has none.
  void add_kick(const State& before, double t) {
    system.mean_force(t - h, t, before.q, before.v, force);
    kick += h * force.cwiseAbs();
    scale = kinetic_0 + 0.5 * (kick.array().square() / system.mass().array()).sum();
  }

  /// Whether overlaps are measured.
  [[nodiscard]] bool has_depth() const { return scan || sweeping; }

  void record(const ContactState& state, double t) {
    const auto add = [&](Series& s, double value) {
      s.time.push_back(t);
      s.value.push_back(value);
    };
    add(kinetic_history, kinetic);
    if (!problem.traits.driven) add(total_history, total);
    if (sweeping) add(dissipated_history, sweeping->dissipated());
    if (!has_depth()) return;
    add(depth_history, state.deepest / diameter);
    add(contact_history, state.touching);
  }

  const Problem& problem;
  const MechanicalSystem& system;
  RoundBodies bodies{};  ///< none in a problem of elastic bodies or of coordinates
  double diameter{0.0};  ///< the largest [m], or the length of a generalised system
  ContactModel contact;
  std::optional<Truth> truth;
  double h;
  std::optional<ContactScan> scan;  ///< of round bodies and of generalised systems
  std::optional<SweepingMeter> sweeping;
  std::optional<ElasticMeter> elastic;
  ObservableMeter observables;
  BalanceMeter balances;
  FreeBalance free_balance;
  std::optional<MotionMeter> path;                    ///< where the scheme states its law of motion
  static constexpr std::int64_t most_samples = 2000;  ///< of a stored history
  Thinning thinning;
  std::optional<EnergyBudget> budget;
  std::optional<StepEnergy> steps;
  std::optional<ContactLaws> laws;  ///< of round bodies
  std::optional<ConstraintLaws> constraint_laws;
  std::optional<ConstraintEvents> events;  ///< where they are known
  State last;
  Eigen::VectorXd middle;
  double ahead{0.5};  ///< of the place where gaps are looked at (ContactStep)
  std::optional<TruthMeter> truth_meter;
  std::optional<ReactionMeter> reaction;
  std::optional<CycleMeter> cycles;
  std::optional<BranchMeter> branch_meter;
  std::optional<ExcursionMeter> excursions;
  std::optional<GasMeter> gas;
  std::optional<MaxwellMeter> maxwell;
  ResidualYardstick residual_of;

  double kinetic{0.0}, kinetic_0{0.0}, total{0.0}, total_0{0.0}, lowest{0.0}, highest{0.0};
  double scale{0.0};
  Eigen::VectorXd force, kick;  ///< where the force varies in time; kick: integral of |F| so far
  double deepest{0.0}, deepest_middle{0.0}, residual{0.0};
  bool residual_known{false}, certified{false};
  double gap{0.0}, objective{0.0}, infeasibility{0.0}, least_impulse{0.0};
  double contacts{0.0}, contacts_middle{0.0};
  int contacts_most{0};
  bool free{true};  ///< neither gravity, nor a field, nor a wall has acted so far
  bool momentum_known{false};
  Vec3 momentum_0{0.0, 0.0, 0.0}, angular_0{0.0, 0.0, 0.0};
  double momentum_drift{0.0}, angular_drift{0.0};
  Series kinetic_history, total_history, depth_history, contact_history, dissipated_history;
};

Meter::Meter(const Problem& problem, const ContactModel& contact, std::optional<Truth> truth,
             double h, std::int64_t steps, const std::optional<ContactStep>& step,
             const std::optional<MotionStep>& motion, const std::optional<SetStep>& set)
    : parts_(std::make_unique<Parts>(problem, contact, std::move(truth), h, steps, step, motion,
                                     set)) {
  if (step) parts_->ahead = step->ahead;
  if (parts_->truth_meter) parts_->truth_meter->delay_impacts(delay_of_impacts(problem, step));
  const bool generalised = problem.traits.bodies == BodyKind::generalised;
  if (generalised) {
    parts_->constraint_laws.emplace(problem, step, h, motion);
  } else if (parts_->scan) {
    parts_->laws.emplace(problem, contact, step, h, motion);
  }
}

Meter::~Meter() = default;

const std::optional<Truth>& Meter::truth() const {
  return parts_->truth;
}

EnergyBudget& Meter::budget() {
  return *parts_->budget;
}

bool Meter::keep_impacts() {
  if (!parts_->laws) return false;
  parts_->laws->impacts().keep();
  return true;
}

std::vector<Impact> Meter::impacts() const {
  return parts_->laws ? parts_->laws->impacts().impacts() : std::vector<Impact>{};
}

void Meter::after_step(const State& before, const State& after,
                       const ContactProblem* contact_problem, std::span<const double> impulses,
                       const ContactImpulses* recorded) {
  Parts& m = *parts_;
  const double t = static_cast<double>(after.step) * m.h;
  const ContactState state = m.look(t, after.q);
  if (m.problem.traits.driven) m.add_kick(before, t);
  m.kinetic = m.system.kinetic_energy(after.q, after.v);
  Energies now{m.kinetic, m.system.external_potential(t, after.q), state.potential};
  if (!m.problem.traits.driven) now.elastic += m.system.internal_energy(t, after.q);
  m.total = now.kinetic + now.potential + now.elastic;
  m.budget->after_step(before, after, t, now, recorded);
  if (m.steps) {
    const auto overlapping = m.scan ? m.scan->overlapping() : std::span<const ScannedContact>{};
    m.steps->after_step(before, after, overlapping, recorded);
  }
  if (m.laws && recorded != nullptr) m.laws->after_step(before, after, t, recorded);
  if (m.constraint_laws) m.constraint_laws->after_step(before, after, t, recorded);
  if (m.sweeping) m.sweeping->after_step(before, after, t);
  if (m.events) m.events->after_step(before, after, t, recorded);
  keep_largest(m.highest, m.total);
  keep_smallest(m.lowest, m.total);
  keep_largest(m.deepest, state.deepest);
  m.contacts += state.touching;
  m.contacts_most = std::max(m.contacts_most, state.touching);
  bool at_wall = state.at_wall;
  if (m.scan && !m.contact) {
    m.middle = before.q.head(before.v.size()) + m.ahead * m.h * before.v;
    const ContactState middle = m.scan->at(m.middle);
    keep_largest(m.deepest_middle, middle.deepest);
    m.contacts_middle += middle.touching;
    at_wall = at_wall || middle.at_wall;
  }
  m.free = m.free && !at_wall &&
           !(contact_problem != nullptr && pushed_by_wall(*contact_problem, impulses)) &&
           !(recorded != nullptr && pushed_by_wall(*recorded, recorded->impulse));
  if (m.free) {
    m.momentum_known = true;
    keep_largest(m.momentum_drift, (linear_momentum(m.system, after) - m.momentum_0).norm());
    keep_largest(m.angular_drift, (angular_momentum(m.system, after) - m.angular_0).norm());
  }
  if (contact_problem != nullptr) {
    m.residual_known = true;
    keep_largest(m.residual, m.residual_of(*contact_problem, impulses));
    if (contact_problem->rows == 1 && impulses.size() == contact_problem->size()) {
      const Certificate certified = certificate(*contact_problem, impulses);
      m.certified = true;
      keep_largest(m.gap, std::abs(certified.gap));
      keep_largest(m.objective, std::max(std::abs(certified.primal), std::abs(certified.dual)));
      keep_largest(m.infeasibility, certified.infeasibility);
      keep_smallest(m.least_impulse, certified.least_impulse);
    }
  }
  if (m.elastic) m.elastic->after_step(after, t, m.total - m.total_0);
  m.observables.after_step(after, t);
  if (m.cycles) m.cycles->after_step(after, t);
  m.balances.after_step(before, after, t, recorded);
  m.free_balance.after_step(before, after, recorded);
  if (m.path) m.path->after_step(before, after, t);
  if (m.truth_meter) m.truth_meter->after_step(before, after, t);
  if (m.reaction) m.reaction->after_step(after.step, recorded);
  if (m.branch_meter) m.branch_meter->after_step(after, t);
  if (m.excursions) m.excursions->after_step(before, after);
  if (m.gas) m.gas->after_step(after, recorded);
  if (m.maxwell) m.maxwell->after_step(after, recorded);
  if (m.thinning.keeps(after.step)) m.record(state, t);
  m.last = after;
}

bool Meter::blown_up() const {
  const Parts& m = *parts_;
  if (!std::isfinite(m.total) || !std::isfinite(m.kinetic)) return true;
  if (m.problem.traits.first_order) return false;  // velocities are not inherited
  return m.scale > 0.0 && m.kinetic > 1e6 * m.scale;
}

/// v1 to v8 of a few bodies: along x if all motion is, else the speeds.
void Meter::write_velocities(std::map<std::string, double>& q) const {
  const Parts& m = *parts_;
  const std::size_t n = m.bodies.size();
  if (n == 0 || n > 8) return;
  const auto velocity = [&](const Eigen::VectorXd& v, std::size_t i) {
    return v.segment(m.bodies.stride * static_cast<Eigen::Index>(i), m.bodies.dimension);
  };
  bool along_x = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (Eigen::Index k = 1; k < m.bodies.dimension; ++k) {
      along_x =
          along_x && velocity(m.problem.initial.v, i)[k] == 0.0 && velocity(m.last.v, i)[k] == 0.0;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto v = velocity(m.last.v, i);
    q["v" + std::to_string(i + 1)] = along_x ? v[0] : v.norm();
  }
}

/// Newton's coefficient is that of the problem where contact is rigid and slides without friction;
/// without inertia there is none.
void Meter::write_restitution(std::map<std::string, double>& q) const {
  const Parts& m = *parts_;
  if (m.problem.traits.first_order || m.problem.traits.friction) {
    q.erase("restitution_least");
    q.erase("restitution_largest");
    return;
  }
  if (m.contact || m.problem.traits.laws_differ || !q.contains("restitution_least")) return;
  const double e = m.problem.traits.restitution;
  q["restitution_error"] =
      std::max(std::abs(q["restitution_least"] - e), std::abs(q["restitution_largest"] - e));
}

Measurements Meter::finish() const {
  const Parts& m = *parts_;
  Measurements out;
  auto& q = out.quantities;
  if (!m.problem.traits.driven) {
    q["energy_initial"] = m.total_0;
    q["energy_final"] = m.total;
    q["energy_min"] = m.lowest;
    q["energy_max"] = m.highest;
    const double drift = std::max(m.highest - m.total_0, m.total_0 - m.lowest);
    if (m.total_0 != 0.0) q["energy_drift_relative"] = drift / std::abs(m.total_0);
  }
  m.budget->finish(q);
  if (m.steps) m.steps->finish(q);
  if (m.laws) m.laws->finish(q);
  if (m.constraint_laws) m.constraint_laws->finish(q);
  if (m.events) m.events->finish(q);
  q["kinetic_energy_initial"] = m.kinetic_0;
  q["kinetic_energy"] = m.kinetic;
  if (m.kinetic_0 > 0.0)
    q["energy_error_relative"] = std::abs(m.kinetic_0 - m.kinetic) / m.kinetic_0;
  if (m.has_depth()) {
    q["penetration_relative"] = m.deepest / m.diameter;
    q["contacts"] = m.contacts;
    q["contacts_most"] = m.contacts_most;
  }
  if (m.scan && !m.contact) {
    q["penetration_midpoint_relative"] = m.deepest_middle / m.diameter;
    q["contacts_midpoint"] = m.contacts_middle;
  }
  if (m.sweeping) m.sweeping->finish(q);
  if (m.elastic) m.elastic->finish(m.h * static_cast<double>(m.last.step), m.last, m.total_0, q);
  m.observables.finish(q, out.series);
  if (m.cycles) m.cycles->finish(q);
  m.balances.finish(q);
  m.free_balance.finish(q);
  if (m.path) m.path->finish(q);
  if (m.gas) m.gas->finish(q);
  if (m.maxwell) m.maxwell->finish(q);
  if (m.momentum_known) {
    q["momentum_drift"] = m.momentum_drift;
    q["angular_momentum_drift"] = m.angular_drift;
  }
  if (m.residual_known) q["complementarity_residual"] = m.residual;
  if (m.certified) {
    q["duality_gap"] = m.gap;
    if (m.objective != 0.0) q["duality_gap_relative"] = m.gap / m.objective;
    q["impulse_least"] = m.least_impulse;
    q["infeasibility"] = m.infeasibility;
  }
  write_velocities(q);
  if (m.truth) {
    if (const auto known = m.truth->scalars.find("cycle_period"); known != m.truth->scalars.end())
      q["truth_cycle_period"] = known->second;
    for (const auto& [name, exact] : m.truth->scalars) {
      if (q.contains(name) && exact != 0.0)
        q[name + "_error_relative"] = std::abs(q[name] - exact) / std::abs(exact);
    }
  }
  if (m.truth_meter) {
    if (m.truth->growth != 1.0) q["truth_growth"] = m.truth->growth;
    m.truth_meter->finish(q);
    write_restitution(q);
  }
  if (m.reaction) m.reaction->finish(q, out.series);
  if (m.branch_meter) m.branch_meter->finish(q);
  if (m.excursions) m.excursions->finish(q);
  for (const auto& [name, value] : q)
    if (!std::isfinite(value)) out.not_finite.push_back(name);
  for (const std::string& name : out.not_finite)
    q.erase(name);
  out.series["kinetic_energy"] = m.kinetic_history;
  if (m.has_depth()) {
    out.series["penetration_relative"] = m.depth_history;
    out.series["contacts"] = m.contact_history;
  }
  if (m.sweeping) out.series["dissipated_work"] = m.dissipated_history;
  if (!m.problem.traits.driven) out.series["total_energy"] = m.total_history;
  if (m.truth_meter) out.series["position_error"] = m.truth_meter->position_error();
  return out;
}

}  // namespace impactbench
