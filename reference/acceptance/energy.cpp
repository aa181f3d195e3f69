#include "reference/acceptance/energy.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/energy.hpp";

/// What n steps round of an energy, over `reference`: n eps of velocities, each rounded by half of
/// that of itself, if always the same way, and of the energies m g y of weights, y the height of
/// the start, each place in two sums.
double rounding_of_steps(const JudgedRun& run, double reference) {
  const Problem& problem = run.problem;
  double share = 1.0;
  if (gravity_of(problem) > 0.0) {
    const RoundBodies bodies = round_bodies(*problem.system);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const auto place =
          problem.initial.q.segment(static_cast<Eigen::Index>(i) * bodies.stride, bodies.dimension);
      const double lifted = place.dot(bodies.gravity.head(bodies.dimension));
      share += bodies.mass[i] * std::abs(lifted) / reference;
    }
  }
  return share * std::numeric_limits<double>::epsilon() * problem.horizon / run.h;
}

/// The rounding of an energy in limits that have other terms.
double rounding_of(const JudgedRun& run, double reference) {
  return std::max(1e-9, rounding_of_steps(run, reference));
}

/// Extremes relative to the energy there is.
struct Energy {
  double reference;  ///< [J]
  std::optional<double> gain, loss, net;
};

std::optional<Energy> energy_of(const JudgedRun& run) {
  const auto initial = run.measured("energy_initial");
  Energy out{energy_of_start(run).value_or(1.0), {}, {}, {}};
  if (initial && !(out.reference > 0.0)) {
    for (const char* turned : {"budget_kinetic", "budget_potential", "budget_elastic"})
      out.reference = std::max(out.reference, std::abs(run.measured(turned).value_or(0.0)));
    if (out.reference == 0.0) return std::nullopt;  // nothing moved
  }
  const auto relative = [&](const char* name, double sign) -> std::optional<double> {
    const auto value = run.measured(name);
    if (!value || !initial) return std::nullopt;
    return sign * (*value - *initial) / out.reference;
  };
  out.gain = relative("energy_max", 1.0);
  out.loss = relative("energy_min", -1.0);
  out.net = relative("energy_final", 1.0);
  return out;
}

/// The larger of two, of which a NaN stays; nothing where one is missing.
std::optional<double> larger(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *b <= *a ? *a : *b;
}

/// A limit with the formula that it was made by.
struct Bound {
  double value;
  std::string formula;
};

/// sum of factor * |term| over E_0, of terms that were measured.
class Sum {
 public:
  Sum(const JudgedRun& run, double reference) : run_(run), reference_(reference) {}
  Sum& add(double factor, const char* symbol, const char* quantity) {
    const auto value = run_.measured(quantity);
    if (factor != 0.0 && value) add(factor * std::abs(*value) / reference_, symbol);
    return *this;
  }
  Sum& add(double share, const std::string& symbol) {
    total_ += share;
    text_ += fmt::format("{}{} {:.3g}", text_.empty() ? "" : " + ", symbol, share);
    return *this;
  }
  [[nodiscard]] Bound bound(double share = 1.0) const {
    const double rounding = rounding_of(run_, reference_);
    const std::string of = share == 1.0 ? "" : fmt::format("{:g} ", share);
    return {share * total_ + rounding, text_.empty() ? fmt::format("rounding, {:.3g}", rounding)
                                                     : of + "(" + text_ + ") of E_0"};
  }

 private:
  const JudgedRun& run_;
  double reference_, total_{0.0};
  std::string text_;
};

/// Whether forces and masses are the same everywhere.
bool uniform(const Problem& problem) {
  const auto* generalised = generalised_system(*problem.system);
  return problem.system->constant_force() &&
         (generalised == nullptr || generalised->constant_mass());
}

/// The error of a force that varies in space, in contact schemes; in generalised coordinates the
/// share of a step in the time that the motion takes for a length, over the run.
void add_forces(const JudgedRun& run, double reference, Sum& sum) {
  // A scheme of two steps has velocities in their middle, and keeps the energy computed from them.
  if (run.rebound_takes_a_step) {
    sum.add(4.0, "4 Z", "step_sway_energy");
  } else if (run.measured("stated_force_energy")) {
    sum.add(1.0, "Q", "stated_force_energy");
  } else if (run.problem.traits.elastic) {
    sum.add(2.0, "2 K", "step_kick_energy");
    const double V = top_speed(run.problem);
    if (run.overlap == OverlapBound::elements)
      sum.add(constraint_scale(run.problem).heaviest * V * V / reference, "m V^2");
  } else {
    sum.add(1.0, "Y", "step_force_energy");
  }
  if (uniform(run.problem)) return;
  const auto* generalised = generalised_system(*run.problem.system);
  if (generalised == nullptr || generalised->constant_mass()) return;
  const double rate = top_speed(run.problem) / smallest_length(run.problem);
  sum.add(2.0 * run.h * rate * (1.0 + run.problem.horizon * rate), "2 h (V/L) (1 + T V/L)");
}

