#include "reference/yardsticks/contact_laws.hpp"

#include "problems/model/round_system.hpp"
#include "reference/support/damping_ratio.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench {
namespace {

/// Rounding of a gap, of lengths of the size of a radius; that of places comes in addition.
constexpr double rounding = 1e-11;

/// Whether it has friction of any kind.
bool has_friction(const ContactLaw& law) {
  return law.friction > 0.0 || law.rolling_friction > 0.0 || law.twisting_friction > 0.0;
}

}  // namespace

ContactLaws::ContactLaws(const Problem& problem, const ContactModel& contact,
                         const std::optional<ContactStep>& step, double h,
                         const std::optional<MotionStep>& motion)
    : problem_(problem),
      stated_(step.has_value()),
      never_pulls_(!contact || problem.traits.restitution == 1.0 ||
                   contact->end == ContactEnd::force),
      step_(step.value_or(ContactStep{.place = ContactPlace::middle})),
      h_(h),
      contacts_(problem, step_, h),
      springs_(*round_system(*problem.system), contacts_, step_, h),
      stated_force_(*problem.system, motion.value_or(MotionStep{})),
      moves_(stated_force_.known() || (!motion && step && step->normal != NormalRule::velocity)),
      force_(Eigen::VectorXd::Zero(problem.system->dofs())),
      defect_(force_),
      mean_(force_),
      impulse_scale_(static_cast<std::size_t>(force_.size()), 1.0) {
  for (const ContactLaw& pair : round_system(*problem.system)->laws().table())
    damping_ratios_.push_back(
        static_cast<double>(damping_ratio(pair.restitution, step_.spring.end)));
  const RoundBodies& bodies = contacts_.bodies();
  for (std::size_t k = 0; k < impulse_scale_.size(); ++k) {
    const auto stride = static_cast<std::size_t>(bodies.stride);
    if (static_cast<int>(k % stride) >= bodies.dimension)
      impulse_scale_[k] = bodies.radius[k / stride];
  }
}

