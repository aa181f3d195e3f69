#include "schemes/support/nearest/sweeping_step.hpp"

#include <cmath>

namespace impactbench {
namespace {

constexpr double tolerance = 1e-13;  ///< of a nearest point, over the length of the system
constexpr int most_linearisations = 200;

}  // namespace

SetProjection::SetProjection(const SweepingSystem& system) : system_(system), frozen_(system) {
  projection_.prepare(frozen_, tolerance, most_linearisations);
  (void)projection_.set_metric(Eigen::VectorXd::Zero(system.dofs()));  // the identity
}

bool SetProjection::nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) {
  linearisations_ = 0;
  if (!w.allFinite()) return false;
  if (system_.projects()) {
    system_.nearest(set, w, z);
    return z.allFinite();
  }
  frozen_.go_to(set);
  const KineticProjection::Outcome found = projection_.nearest(w, set.state, z);
  linearisations_ = found.linearisations;
  return found.status == KineticProjection::Status::found && z.allFinite();
}

double regularised_distance(double whole, double alpha, double h_over_r) {
  if (alpha == 2.0) return whole / (1.0 + h_over_r);
  // x + c x^(alpha-1) = whole is convex and rises: Newton's method from a point above its root
  // falls to it.
  double x = whole;
  for (int k = 0; k < 200; ++k) {
    const double power = h_over_r * std::pow(x, alpha - 2.0);
    const double next = x - (x + power * x - whole) / (1.0 + (alpha - 1.0) * power);
    if (!(next < x)) break;
    x = next;
  }
  return x;
}

ProjectedSweep::ProjectedSweep(const SetStep& law, const SweepingSystem& system, double h)
    : law_(law),
      system_(system),
      h_(h),
      projection_(system),
      force_(Eigen::VectorXd::Zero(system.dofs())),
      w_(force_),
      z_(force_) {}

StepReport ProjectedSweep::step(State& state) {
  enter(Phase::assembly);
  const double t = static_cast<double>(state.step) * h_;
  const double end = static_cast<double>(state.step + 1) * h_;
  system_.mean_force(t, end, state.q, state.v, force_);
  w_ = state.q + h_ * force_;
  enter(Phase::solve);
  StepReport report;
  if (!projection_.nearest({end, state.q}, w_, z_)) {
    report.status = StepStatus::breakdown;
    report.reason = "no nearest point of the set was found, or a position is not a number";
    return report;
  }
  report.nonlinear_iterations = projection_.linearisations();
  enter(Phase::update);
  const double whole = (w_ - z_).norm();
  const double r = law_.regularisation(h_);
  if (r > 0.0 && whole > 0.0)
    z_ += regularised_distance(whole, law_.alpha, h_ / r) / whole * (w_ - z_);
  if (recorded() != nullptr) {
    recorded()->clear(1, static_cast<int>(w_.size()));
    const double push = (z_ - w_).norm() / h_;
    if (push > 0.0) {
      force_ = (z_ - w_) / (push * h_);
      record_constraint(0, force_, push, *recorded());
    }
  }
  state.v = (z_ - state.q) / h_;
  state.q = z_;
  ++state.step;
  return report;
}

LinearisedSweep::LinearisedSweep(bool warm_start, const SweepingSystem& system, double h,
                                 ContactSolver& solver)
    : h_(h), frozen_(system), nearest_(Inertia::none, Glue{}, warm_start, frozen_, h, solver) {}

StepReport LinearisedSweep::step(State& state) {
  frozen_.go_to({static_cast<double>(state.step + 1) * h_, state.q});
  return nearest_.step(state);
}

std::optional<std::string> refuse_beside_sweeping(std::string_view scheme,
                                                  const ProblemTraits& traits, double h) {
  const std::string name(scheme);
  if (!traits.first_order)
    return name + " is for motion without inertia: the problem must be of first order";
  if (traits.bodies != BodyKind::sweeping) {
    return name +
           " has the law of a point in a moving set, and none for the places of many bodies that "
           "must not overlap";
  }
  if (!(h > 0.0)) return name + " goes forwards in time: dt must be above 0 s";
  return std::nullopt;
}

}  // namespace impactbench
