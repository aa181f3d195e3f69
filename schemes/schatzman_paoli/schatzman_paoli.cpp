#include "schemes/schatzman_paoli/schatzman_paoli.hpp"

#include "problems/model/round_system.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"
#include "schemes/support/nearest/kinetic_projection.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::schatzman_paoli {
namespace {

/// z(h) / (h G) of the first step.
double start_share(const Params& p) {
  return p.first_step == "midpoint" ? 0.5 : p.first_step == "euler" ? 1.0 : 0.0;
}

/// U from V^{n-1} and h G^n, which are z(h) and u^0 in the first step.
void aim(const Params& p, double e, const State& state, const Eigen::VectorXd& kick,
         Eigen::VectorXd& u) {
  const double share = state.step == 0 ? start_share(p) : 1.0;
  u = ((1.0 - e) * state.v + share * kick) / (1.0 + e);
}

/// V^n from V^{n-1} and w = (Z - q) / h.
void rebound(double e, const Eigen::VectorXd& w, Eigen::VectorXd& v) {
  v = e * v + (1.0 + e) * w;
}

/// Discs and spheres.
class RoundStepper final : public Scheme {
 public:
  RoundStepper(const Params& params, const RoundSystem& system, const State& start, double h,
               ContactSolver& solver)
      : params_(params), system_(&system), h_(h) {
    const RoundBodies bodies = round_bodies(system);
    restitution_ = bodies.law.restitution;
    const auto radius = bodies.radius;
    still_ = params_.tolerance * *std::min_element(radius.begin(), radius.end()) / h;
    kick_.setZero(system.dofs());
    aim_ = w_ = more_ = place_ = kick_;
    nearest_.prepare(system, start, h, params_.rows, solver, [this](Phase phase) { enter(phase); });
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, kick_);
    kick_.array() *= h_ / system_->mass().array();
    StepReport report;
    bool flies = state.step == 0;
    if (flies) {
      aim_ = state.v + start_share(params_) * kick_;
      report = find(state.q);
      flies = restitution_ == 0.0 ||
              std::all_of(impulses().begin(), impulses().end(), [](double p) { return p == 0.0; });
    }
    if (!flies) {
      aim(params_, restitution_, state, kick_, aim_);
      report = find(state.q);
    }
    if (report.status == StepStatus::breakdown) return report;
    if (flies) {
      state.v = w_;
    } else {
      rebound(restitution_, w_, state.v);
    }
    move_bodies(*system_, h_, state.v, state.q);
    // V^n - V^{n-1} = h G + (1 + e) M^-1 grad p: each linearisation restarts from the aim, so that
    // the impulses of the last one are the total.
    if (recorded() != nullptr)
      recorded()->take(nearest_.problem(), nearest_.impulses(), 1.0 + restitution_);
    ++state.step;
    return report;
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &nearest_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return nearest_.impulses(); }

 private:
  /// w from the aim.
  [[nodiscard]] StepReport find(const Eigen::VectorXd& q) {
    w_ = aim_;
    StepReport report = nearest_.find(q, w_);
    if (params_.projection == "nearest") refine(q, report);
    return report;
  }

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
  const RoundSystem* system_;
  double h_, restitution_{0.0}, still_{0.0};
  NearestVelocity nearest_;
  Eigen::VectorXd kick_, aim_, w_, more_, place_;
};

