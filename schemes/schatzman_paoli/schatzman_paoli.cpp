#include "schemes/schatzman_paoli/schatzman_paoli.hpp"

#include "problems/model/round_system.hpp"
#include "schemes/schatzman_paoli/kinetic_projection.hpp"
#include "schemes/support/coordinate_step.hpp"
#include "schemes/support/round_schemes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::schatzman_paoli {
namespace {

/// z(h) / (h G) of the first step.
double start_share(const Params& p) {
  return p.first_step == "midpoint" ? 0.5 : p.first_step == "euler" ? 1.0 : 0.0;
}

/// Turns V^{n-1} into U, and u^0 into u^0 + z(h), given h G^n.
void aim(const Params& p, double e, std::int64_t step, const Eigen::VectorXd& kick,
         Eigen::VectorXd& v) {
  if (step == 0) {
    v += start_share(p) * kick;
  } else {
    v = ((1.0 - e) * v + kick) / (1.0 + e);
  }
}

/// V^n from V^{n-1} and w = (Z - q) / h.
void rebound(double e, std::int64_t step, const Eigen::VectorXd& w, Eigen::VectorXd& v) {
  if (step == 0) {
    v = w;
  } else {
    v = e * v + (1.0 + e) * w;
  }
}

/// Discs and spheres.
class RoundStepper final : public Scheme {
 public:
  explicit RoundStepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    system_ = &system;
    h_ = h;
    const RoundBodies bodies = round_bodies(system);
    restitution_ = bodies.law.restitution;
    const auto radius = bodies.radius;
    still_ = params_.tolerance * *std::min_element(radius.begin(), radius.end()) / h;
    kick_.setZero(system.dofs());
    aim_ = w_ = more_ = place_ = kick_;
    nearest_.prepare(system, start, h, params_.rows, *solvers.contact,
                     [this](Phase phase) { enter(phase); });
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, kick_);
    kick_.array() *= h_ / system_->mass().array();
    aim_ = state.v;
    aim(params_, restitution_, state.step, kick_, aim_);
    w_ = aim_;
    StepReport report = nearest_.find(state.q, w_);
    if (params_.projection == "nearest") refine(state.q, report);
    if (report.status == StepStatus::breakdown) return report;
    rebound(restitution_, state.step, w_, state.v);
    move_bodies(*system_, h_, state.v, state.q);
    // V^n - V^{n-1} = h G + (1 + e) M^-1 grad p: each linearisation begins at the aim anew, so that
    // the last one's impulses are all there are.
    if (told() != nullptr) {
      told()->take(nearest_.problem(), nearest_.impulses(),
                   state.step == 0 ? 1.0 : 1.0 + restitution_);
    }
    ++state.step;
    return report;
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &nearest_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return nearest_.impulses(); }

 private:
  /// Linearises about q + h w until that stays.
  void refine(const Eigen::VectorXd& q, StepReport& report) {
    for (int k = 1; report.status == StepStatus::done; ++k) {
      place_ = q.head(w_.size()) + h_ * w_;
      more_ = aim_ - w_;
      if (more_.isZero(0.0)) return;
      const StepReport again = nearest_.find(place_, more_);
      w_ += more_;
      report.status = again.status;
      report.reason = again.reason;
      report.nonlinear_iterations += again.nonlinear_iterations;
      report.own_residual = again.own_residual;
      if (more_.cwiseAbs().maxCoeff() <= still_) return;
      if (k == params_.max_iterations) {
        report.status = StepStatus::not_converged;
        report.reason = "the nearest point was not reached within max_iterations";
      }
    }
  }

  Params params_;
  const MechanicalSystem* system_{nullptr};
  double h_{0.0}, restitution_{0.0}, still_{0.0};
  NearestVelocity nearest_;
  Eigen::VectorXd kick_, aim_, w_, more_, place_;
};

/// Generalised systems.
class GeneralisedStepper final : public Scheme {
 public:
  explicit GeneralisedStepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State&, double h, Solvers) override {
    system_ = &*generalised_system(system);
    h_ = h;
    kick_.setZero(system.dofs());
    inertial_ = target_ = z_ = w_ = kick_;
    projection_.prepare(*system_, params_.tolerance, params_.max_iterations);
  }

  StepReport step(State& state) override {
    using Status = KineticProjection::Status;
    StepReport report;
    enter(Phase::assembly);
    const double e = system_->restitution();
    if (!state.q.allFinite() || !state.v.allFinite()) {
      return broken("a position or a velocity is not a number");
    }
    if (!projection_.set_metric(state.q)) {
      return broken("the mass matrix is not positive definite at this configuration");
    }
    kick(state);
    target_ = state.v;
    aim(params_, e, state.step, kick_, target_);
    if (state.step == 0 && params_.offset != 0.0) {
      if (std::hypot(state.v[0], state.v[1]) == 0.0) {
        return broken("offset needs an initial velocity that it is across, and that is zero");
      }
      offset(state.v);
    }
    target_ = state.q + h_ * target_;
    enter(Phase::solve);
    const auto found = projection_.nearest(target_, state.q, z_);
    enter(Phase::update);
    report.nonlinear_iterations = found.linearisations;
    report.own_residual = found.certificate;
    if (found.status == Status::vanishing_gradient) {
      return broken("the gradient of a constraint vanishes where it is violated");
    }
    if (found.status == Status::dependent_gradients) {
      return broken("gradients of constraints that act depend on each other");
    }
    if (found.status == Status::iteration_limit) {
      report.status = StepStatus::not_converged;
      report.reason = "the nearest point was not reached within max_iterations";
    } else if (found.tie) {
      report.reason = "two points of K are equally near: the one reached from q^n was taken";
    }
    w_ = (z_ - state.q) / h_;
    rebound(e, state.step, w_, state.v);
    if (told() != nullptr) tell(state.step == 0 ? 1.0 : 1.0 + e);
    state.q += h_ * state.v;
    ++state.step;
    return report;
  }

 private:
  static StepReport broken(std::string_view reason) {
    StepReport report;
    report.status = StepStatus::breakdown;
    report.reason = reason;
    return report;
  }

  /// M (V^n - V^{n-1}) = h (F + S) + sum share p_a / h grad f_a(Z): one contact per constraint.
  void tell(double share) const {
    ContactImpulses& out = *told();
    out.clear(1, static_cast<int>(system_->dofs()));
    Eigen::VectorXd gradient(system_->dofs());
    const Eigen::VectorXd& p = projection_.multipliers();
    for (Eigen::Index a = 0; a < p.size(); ++a) {
      if (p[a] == 0.0) continue;
      system_->constraint_gradient(a, z_, gradient);
      tell_constraint(a, gradient, share * p[a] / h_, out);
    }
  }

  /// h G^n into kick_.
  void kick(const State& state) {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, kick_);
    system_->inertial_force(state.q, state.v, inertial_);
    kick_ = h_ * (kick_ + inertial_);
    projection_.solve(kick_);
  }

  /// sqrt(h) `offset` times the unit vector across u^0.
  void offset(const Eigen::VectorXd& u) {
    const double size = params_.offset * std::sqrt(h_) / std::hypot(u[0], u[1]);
    target_[0] -= size * u[1];
    target_[1] += size * u[0];
  }

  Params params_;
  const GeneralisedSystem* system_{nullptr};
  double h_{0.0};
  KineticProjection projection_;
  Eigen::VectorXd kick_, inertial_, target_, z_, w_;
};

