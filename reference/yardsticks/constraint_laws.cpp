#include "reference/yardsticks/constraint_laws.hpp"

#include "reference/support/damping_ratio.hpp"
#include "reference/yardsticks/extremes.hpp"
#include "reference/yardsticks/law_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// Rounding of a gap, of the system's length; that of coordinates comes in addition.
constexpr double rounding = 1e-11;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

ConstraintLaws::ConstraintLaws(const Problem& problem, const std::optional<ContactStep>& step,
                               double h, const std::optional<MotionStep>& motion)
    : problem_(problem),
      system_(*generalised_system(*problem.system)),
      step_(step.value_or(ContactStep{})),
      motion_(motion.value_or(MotionStep{})),
      stated_force_(system_, motion_),
      stated_(step.has_value()),
      applies_(!is_sum(step_.normal)),
      moves_(motion || step_.normal != NormalRule::velocity),
      never_pulls_(!is_spring(step_.normal) || problem.traits.restitution == 1.0 ||
                   step_.spring.end == ContactEnd::force),
      works_(moves_ && system_.constant_mass() && !problem.traits.driven),
      h_(h),
      friction_(system_, step_, h),
      impacts_(system_),
      place_(Eigen::VectorXd::Zero(system_.dofs())),
      reach_(place_),
      force_(place_),
      inertial_(place_),
      velocity_(place_),
      gradient_(place_),
      defect_(place_),
      impulse_(Eigen::VectorXd::Zero(system_.constraints())),
      mass_(Eigen::MatrixXd::Zero(system_.dofs(), system_.dofs())),
      loose_(system_.dofs(), system_.constraints()) {
  for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
    damping_ratios_.push_back(
        static_cast<double>(damping_ratio(system_.law(a).restitution, step_.spring.end)));
  }
  if (works_) potential_ = system_.external_potential(0.0, problem.initial.q);
  if (step_.constraint_place) step_.place = *step_.constraint_place;
  // Without friction the cone is that rule, up to compliance; with friction slip lifts contacts.
  if (step_.normal == NormalRule::cone) step_.normal = NormalRule::position;
  at_start_ = step_.normal == NormalRule::position || step_.normal == NormalRule::barrier ||
              (step_.normal == NormalRule::spring_explicit && step_.place == ContactPlace::start);
}

double ConstraintLaws::length(const Eigen::VectorXd& x) const {
  return std::sqrt(x.dot(llt_.solve(x)));
}

/// Computes q_p and M there, h (F + S) minus M dv into defect_, and the reach of the rule.
void ConstraintLaws::measure_place(const State& before, const State& after, double t, bool pushed) {
  const bool position = step_.normal == NormalRule::position;
  const double ahead = step_.normal == NormalRule::velocity ? step_.ahead : 0.5;
  place_ = before.q + (at_start_ ? 0.0 : ahead * h_) * before.v;
  if (motion_.force == ForcePlace::ends) {
    // The end of the path, which a projection may have left.
    const double theta = motion_.theta;
    State end = after;
    end.q = before.q + h_ * ((1.0 - theta) * before.v + theta * after.v);
    stated_force_.take(before, end, t, h_, force_);
    compute_mass((1.0 - theta) * before.q + theta * end.q);
  } else {
    problem_.system->mean_force(t - h_, t, place_, before.v, force_);
    compute_mass(place_);
  }
  if (position) {
    const double e = system_.restitution();
    reach_ = before.q + h_ * after.v;
    if (after.step != 1 || pushed || leaves(before.q))
      reach_ = before.q + h_ / (1.0 + e) * (after.v - e * before.v);
  } else {
    reach_ = place_;
  }
}

/// Whether reach_ is outside of K as the rule sees it from q^n.
bool ConstraintLaws::leaves(const Eigen::VectorXd& q) {
  const bool linearised = step_.place == ContactPlace::start;
  for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
    double gap = system_.constraint(a, linearised ? q : reach_);
    if (linearised) {
      system_.constraint_gradient(a, q, gradient_);
      gap += gradient_.dot(reach_ - q);
    }
    if (gap < -rounding * system_.length()) return true;
  }
  return false;
}

void ConstraintLaws::compute_mass(const Eigen::VectorXd& q) {
  if (factored_ && system_.constant_mass()) return;
  system_.mass_matrix(q, mass_);
  llt_.compute(mass_);
  factored_ = true;
}