void ContactLaws::after_step(const State& before, const State& after, double t,
                             const ContactImpulses* recorded) {
  stepped_ = true;
  fastest_.reset();
  recorded_ = recorded != nullptr && recorded->known;
  if (!contacts_.look_at(before, after, !recorded_ || pushed(*recorded))) {
    keep_largest(normal_, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  measure_defect(before, after, t);
  springs_.begin_step();
  collect(recorded);
  for (const LawContact& c : now_)
    judge(c, before, after);
  if (recorded_) judge_momentum();
  impacts_.after_step(now_, before, after, t, h_);
  for (const Impact& event : impacts_.ended())
    close(event);
  springs_.end_step();
}

/// M dv - h F; without inertia M v - F. A first step that takes another share of h F does so here.
void ContactLaws::measure_defect(const State& before, const State& after, double t) {
  stated_force_.take(before, after, t, h_, force_);
  mean_ = 0.5 * (before.v + after.v);
  const bool first = after.step == 1;
  if (problem_.traits.first_order) {
    defect_ = problem_.system->mass().cwiseProduct(after.v) - force_;
    return;
  }
  const double share = first ? step_.first_kick.value_or(1.0) : 1.0;
  defect_ = problem_.system->mass().cwiseProduct(after.v - before.v) - share * h_ * force_;
  if (first && !step_.first_kick) defect_.setZero();
}

void ContactLaws::collect(const ContactImpulses* recorded) {
  if (recorded_) {
    contacts_.recorded(*recorded, now_);
  } else if (stated_ || moves_) {
    infer();
  } else {
    now_.clear();
  }
  if (!stated_) return;
  if (is_sum(step_.normal)) {
    closed_.clear();
    for (const auto& [key, sum] : sums_)
      if (sum != 0.0) closed_.push_back(key);
    add_others(closed_);
  } else if (step_.normal != NormalRule::position) {
    add_passed_over();
  }
}

/// Contacts that are closed and were not recorded.
void ContactLaws::add_passed_over() {
  const RoundBodies& bodies = contacts_.bodies();
  const double least = rounding * *std::min_element(bodies.radius.begin(), bodies.radius.end()) +
                       contacts_.rounding_of_gaps();
  contacts_.closed(least, closed_);
  add_others(closed_);
}

/// Those of these keys, which come in order as the contacts so far, that are not there.
void ContactLaws::add_others(const std::vector<LawKey>& keys) {
  const std::size_t known = now_.size();
  std::size_t at = 0;
  for (const LawKey& key : keys) {
    while (at < known && now_[at].key < key)
      ++at;
    if (at < known && now_[at].key == key) continue;
    now_.push_back(contacts_.contact(key));
  }
}

/// The impulse of a body with a single contact nearby follows from its momentum.
void ContactLaws::infer() {
  const RoundBodies& bodies = contacts_.bodies();
  const auto& mass = problem_.system->mass();
  double speed = 0.0;
  for (Eigen::Index k = 0; k < mean_.size(); ++k)
    speed = std::max(speed, std::abs(defect_[k]) / mass[k] + std::abs(mean_[k]));
  contacts_.closed(-2.0 * h_ * speed, closed_);
  std::vector<int> near(bodies.size(), 0);
  for (const auto& [a, b] : closed_) {
    ++near[static_cast<std::size_t>(a)];
    if (b >= 0) ++near[static_cast<std::size_t>(b)];
  }
  const auto pushed = [&](int body) {
    const Eigen::Index at = static_cast<Eigen::Index>(bodies.stride) * body;
    const double scale = mass[at] * (speed + 1e-300);
    return defect_.segment(at, bodies.stride).cwiseAbs().maxCoeff() > 1e-9 * scale;
  };
  now_.clear();
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    const int around = near[static_cast<std::size_t>(i)];
    if (!pushed(i)) continue;
    if (around > 1) unknown_ += 1.0;
    if (around == 0) {
      const double p = contacts_.translation(defect_, i).norm();
      keep_largest(largest_, p);
      keep_largest(distance_, p);
      judged_ += 1.0;
    }
  }
  for (const auto& [a, b] : closed_) {
    const bool alone =
        near[static_cast<std::size_t>(a)] == 1 && (b < 0 || near[static_cast<std::size_t>(b)] == 1);
    if (!alone || !(pushed(a) || (b >= 0 && pushed(b)))) continue;
    LawContact c = contacts_.contact({a, b});
    c.recorded = true;
    c.push_a = contacts_.translation(defect_, a);
    c.turn_a = contacts_.rotation(defect_, a);
    if (b >= 0) {
      c.push_b = contacts_.translation(defect_, b);
      c.turn_b = contacts_.rotation(defect_, b);
    }
    now_.push_back(c);
  }
}

const ContactLaw& ContactLaws::law(const LawKey& key) const {
  return round_system(*problem_.system)->law(key.first, key.second);
}

void ContactLaws::judge(const LawContact& c, const State& before, const State& after) {
  judged_ += 1.0;
  keep_largest(largest_, std::abs(c.pressure()));
  judge_normal(c, before, after);
  judge_friction(c, before, after);
  judge_reaction(c);
}

/// After a spring's force was evaluated the last move of an iteration, of the 2-norm `tolerance`,
/// changes the gap of a pair by sqrt(2) times that at most.
double ContactLaws::open_tolerance(const LawContact& c) const {
  const double rounded =
      rounding * contacts_.bodies().radius[static_cast<std::size_t>(c.key.first)] +
      contacts_.rounding_of_gaps();
  if (!is_spring(step_.normal)) return rounded;
  return std::max(rounded, std::numbers::sqrt2 * step_.tolerance);
}

/// |p - max(0, p - m u)|
double ContactLaws::complementary(const LawContact& c, double p, double speed) const {
  return std::abs(p - std::max(0.0, p - c.reduced_mass * speed));
}

void ContactLaws::judge_normal(const LawContact& c, const State& before, const State& after) {
  const double p = c.pressure(), gap = -c.depth;
  const bool open = gap > open_tolerance(c);
  const auto separating = [&](const Eigen::VectorXd& v) {
    return -c.normal.dot(contacts_.relative(c, v));
  };
  const auto demand = [&](double wanted) {
    keep_largest(normal_, std::abs(p - wanted));
    keep_largest(largest_, std::abs(wanted));
  };
  if (!stated_) {
    if (never_pulls_) keep_largest(pull_, -p);
    return;
  }
  if (is_sum(step_.normal)) {
    const RoundBodies& bodies = contacts_.bodies();
    const double range =
        step_.film_range * *std::min_element(bodies.radius.begin(), bodies.radius.end());
    const auto [at, fresh] = sums_.try_emplace(c.key, 0.0);
    double& sum = at->second;
    // A film that is there at the start has been pressed to its gap, and may pull that much back.
    const double gap_before = -c.depth_before;
    if (fresh && step_.normal == NormalRule::film && gap_before > 0.0 && gap_before < range)
      sum = problem_.traits.viscosity * std::log(range / gap_before);
    sum = std::min(sum, step_.glue_most) + p;
    keep_largest(pull_, -sum);
    keep_largest(largest_, sum);
    if (step_.normal == NormalRule::glue) {
      keep_largest(normal_, complementary(c, sum, gap / h_));
      return;
    }
    const double film = range * std::exp(-std::max(sum, 0.0) / problem_.traits.viscosity);
    // A film that yields: an impulse moves the gap by h / m, and by film / mu of itself.
    const double yield = h_ / c.reduced_mass + film / problem_.traits.viscosity;
    keep_largest(normal_, std::abs(sum - std::max(0.0, sum - (gap - film) / yield)));
    return;
  }
  if (is_spring(step_.normal)) {
    if (never_pulls_) keep_largest(pull_, -p);
    const bool was_open = !looks_back(step_.normal) || -c.depth_before > open_tolerance(c);
    if (open && was_open) keep_largest(distance_, std::abs(p));
    const double rate = -separating(before.v);
    const ContactStep step = of_contact(c);
    const double zeta =
        damping_ratios_[round_system(*problem_.system)->law_place(c.key.first, c.key.second)];
    demand(spring_impulse(step, zeta, h_, c.depth, c.depth_before, rate, c.reduced_mass));
    return;
  }
  keep_largest(pull_, -p);
  if (step_.normal == NormalRule::cone) {
    judge_cone(c, before, after);
    return;
  }
  if (step_.normal == NormalRule::barrier) {
    demand(barrier_at(gap));
    return;
  }
  if (step_.normal == NormalRule::position) {
    keep_largest(distance_, std::min(std::abs(p), std::max(0.0, gap / h_) * c.reduced_mass));
    keep_largest(normal_, complementary(c, p, gap / h_));
    return;
  }
  if (open && !may_act(c, p, before, after)) {
    keep_largest(distance_, std::abs(p));
    return;
  }
  const double speed = separating(after.v) + law(c.key).restitution * separating(before.v);
  keep_largest(normal_, complementary(c, p, speed));
  if (!c.recorded) keep_largest(largest_, -c.reduced_mass * speed);
}

/// The step with the spring of these bodies.
ContactStep ContactLaws::of_contact(const LawContact& c) const {
  ContactStep out = step_;
  out.spring = step_.spring.of_contact(
      reduced_radius(contacts_.bodies(), c.key.first, c.key.second), c.wall());
  return out;
}

void ContactLaws::judge_friction(const LawContact& c, const State& before, const State& after) {
  if (stated_ && step_.slip == SlipRule::barrier) {
    judge_rubbing(c, after);
    return;
  }
  const double mu = law(c.key).friction;
  const Vec3 p = c.friction();
  const double pressure = std::max(c.pressure(), 0.0);
  const double size = c.normal.norm();  // of normal and tangent alike
  const double friction_load = spring_friction_load(step_, h_, c.depth, c.depth_before, pressure);
  keep_largest(cone_, p.norm() - mu * size * pressure);
  if (!has_friction(law(c.key)) || contacts_.bodies().dimension == 1) return;
  const double work = p.dot(contacts_.relative(c, mean_));
  friction_work_ += std::abs(work);
  friction_gain_ += std::max(work, 0.0);
  if (stated_ && step_.slip == SlipRule::spring) {
    keep_largest(slip_, springs_.defect(c, of_contact(c).spring, before));
    return;
  }
  if (stated_ && step_.slip != SlipRule::none) {
    keep_largest(slip_, slip_defect(p, law_slip(c, before, after), c.slip_mobility,
                                    mu * (size * friction_load)));
    if (!contacts_.bodies().inertia.empty())
      keep_largest(slip_, turn_defect(c, friction_load, after));
    return;
  }
  judge_steady_slip(c, mu * pressure, before, after);
}

/// An impulse on one body is that on the other with the other sign, and turns both with their own
/// levers.
void ContactLaws::judge_reaction(const LawContact& c) {
  const auto& bodies = contacts_.bodies();
  const auto r = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  keep_largest(reaction_, c.wall() ? c.push_b.norm() : (c.push_a + c.push_b).norm());
  const Vec3 turn_a = (c.arm_a * c.slip_normal).cross(c.friction());
  const Vec3 turn_b = (c.arm_b * c.slip_normal).cross(c.friction());  // -n x -p
  if (bodies.inertia.empty()) return;
  keep_largest(lever_, (c.turn_a - turn_a).norm() / r(c.key.first));
  if (!c.wall()) keep_largest(lever_, (c.turn_b - turn_b).norm() / r(c.key.second));
  if (!recorded_) return;
  const auto turn = [&](int body, const Vec3& torque) {
    const Eigen::Index at = static_cast<Eigen::Index>(bodies.stride) * body + bodies.dimension;
    if (bodies.dimension == 2) {
      defect_[at] -= torque.z();
    } else {
      defect_.segment<3>(at) -= torque;
    }
  };
  turn(c.key.first, turn_a + c.resistance);
  if (!c.wall()) turn(c.key.second, turn_b - c.resistance);
}

/// The residual of M dv - h F after the impulses on the first bodies and their reactions.
void ContactLaws::judge_momentum() {
  balanced_ = true;
  const auto& bodies = contacts_.bodies();
  const auto push = [&](int body, const Vec3& impulse) {
    const Eigen::Index at = static_cast<Eigen::Index>(bodies.stride) * body;
    defect_.segment(at, bodies.dimension) -= impulse.head(bodies.dimension);
  };
  for (const LawContact& c : now_) {
    push(c.key.first, c.push_a);
    if (!c.wall()) push(c.key.second, -c.push_a);
  }
  for (Eigen::Index k = 0; k < defect_.size(); ++k)
    keep_largest(momentum_, std::abs(defect_[k]) / impulse_scale_[static_cast<std::size_t>(k)]);
}

void ContactLaws::close(const Impact& event) {
  if (!event.alone || !(event.approach < 0.0)) return;
  // Newton's law holds in each step, which law_normal judges: of two that press, the second sends
  // back what forces have turned round since the first.
  const bool one_step = event.end - event.begin < 1.5 * h_;
  if (stated_ && step_.normal == NormalRule::velocity && !one_step) return;
  event_count_ += 1.0;
  keep_largest(approach_, -event.approach);
  const double e = law(event.key).restitution;
  // Where in a step the law holds is not known of a scheme that does not state it.
  const double turned = stated_ ? 0.0 : event.separation_turned + e * event.approach_turned;
  const double off = std::abs(event.separation + e * event.approach);
  keep_largest(restitution_defect_, off <= turned ? 0.0 : off - turned);
}

void ContactLaws::finish(std::map<std::string, double>& q) const {
  if (!stepped_) return;
  q["law_contacts"] = judged_;
  if (unknown_ > 0.0) q["law_unknown"] = unknown_;
  if (judged_ == 0.0 && !std::isnan(normal_)) return;
  const double unit = largest_ > 0.0 ? largest_ : 1.0;
  q["law_impulse"] = largest_;
  q["law_pull"] = std::isnan(pull_) ? pull_ : std::max(0.0, pull_) / unit;
  q["law_cone"] = std::isnan(cone_) ? cone_ : std::max(0.0, cone_) / unit;
  q["law_reaction"] = reaction_ / unit;
  q["law_lever"] = lever_ / unit;
  if (balanced_ && moves_) q["law_momentum"] = momentum_ / unit;
  if (stated_ || std::isnan(normal_)) q["law_normal"] = normal_ / unit;
  q["law_distance"] = distance_ / unit;
  if (has_friction(contacts_.bodies().law) && contacts_.bodies().dimension > 1) {
    q["law_slip"] = slip_ / unit;
    if (friction_work_ > 0.0) q["law_friction_gain"] = friction_gain_ / friction_work_;
    if (!(springs_.stiffening_work() <= 0.0)) q["law_stiffening_work"] = springs_.stiffening_work();
  }
  if (event_count_ > 0.0) {
    q["law_events"] = event_count_;
    q["law_approach"] = approach_;
    q["law_restitution"] = restitution_defect_ / approach_;
  }
}

}  // namespace impactbench