/// Either, by what it is given.
class Stepper final : public Scheme {
  /// Hands phases of the one that steps on to who listens to this one.
  struct Relay final : PhaseListener {
    explicit Relay(const Stepper& to) : stepper(to) {}
    void enter(Phase phase) override { stepper.enter(phase); }
    const Stepper& stepper;
  };

 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    if (generalised_system(system) != nullptr) {
      scheme_ = std::make_unique<GeneralisedStepper>(params_);
    } else {
      scheme_ = std::make_unique<RoundStepper>(params_);
    }
    scheme_->tell_impulses(told());
    scheme_->listen(&relay_);
    scheme_->prepare(system, start, h, solvers);
  }
  StepReport step(State& state) override { return scheme_->step(state); }
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return scheme_->contact_problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return scheme_->impulses(); }
  void tell_impulses(ContactImpulses* out) override {
    Scheme::tell_impulses(out);
    if (scheme_ != nullptr) scheme_->tell_impulses(out);
  }

 private:
  Params params_;
  Relay relay_{*this};
  std::unique_ptr<Scheme> scheme_;
};

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  if (auto reason = refuse_beside_rigid("schatzman_paoli", traits, h)) return reason;
  if (auto reason = refuse_beside_dry_contacts("schatzman_paoli", traits)) return reason;
  const Params p = parse<Params>(given, "scheme schatzman_paoli");
  if (p.offset == 0.0) return std::nullopt;
  if (traits.bodies != BodyKind::generalised)
    return "schatzman_paoli has an offset for generalised systems only";
  if (traits.dimension < 2) {
    return "schatzman_paoli has an offset across the initial velocity only where there are two "
           "coordinates or more";
  }
  return std::nullopt;
}

std::optional<std::string> warns(const ParameterSet&, const ProblemTraits& traits) {
  constexpr double rounding = 1e-12;
  if (!traits.corner) return std::nullopt;
  if (traits.restitution > 0.0 && std::abs(*traits.corner) > rounding) {
    return "the angle condition of schatzman_paoli does not hold: with restitution corners of K "
           "must be right angles in the metric of the masses; limits may depend on z(h)";
  }
  if (traits.restitution == 0.0 && *traits.corner > rounding) {
    return "the angle condition of schatzman_paoli does not hold: corners of K must not be obtuse "
           "in the metric of the masses; limits may depend on z(h)";
  }
  return std::nullopt;
}

ContactStep contact_step(const Params& p) {
  ContactStep step{.place = p.projection == "nearest" ? ContactPlace::nearest : ContactPlace::start,
                   .constraint_place = ContactPlace::nearest,
                   .normal = NormalRule::position};
  step.first_kick = start_share(p);
  if (p.offset != 0.0) step.first_kick.reset();
  return step;
}

SchemeClaims claims(const ParameterSet& given) {
  const Params p = parse<Params>(given, "scheme schatzman_paoli");
  return {.order_free = 1.0,
          .exact_free_fall = p.first_step == "midpoint",
          .order_contact = std::nullopt,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = p.projection == "linearised",
          .overlap = OverlapBound::rebound,
          .rebound_takes_a_step = true,
          .reversible = false,
          .contact = std::nullopt,
          .step = contact_step(p),
          .motion = MotionStep{.path = PathRule::end},
          .source =
              "paoli2010; angular momentum: central impulses at q^n, where gaps are "
              "linearised there"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "schatzman_paoli",
          .summary = "positions projected in the metric of the masses, with restitution",
          .reference = "paoli2010; Paoli and Schatzman 2002",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet& given, const ProblemTraits& traits) {
                return traits.bodies == BodyKind::generalised ? SolverTask{}
                                                              : frictionless_task(given, traits);
              },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme schatzman_paoli"));
          },
          .warns = warns};
}

}  // namespace impactbench::schatzman_paoli