Sum compliant_sum(const JudgedRun& run, double reference, bool gain) {
  const ContactEnergy& c = run.contact_energy;
  const double stroke = gain ? std::max(0.0, c.stroke) : std::abs(c.stroke);
  Sum sum(run, reference);
  sum.add(stroke, "S", "step_stroke_energy")
      .add(std::abs(c.stroke), "X", "step_edge_energy")
      .add(std::abs(c.turn), "R", "step_turn_energy")
      .add(c.phase, "B", "step_phase_energy")
      .add(c.phase > 0.0 ? 1.0 : 0.0, "E", "step_end_energy")
      .add(1.0, "M", "law_stiffening_work");
  add_forces(run, reference, sum);
  return sum;
}

/// Velocities in the middle of a step beside places at its end, under a uniform force F: those of
/// the place are V + h M^-1 F / 2, of more energy by h F . V / 2 + h^2 F . M^-1 F / 8.
void add_middle(const JudgedRun& run, double reference, Sum& sum) {
  const double V = top_speed(run.problem);
  if (const auto* system = generalised_system(*run.problem.system)) {
    const Eigen::VectorXd& q = run.problem.initial.q;
    Eigen::VectorXd force(system->dofs());
    Eigen::MatrixXd mass(system->dofs(), system->dofs());
    system->external_force(0.0, q, run.problem.initial.v, force);
    system->mass_matrix(q, mass);
    const double square = force.dot(mass.llt().solve(force));
    const double off =
        0.5 * run.h *
        (force.cwiseQuotient(arms_of(*system)).lpNorm<1>() * V + 0.25 * run.h * square);
    sum.add(off / reference, "h (|F| V + h F M^-1 F / 4) / 2");
    return;
  }
  const double g = gravity_of(run.problem);
  const auto mass = round_bodies(*run.problem.system).mass;
  const double m = std::accumulate(mass.begin(), mass.end(), 0.0);
  sum.add(0.5 * run.h * g * m * (V + 0.25 * run.h * g) / reference, "h g M (V + h g / 4) / 2");
}

/// The acceleration of a contact by forces: gravity, or for constraints a_n + mu a_t.
double pull_of(const Problem& problem) {
  if (generalised_system(*problem.system) == nullptr) return gravity_of(problem);
  return constraint_scale(problem).with_friction;
}

/// Rigid: impulses times the speed that a solver leaves, and times what a step does to the speed of
/// approach: gravity, and, where positions are projected or contacts are curved, the turn of the
/// normal. With theta = 1/2 a step changes the energy by p . (u^n + u^{n+1}) / 2, u^{n+1} = u^n + k
/// + W p, k what forces add to rates: p . u^{n+1} - p . k / 2 - p . W p / 2. Coulomb's law has p_t
/// . u_t^{n+1} <= 0 and that of Newton p_n u_n^{n+1} = -e p_n u_n^n, where u_n^n > 0 is below |k_n|
/// / (1 + e) if p_n presses: the gain is below h P (a_n + mu a_t). A scheme that locates its events
/// lets contacts act where their gaps are 0: nothing is left but errors of its integrator.
Sum rigid_sum(const JudgedRun& run, double reference) {
  Sum sum(run, reference);
  if (run.located) {
    sum.add(run.located->integration, "tolerance of the integrator");
    sum.add(2.0, "2 J", "step_impact_energy");  // of velocities at the start of the step
    return sum;
  }
  const double impulse = run.measured("step_impulse").value_or(0.0);
  if (const auto residual = run.measured("complementarity_residual"))
    sum.add(2.0 * impulse * *residual / reference, "2 P rho");
  // Compliant treatments have no impact law: their error is an element's (add_forces).
  const bool exact = run.overlap == OverlapBound::elements ||
                     (run.overlap == OverlapBound::half_step && conservative(run.problem) &&
                      run.measured("complementarity_residual"));
  const bool meets = !uniform(run.problem) && run.overlap != OverlapBound::rebound &&
                     run.measured("step_meeting_energy");
  if (!exact && meets) {
    sum.add(1.0, "H", "step_meeting_energy");
  } else if (!exact && run.overlap != OverlapBound::rebound && run.measured("step_handed_energy")) {
    sum.add(1.0, "I", "step_handed_energy");
  } else if (!exact) {
    const double g = pull_of(run.problem), v = top_speed(run.problem);
    const double turn =
        run.overlap == OverlapBound::rebound ? v * v / smallest_length(run.problem) : 0.0;
    sum.add(run.h * impulse * (g + turn) / reference, "h P (g + V^2/L)");
  }
  // Weights theta and 1 - theta: a constant force F and e = 1 keep E + (theta - 1/2) h F . v.
  if (const double off = run.motion ? run.motion->theta - 0.5 : 0.0;
      off != 0.0 && uniform(run.problem)) {
    const auto& mass = run.problem.system->mass();
    Eigen::VectorXd force = Eigen::VectorXd::Zero(mass.size());
    run.problem.system->external_force(0.0, run.problem.initial.q, run.problem.initial.v, force);
    const Eigen::VectorXd arms = arms_of(*run.problem.system);
    const double power = force.cwiseQuotient(arms).lpNorm<1>() * top_speed(run.problem);
    sum.add(4.0 * off * run.h * power / reference, "4 (theta - 1/2) h |F| V");
  }
  if (run.rebound_takes_a_step && uniform(run.problem)) add_middle(run, reference, sum);
  sum.add(1.0, "J", "step_impact_energy");
  add_forces(run, reference, sum);
  return sum;
}