/// Generalised systems.
class GeneralisedStepper final : public Scheme {
 public:
  GeneralisedStepper(const Params& params, const GeneralisedSystem& system, double h)
      : params_(params), system_(&system), h_(h) {
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
    if (state.step == 0 && params_.offset != 0.0 && std::hypot(state.v[0], state.v[1]) == 0.0)
      return broken("offset needs an initial velocity that it is across, and that is zero");
    KineticProjection::Outcome found;
    bool flies = state.step == 0;
    if (flies) {
      target_ = state.v + start_share(params_) * kick_;
      found = nearest(state, 1.0);
      flies = e == 0.0 || projection_.multipliers().isZero(0.0);
    }
    if (!flies) {
      aim(params_, e, state, kick_, target_);
      found = nearest(state, 1.0 / (1.0 + e));
    }
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
    if (flies) {
      state.v = w_;
    } else {
      rebound(e, w_, state.v);
    }
    if (recorded() != nullptr) record(1.0 + e);
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
  void record(double share) const {
    ContactImpulses& out = *recorded();
    out.clear(1, static_cast<int>(system_->dofs()));
    Eigen::VectorXd gradient(system_->dofs());
    const Eigen::VectorXd& p = projection_.multipliers();
    for (Eigen::Index a = 0; a < p.size(); ++a) {
      if (p[a] == 0.0) continue;
      system_->constraint_gradient(a, z_, gradient);
      record_constraint(a, gradient, share * p[a] / h_, out);
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

  /// Z of q^n + h target_, `share` of z(h) there.
  [[nodiscard]] KineticProjection::Outcome nearest(const State& state, double share) {
    if (state.step == 0 && params_.offset != 0.0) offset(state.v, share);
    target_ = state.q + h_ * target_;
    enter(Phase::solve);
    return projection_.nearest(target_, state.q, z_);
  }

  /// The share of sqrt(h) `offset` times the unit vector across u^0.
  void offset(const Eigen::VectorXd& u, double share) {
    const double size = share * params_.offset * std::sqrt(h_) / std::hypot(u[0], u[1]);
    target_[0] -= size * u[1];
    target_[1] += size * u[0];
  }

  Params params_;
  const GeneralisedSystem* system_;
  double h_;
  KineticProjection projection_;
  Eigen::VectorXd kick_, inertial_, target_, z_, w_;
};

ContactStep contact_step(const Params& p) {
  ContactStep step{.place = p.projection == "nearest" ? ContactPlace::nearest : ContactPlace::start,
                   .constraint_place = ContactPlace::nearest,
                   .normal = NormalRule::position};
  step.first_kick = start_share(p);
  if (p.offset != 0.0) step.first_kick.reset();
  return step;
}

class SchatzmanPaoli final : public Method {
 public:
  explicit SchatzmanPaoli(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const Params& p = params_;
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
            .motion = MotionStep{.path = PathRule::end, .force = ForcePlace::start},
            .source =
                "paoli2010; angular momentum: central impulses at q^n, where gaps are "
                "linearised there"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return traits.bodies == BodyKind::generalised ? SolverTask{} : frictionless_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_rigid("schatzman_paoli", traits, h)) return reason;
    if (auto reason = refuse_beside_dry_contacts("schatzman_paoli", traits)) return reason;
    if (params_.offset == 0.0) return std::nullopt;
    if (traits.bodies != BodyKind::generalised)
      return "schatzman_paoli has an offset for generalised systems only";
    if (traits.dimension < 2) {
      return "schatzman_paoli has an offset across the initial velocity only where there are two "
             "coordinates or more";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override {
    constexpr double rounding = 1e-12;
    if (!traits.corner) return std::nullopt;
    if (traits.restitution > 0.0 && std::abs(*traits.corner) > rounding) {
      return "the angle condition of schatzman_paoli does not hold: with restitution corners of K "
             "must be right angles in the metric of the masses; limits may depend on z(h)";
    }
    if (traits.restitution == 0.0 && *traits.corner > rounding) {
      return "the angle condition of schatzman_paoli does not hold: corners of K must not be "
             "obtuse "
             "in the metric of the masses; limits may depend on z(h)";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<GeneralisedStepper>(params_, *coordinates, h);
    return std::make_unique<RoundStepper>(params_, *round_system(system), start, h,
                                          *solvers.contact);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "schatzman_paoli",
          .summary = "positions projected in the metric of the masses, with restitution",
          .reference = "paoli2010; Paoli and Schatzman 2002",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<SchatzmanPaoli>(parse<Params>(given, "scheme schatzman_paoli"));
          }};
}

}  // namespace impactbench::schatzman_paoli