ConstraintLaws::Reading ConstraintLaws::read(Eigen::Index a, const State& before,
                                             const State& after) {
  Reading out{};
  out.law = system_.law(a);
  const bool end = step_.normal != NormalRule::velocity && step_.normal != NormalRule::position &&
                   step_.normal != NormalRule::spring_explicit;
  if (!end) {
    const bool linearised =
        step_.normal == NormalRule::position && step_.place == ContactPlace::start;
    const Eigen::VectorXd& at = linearised ? before.q : reach_;
    system_.constraint_gradient(a, at, gradient_);
    friction_.go_to(a, at, llt_);
    out.gap_before = out.gap = system_.constraint(a, at);
    if (linearised) out.gap += gradient_.dot(reach_ - before.q);
  } else {
    const Eigen::VectorXd displacement = after.q - before.q;
    out.gap = system_.constraint(a, after.q);
    if (step_.place == ContactPlace::end) {
      system_.constraint_gradient(a, after.q, gradient_);
      friction_.go_to(a, after.q, llt_);
      out.gap_before = out.gap - gradient_.dot(displacement);
    } else {
      read_secant(a, before, after, out);
    }
  }
  if (step_.normal == NormalRule::barrier) friction_.go_to(a, before.q, llt_);
  out.size = length(gradient_);
  return out;
}

/// n and s of SecantNormal, and its tangents.
void ConstraintLaws::read_secant(Eigen::Index a, const State& before, const State& after,
                                 Reading& out) {
  const Eigen::VectorXd displacement = after.q - before.q, middle = 0.5 * (before.q + after.q);
  out.gap_before = system_.constraint(a, before.q);
  system_.constraint_gradient(a, middle, gradient_);
  const double change = out.gap - out.gap_before, along = gradient_.dot(displacement);
  const double length_moved = std::sqrt(
      displacement.dot(mass_ * displacement));  // sqrt(kg) m, as lengths of rows are over it
  const double cosine =
      std::abs(along) / (length(gradient_) * length_moved);  // NaN of no displacement or no row
  const double stretch = change / along;
  // Of f_a, which is of the size of its terms, at both ends of the step.
  const double rounded =
      4.0 * epsilon *
      (gradient_.cwiseAbs().dot(after.q.head(gradient_.size()).cwiseAbs()) + system_.length());
  if (cosine >= SecantNormal::least_cosine &&
      std::abs(stretch - 1.0) <= SecantNormal::most_stretch) {
    out.stretch = stretch;
    gradient_ *= stretch;
    // The scheme's s and this one are both within the bound of the rule.
    out.unsure = std::min(rounded / std::abs(along), 2.0 * SecantNormal::most_stretch);
  } else if (length_moved > 0.0) {
    out.unsure = rounded / (length_moved * length_moved);
    out.turned = true;
    gradient_ += (change - along) / (length_moved * length_moved) * (mass_ * displacement);
  }
  friction_.go_to(a, middle, llt_, out.stretch);
}

/// Of the constraint at hand: f_a is of the size of its terms, here and in the scheme.
double ConstraintLaws::rounding_of_gap() const {
  const auto places = reach_.head(gradient_.size()).cwiseAbs();
  return rounding * system_.length() + 4.0 * epsilon * gradient_.cwiseAbs().dot(places);
}

void ConstraintLaws::demand(double p, double wanted) {
  keep_largest(normal_, std::abs(p - wanted));
  keep_largest(largest_, std::abs(wanted));
}

/// The compliance of SlipRule::cone; over |g_a|^2 along the normal.
ConeSoftness ConstraintLaws::softness(const Reading& r) const {
  const double square = r.size * r.size;
  if (const auto& rule = step_.cone.impedance) {
    const double yield = impedance_law(*rule, h_, std::max(-r.gap_before, 0.0)).yield;
    return {yield, yield * square / rule->ratio};
  }
  const bool has_friction = r.law.friction > 0.0;
  const auto soft = cone_softness(step_.cone, h_, square, has_friction ? friction_.weight() : 0.0,
                                  has_friction ? 1 + system_.tangents() : 1);
  return {soft.normal / square, soft.tangential};
}

/// `lift`: mu |y_t| of the cone rule, over |g_a|.
void ConstraintLaws::judge_position(double p, const Reading& r, double rate, double rate_before,
                                    double lift) {
  double opening = r.gap / (h_ * r.size) - lift;
  if (const auto& rule = step_.cone.impedance) {
    const double gap = r.gap_before;
    if (gap > rounding_of_gap()) {
      keep_largest(distance_, std::abs(p));
      return;
    }
    if (p == 0.0 && gap > -rounding_of_gap()) return;
    const ImpedanceLaw own = impedance_law(*rule, h_, std::max(-gap, 0.0));
    opening = rate - own.kept * rate_before + own.pull * gap / r.size + own.yield * p - lift;
    opening /= 1.0 + own.yield;
  } else if (!step_.cone.hard()) {
    const double give = softness(r).normal;
    opening = rate + r.gap_before / ((h_ + step_.cone.relaxation) * r.size) + give * p - lift;
    opening /= 1.0 + give;
  }
  keep_largest(distance_, std::min(std::abs(p), std::max(0.0, opening)));
  keep_largest(normal_, std::abs(p - std::max(0.0, p - opening)));
}