Sum sum_of(const JudgedRun& run, double reference, bool gain) {
  if (run.contact) return compliant_sum(run, reference, gain);
  if (has_contacts(*run.problem.system)) return rigid_sum(run, reference);
  Sum sum(run, reference);
  sum.add(0.5, "K/2", "step_kick_energy");
  return sum;
}

void judge_claim(const JudgedRun& run, const Energy& e, bool tight, std::vector<Check>& out) {
  const double rounding = rounding_of(run, e.reference);
  const std::string rounded = fmt::format("rounding, {:.3g} E_0", rounding);
  switch (run.claimed_energy) {
    case EnergyBehaviour::conserves: {
      const double places = run.measured("step_rounding_energy").value_or(0.0) / e.reference;
      const double steps = rounding_of_steps(run, e.reference);
      const double left = std::abs(run.measured("budget_closure_most").value_or(0.0)) / e.reference;
      add(out,
          {"claim:energy_conserved", CheckKind::law,
           fmt::format("rounding, of contacts 2 N = {:.3g} E_0, of steps {:.3g} E_0; work of "
                       "what is left of the balance of momentum {:.3g} E_0",
                       2.0 * places, steps, left),
           "claim of the scheme"},
          larger(e.gain, e.loss), any_low,
          std::max(tight ? 1e-12 : 5e-12, steps) + 2.0 * places + left, 1.0);
      break;
    }
    case EnergyBehaviour::dissipates: {
      const double turn = run.contact ? std::max(0.0, run.contact_energy.turn) : 0.0;
      const double R =
          turn * std::max(0.0, run.measured("step_turn_energy").value_or(0.0)) / e.reference;
      add(out,
          {"claim:energy_never_gained", CheckKind::law,
           R > 0.0 ? fmt::format("{}, and {:g} R = {:.3g} E_0", rounded, turn, R) : rounded,
           "claim of the scheme"},
          e.gain, any_low, rounding + R);
      break;
    }
    case EnergyBehaviour::gains:
      add(out, {"claim:energy_never_lost", CheckKind::law, rounded, "claim of the scheme"}, e.loss,
          any_low, rounding);
      break;
    case EnergyBehaviour::conserves_nearly:
      break;
  }
}

void judge_rate(const JudgedRun& run, const Energy& e, bool tight, std::vector<Check>& out) {
  const ContactEnergy& c = run.contact_energy;
  if (c.stroke == 0.0) return;
  const auto share = [&](const char* name) {
    return run.measured(name).value_or(std::nan("")) / e.reference;
  };
  const double S = share("step_stroke_energy"), R = share("step_turn_energy"),
               X = share("step_edge_energy");
  const double expected = c.stroke * S + c.turn * R;
  const double part = tight ? 0.01 : 0.02;
  const double room =
      std::abs(c.stroke) * X + part * (S + std::abs(R)) + rounding_of(run, e.reference);
  std::optional<double> off;
  if (e.net) off = *e.net - expected;
  add(out,
      {"claim:energy_rate", CheckKind::law,
       fmt::format("E_end - E_0 = {:+g} S {:+g} R = {:.4g} E_0, within |s| X + {:g} (S + |R|) = "
                   "{:.3g}",
                   c.stroke, c.turn, expected, part, room),
       own},
      off, -room, room, 1.0);
}

}  // namespace

void judge_energy(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const ProblemTraits& traits = run.problem.traits;
  if (traits.driven || traits.first_order || remembers(run.problem)) return;
  const std::optional<Energy> e = energy_of(run);
  if (!e) return;
  const bool conserves = conservative(run.problem);
  // With forces or masses that vary in space no scheme claims more than an order.
  const bool inelastic = traits.restitution == 0.0 && !traits.friction;
  const double share = tight ? 0.5 : 1.0;
  if (uniform(run.problem) &&
      (conserves || (run.claimed_energy == EnergyBehaviour::dissipates && inelastic)))
    judge_claim(run, *e, tight, out);
  const Bound gain = sum_of(run, e->reference, true).bound(share);
  add(out, {"law:energy", CheckKind::law, gain.formula, own}, e->gain, any_low, gain.value, 1.0);
  if (!conserves) return;
  if (run.claimed_energy == EnergyBehaviour::conserves_nearly) {
    const Bound drift = sum_of(run, e->reference, false).bound(share);
    const bool dips = run.rebound_takes_a_step;  // the velocity of that step lies between
    const auto value =
        dips && e->net ? larger(e->gain, std::abs(*e->net)) : larger(e->gain, e->loss);
    add(out, {"limit:energy_error", CheckKind::law, drift.formula, own}, value, any_low,
        drift.value, 1.0);
  }
  if (uniform(run.problem) && run.contact) judge_rate(run, *e, tight, out);
}

}  // namespace impactbench