/// Rates of f_a at both ends of the step, over |g_a|. Where a gap is zero up to rounding it may be
/// seen as open.
void ConstraintLaws::judge_velocity(double p, const Reading& r, double rate, double rate_before) {
  const double least = rounding_of_gap();
  const double wanted = std::max(0.0, p - (rate + r.law.restitution * rate_before));
  // One that would have closed within the step may act: without p its rate at the end is rate - p.
  const bool closes =
      step_.closing_acts && p != 0.0 &&
      r.gap <= least + h_ * r.size * (std::abs(rate_before) + std::max(0.0, p - rate));
  if (r.gap > least && !closes) {
    keep_largest(distance_, std::abs(p));
    demand(p, 0.0);
  } else if (r.gap < -least || p != 0.0) {
    demand(p, wanted);
  }
}

void ConstraintLaws::judge_spring(double p, const Reading& r, double zeta, double rate_before) {
  const double least = rounding_of_gap();
  const bool was_open = !looks_back(step_.normal) || r.gap_before > least;
  if (r.gap > least && was_open) keep_largest(distance_, std::abs(p));
  const double mass = r.stretch * r.stretch / (r.size * r.size);
  demand(p, r.size * spring_impulse(step_, zeta, h_, -r.gap, -r.gap_before, -rate_before * r.size,
                                    mass));
}

/// Open, and no impulse was recorded.
bool ConstraintLaws::idle(double p, std::span<const double> tangential, const Reading& r) const {
  if (step_.slip == SlipRule::cone && r.law.friction > 0.0) return false;  // it may be lifted
  const double nearest = looks_back(step_.normal) ? std::min(r.gap, r.gap_before) : r.gap;
  return p == 0.0 && nearest > 0.0 &&
         std::all_of(tangential.begin(), tangential.end(), [](double x) { return x == 0.0; });
}

std::span<const double> ConstraintLaws::tangential_of(Eigen::Index a) const {
  const std::size_t each = tangential_.size() / static_cast<std::size_t>(impulse_.size());
  return std::span<const double>(tangential_).subspan(static_cast<std::size_t>(a) * each, each);
}

void ConstraintLaws::judge(Eigen::Index a, const Reading& r, const State& before,
                           const State& after) {
  const double p = impulse_[a] * r.size;
  judged_ += 1.0;
  keep_largest(largest_, std::abs(p));
  if (never_pulls_) keep_largest(pull_, -p);
  if (!stated_) return;
  const double rate = gradient_.dot(after.v) / r.size;
  const double rate_before = gradient_.dot(before.v) / r.size;
  if (step_.normal == NormalRule::position) {
    double lift = 0.0;
    if (step_.slip == SlipRule::cone && r.law.friction > 0.0) {
      const auto& soft = step_.cone.impedance;
      friction_.soften(step_.cone.hard() ? 0.0 : softness(r).tangential,
                       soft ? -impedance_law(*soft, h_, std::max(-r.gap_before, 0.0)).kept
                            : r.law.tangential_restitution);
      lift = friction_.lift(tangential_of(a), before, after) / r.size;
    }
    return judge_position(p, r, rate, rate_before, lift);
  }
  if (step_.normal == NormalRule::velocity) return judge_velocity(p, r, rate, rate_before);
  if (step_.normal == NormalRule::barrier) return demand(p, r.size * barrier_at(r.gap));
  judge_spring(p, r, damping_ratios_[static_cast<std::size_t>(a)], rate_before);
}

/// The normal impulse in the friction bound: for a barrier that of the start, for springs that of
/// their rule.
double ConstraintLaws::friction_load(Eigen::Index a, const Reading& r, const State& before) const {
  if (step_.normal == NormalRule::barrier) return barrier_at(system_.constraint(a, before.q));
  if (!is_spring(step_.normal)) return impulse_[a];
  return spring_friction_load(step_, h_, -r.gap, -r.gap_before, impulse_[a]);
}

double ConstraintLaws::barrier_at(double gap) const {
  const double range = step_.barrier.range * system_.length();
  return barrier_impulse(step_.barrier, h_, range, gap + step_.barrier.inset * range);
}

/// The recorded impulses, by constraint.
void ConstraintLaws::collect(const ContactImpulses& recorded) {
  const auto rows = static_cast<std::size_t>(recorded.rows);
  impulse_.setZero();
  tangential_.assign(static_cast<std::size_t>(impulse_.size()) * (rows - 1), 0.0);
  for (std::size_t k = 0; k < recorded.contacts(); ++k) {
    const auto a = static_cast<std::size_t>(recorded.body_a[k]);
    impulse_[recorded.body_a[k]] += recorded.impulse[k * rows];
    for (std::size_t r = 1; r < rows; ++r)
      tangential_[a * (rows - 1) + r - 1] += recorded.impulse[k * rows + r];
  }
}

void ConstraintLaws::after_step(const State& before, const State& after, double t,
                                const ContactImpulses* recorded) {
  applies_ = applies_ && recorded != nullptr && recorded->known;
  if (!applies_) return;
  measure_place(before, after, t, pushed(*recorded));
  if (llt_.info() != Eigen::Success || !after.q.allFinite() || !after.v.allFinite()) {
    keep_largest(normal_, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  collect(*recorded);
  friction_.begin_step();
  defect_.setZero();
  loose_.begin_step();
  for (Eigen::Index a = 0; a < impulse_.size(); ++a) {
    const Reading r = read(a, before, after);
    if (!(r.size > 0.0)) continue;
    const std::span<const double> tangential = tangential_of(a);
    const Eigen::VectorXd pushed_by = impulse_[a] * gradient_ + friction_.momentum(tangential);
    defect_ -= pushed_by;
    if (r.turned) {
      loose_.add(mass_ * (after.q - before.q), r.unsure * std::abs(impulse_[a]));
    } else if (r.unsure > 0.0) {
      loose_.add(pushed_by, r.unsure);
    }
    if (idle(impulse_[a], tangential, r)) continue;
    judge(a, r, before, after);
    if (!friction_.acts()) continue;
    if (stated_) {
      friction_.judge(friction_load(a, r, before), tangential, before, after);
    } else {
      friction_.judge_cone(impulse_[a], tangential);
    }
  }
  const bool first = after.step == 1;
  if (works_ && first && !step_.first_kick) works_ = false;
  if (!stated_) impacts_.after_step(before, after, impulse_);
  if (!stated_ || !moves_ || (first && !step_.first_kick)) return;
  measure_inertial(before, after);
  const double share = first ? step_.first_kick.value_or(1.0) : 1.0;
  defect_ += mass_ * (after.v - before.v) - share * h_ * (force_ + inertial_);
  loose_.take_from(defect_, llt_);
  keep_largest(momentum_, length(defect_));
  if (works_) measure_work(before, after, t, share);
}

/// The work of the forces that the momentum balance has just been tested with.
void ConstraintLaws::measure_work(const State& before, const State& after, double t, double share) {
  const double stored = system_.external_potential(t, after.q);
  const double kinetic = 0.5 * share * h_ * (force_ + inertial_).dot(before.v + after.v);
  force_work_ += kinetic + stored - potential_;
  potential_ = stored;
  keep_largest(force_energy_, std::abs(force_work_));
}

/// S of the step.
void ConstraintLaws::measure_inertial(const State& before, const State& after) {
  if (motion_.force == ForcePlace::ends) {
    const double theta = motion_.theta;
    velocity_ = before.q + h_ * ((1.0 - theta) * before.v + theta * after.v);
    system_.inertial_force(velocity_, after.v, inertial_);
    system_.inertial_force(before.q, before.v, velocity_);
    inertial_ = theta * inertial_ + (1.0 - theta) * velocity_;
    return;
  }
  if (step_.normal == NormalRule::velocity) {
    velocity_ = 0.5 * (before.v + after.v + llt_.solve(defect_));  // defect_ is - sum p_a g_a
  } else if (at_start_) {
    velocity_ = before.v;
  } else {
    velocity_ = 0.5 * (before.v + after.v);
  }
  system_.inertial_force(place_, velocity_, inertial_);
}

void ConstraintLaws::finish(std::map<std::string, double>& q) const {
  if (!applies_) return;
  q["law_contacts"] = judged_;
  const bool none = judged_ == 0.0 && !std::isnan(normal_);
  if (none) return;
  const double unit = largest_ > 0.0 ? largest_ : 1.0;
  q["law_pull"] = pull_ / unit;
  q["law_impulse"] = largest_;
  if (friction_.acts()) q["law_cone"] = friction_.cone() / unit;
  if (!stated_) return impacts_.finish(q);
  q["law_distance"] = distance_ / unit;
  q["law_normal"] = normal_ / unit;
  if (friction_.acts()) q["law_slip"] = friction_.slip() / unit;
  if (moves_) q["law_momentum"] = momentum_ / unit;
  if (works_) q["stated_force_energy"] = force_energy_;
}

}  // namespace impactbench
