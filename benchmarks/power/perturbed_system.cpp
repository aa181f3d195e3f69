#include "benchmarks/power/perturbed_system.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace impactbench {
namespace {

/// 1 + eps where the parameter is that one, else 1.
double factor(const Perturbation& wrong, std::string_view parameter) {
  return wrong.parameter == parameter ? 1.0 + wrong.eps : 1.0;
}

double restitution(double right, const Perturbation& wrong) {
  if (wrong.parameter != "restitution") return right;
  return std::clamp(right > 0.0 ? right * (1.0 + wrong.eps) : wrong.eps, 0.0, 1.0);
}

void scale(std::vector<double>& values, double by) {
  for (double& x : values)
    x *= by;
}

void perturb_bodies(BodyTable& bodies, const Perturbation& wrong) {
  const double all = factor(wrong, "masses"), one = factor(wrong, "mass");
  scale(bodies.mass, all);
  bodies.mass.front() *= one;
  bodies.radius.front() *= factor(wrong, "radius");
  if (bodies.inertia.empty()) return;
  scale(bodies.inertia, all * factor(wrong, "inertia"));
  bodies.inertia.front() *= one;
}

/// How far the obstacle moves into the free side [m].
double shift(const Problem& problem, const Perturbation& wrong) {
  if (wrong.parameter != "wall") return 0.0;
  const RoundBodies bodies = round_bodies(*problem.system);
  return wrong.eps * *std::max_element(bodies.radius.begin(), bodies.radius.end());
}

std::vector<Obstacle> moved(std::vector<Obstacle> obstacles, std::size_t which, double by) {
  if (by == 0.0) return obstacles;
  Obstacle& o = obstacles.at(which);
  if (o.flat()) {
    o.a += by * o.b;
  } else if (o.shape == Obstacle::Shape::ball) {
    o.a.x() += by;
  } else {
    o.a.x() += by;
    o.b.x() += by;
  }
  return obstacles;
}

ContactLaw perturbed_law(ContactLaw law, const Perturbation& wrong) {
  law.restitution = restitution(law.restitution, wrong);
  law.friction *= factor(wrong, "friction");
  law.static_friction *= factor(wrong, "friction");
  return law;
}

MaterialLaws perturbed_laws(const MaterialLaws& right, const Perturbation& wrong) {
  MaterialLaws out = right;
  for (int a = 0; a < right.materials(); ++a) {
    for (int b = 0; b <= a; ++b)
      out.set(a, b, perturbed_law(right.between(a, b), wrong));
  }
  return out;
}

/// The field times a factor.
UniformField scaled(UniformField field, double by) {
  if (!field.acts() || by == 1.0) return field;
  return {.along = field.along,
          .value = [=](double t) { return by * field.value(t); },
          .primitive = [=](double t) { return by * field.primitive(t); }};
}

/// A force times a factor.
class ScaledForce final : public RoundForce {
 public:
  ScaledForce(std::shared_ptr<const RoundForce> force, double by)
      : force_(std::move(force)), by_(by) {}

  [[nodiscard]] std::string_view noun() const override { return force_->noun(); }
  void add(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
           Eigen::VectorXd& force) const override {
    work_.setZero(force.size());
    force_->add(t, q, v, work_);
    force += by_ * work_;
  }
  void add_mean(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                Eigen::VectorXd& force) const override {
    work_.setZero(force.size());
    force_->add_mean(t0, t1, q, v, work_);
    force += by_ * work_;
  }
  void remember(Eigen::VectorXd& q) const override { force_->remember(q); }
  [[nodiscard]] double potential(const Eigen::VectorXd& q) const override {
    return by_ * force_->potential(q);
  }
  [[nodiscard]] bool drives() const override { return force_->drives(); }

 private:
  std::shared_ptr<const RoundForce> force_;
  double by_;
  mutable Eigen::VectorXd work_;
};

std::unique_ptr<const MechanicalSystem> perturbed(const RoundSystem& right, const Problem& problem,
                                                  const Perturbation& wrong) {
  BodyTable bodies = right.bodies();
  perturb_bodies(bodies, wrong);
  RoundActions actions = right.actions();
  actions.viscosity *= factor(wrong, "viscosity");
  actions.field = scaled(actions.field, factor(wrong, "force"));
  if (wrong.parameter == "force") {
    for (std::shared_ptr<const RoundForce>& force : actions.forces)
      force = std::make_shared<ScaledForce>(force, 1.0 + wrong.eps);
  }
  return std::make_unique<RoundSystem>(
      right.space(), std::move(bodies),
      moved(right.obstacles(), first_obstacle(problem), shift(problem, wrong)),
      factor(wrong, "gravity") * right.gravity(), perturbed_laws(right.laws(), wrong),
      std::move(actions));
}

/// A system of such a kind whose force is that of the right one times a factor.
template <class System>
class ForceTimes : public System {
 public:
  template <class... Arguments>
  ForceTimes(const System& right, double by, Arguments&&... arguments)
      : System(std::forward<Arguments>(arguments)...), right_(right), force_(by) {}

  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    right_.external_force(t, q, v, force);
    force *= force_;
  }
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override {
    right_.mean_force(t0, t1, q, v, force);
    force *= force_;
  }
  [[nodiscard]] bool constant_force() const override { return right_.constant_force(); }

 protected:
  const System& right_;
  double force_;
};

/// A generalised system with other numbers.
class PerturbedGeneralised final : public ForceTimes<GeneralisedSystem>, public CoordinateArms {
 public:
  /// `weighs`: the applied force is gravity, which scales with the masses.
  PerturbedGeneralised(const GeneralisedSystem& right, bool weighs, const Perturbation& wrong)
      : ForceTimes(right, factor(wrong, weighs ? "gravity" : "force") *
                              (weighs ? factor(wrong, "masses") : 1.0)),
        inertia_(factor(wrong, "masses") * factor(wrong, "inertia")),
        wrong_(wrong),
        shift_(wrong.parameter == "wall" ? wrong.eps * right.length() : 0.0),
        mass_(inertia_ * right.mass()),
        arms_(arms_of(right)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  [[nodiscard]] Eigen::Index coordinates() const override { return right_.coordinates(); }
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override {
    return force_ * right_.external_potential(t, q);
  }
  [[nodiscard]] double internal_energy(double t, const Eigen::VectorXd& q) const override {
    return right_.internal_energy(t, q);
  }
  [[nodiscard]] double kinetic_energy(const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& v) const override {
    return inertia_ * right_.kinetic_energy(q, v);
  }
  void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const override {
    right_.mass_matrix(q, m);
    m *= inertia_;
  }
  [[nodiscard]] bool constant_mass() const override { return right_.constant_mass(); }
  void inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    right_.inertial_force(q, v, force);
    force *= inertia_;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return right_.constraints(); }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return right_.constraint(a, q) - (a == 0 ? shift_ : 0.0);
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    right_.constraint_gradient(a, q, g);
  }
  [[nodiscard]] bool convex() const override { return right_.convex(); }
  [[nodiscard]] double restitution() const override {
    return impactbench::restitution(right_.restitution(), wrong_);
  }
  [[nodiscard]] ContactLaw law(Eigen::Index a) const override {
    return perturbed_law(right_.law(a), wrong_);
  }
  [[nodiscard]] int tangents() const override { return right_.tangents(); }
  void constraint_tangent(Eigen::Index a, int k, const Eigen::VectorXd& q,
                          Eigen::VectorXd& t) const override {
    right_.constraint_tangent(a, k, q, t);
  }
  [[nodiscard]] double length() const override { return right_.length(); }
  [[nodiscard]] double top_speed() const override { return right_.top_speed(); }
  [[nodiscard]] double arm(Eigen::Index k) const override { return arms_[k]; }

 private:
  double inertia_;
  Perturbation wrong_;
  double shift_;
  Eigen::VectorXd mass_, arms_;
};

/// A sweeping process with another force, or whose first constraint has moved.
class PerturbedSweeping final : public ForceTimes<SweepingSystem> {
 public:
  PerturbedSweeping(const SweepingSystem& right, const Perturbation& wrong)
      : ForceTimes(right, factor(wrong, "force"), right.dofs()),
        shift_(wrong.parameter == "wall" ? wrong.eps * right.length() : 0.0) {}

  [[nodiscard]] Eigen::Index constraints() const override { return right_.constraints(); }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    return right_.constraint(a, set, x) - (a == 0 ? shift_ : 0.0);
  }
  void constraint_gradient(Eigen::Index a, SetAt set, const Eigen::VectorXd& x,
                           Eigen::VectorXd& g) const override {
    right_.constraint_gradient(a, set, x, g);
  }
  /// A set that has moved is known by its constraints alone.
  [[nodiscard]] bool projects() const override { return shift_ == 0.0 && right_.projects(); }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    right_.nearest(set, w, z);
  }
  [[nodiscard]] double reach() const override { return right_.reach(); }
  [[nodiscard]] double dependence() const override { return right_.dependence(); }
  [[nodiscard]] double length() const override { return right_.length(); }

 private:
  double shift_;
};

Elastic perturbed_material(Elastic material, const Perturbation& wrong) {
  material.young *= factor(wrong, "stiffness");
  material.density *= factor(wrong, "masses");
  return material;
}

/// Whether the parameter is a number of a system.
bool of_a_system(std::string_view parameter) {
  for (const std::string_view other :
       {"none", "stiffness", "impulses", "contacts", "step", "speed"}) {
    if (parameter == other) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<const MechanicalSystem> perturbed_system(const Problem& right,
                                                         const Perturbation& wrong) {
  const MechanicalSystem& system = *right.system;
  if (const auto* body = polyhedral_system(system))
    return std::make_unique<PolyhedralSystem>(
        body->mesh(), perturbed_material(body->material(), wrong), body->options());
  if (const auto* grid = plane_grid_system(system))
    return std::make_unique<PlaneGridSystem>(perturbed_material(grid->material(), wrong),
                                             grid->layout());
  if (!of_a_system(wrong.parameter)) return nullptr;
  if (const RoundSystem* round = round_system(system)) return perturbed(*round, right, wrong);
  if (const auto* sweeping = sweeping_system(system))
    return std::make_unique<PerturbedSweeping>(*sweeping, wrong);
  return std::make_unique<PerturbedGeneralised>(*generalised_system(system), right.traits.gravity,
                                                wrong);
}

State perturbed_start(const State& right, const Perturbation& wrong) {
  State out = right;
  out.v *= factor(wrong, "speed");
  return out;
}

ParameterSet perturbed_settings(const ParameterSet& right, const Perturbation& wrong) {
  ParameterSet out = right;
  const auto compliance = out.find("R");
  if (compliance == out.end()) return out;
  if (auto* value = std::get_if<double>(&compliance->second)) *value /= factor(wrong, "stiffness");
  return out;
}

double perturbed_step(double h, const Perturbation& wrong) {
  return h * factor(wrong, "step");
}

std::size_t first_obstacle(const Problem& problem) {
  const RoundBodies bodies = round_bodies(*problem.system);
  double soonest = std::numeric_limits<double>::infinity();
  std::size_t out = 0;
  for (std::size_t w = 0; w < bodies.obstacles.size(); ++w) {
    const Obstacle& o = bodies.obstacles[w];
    if (!o.flat()) return 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i) * bodies.stride;
      Vec3 x = Vec3::Zero(), v = Vec3::Zero();
      x.head(bodies.dimension) = problem.initial.q.segment(at, bodies.dimension);
      v.head(bodies.dimension) = problem.initial.v.segment(at, bodies.dimension);
      // gap + u t + g t^2 / 2 = 0; g t^2 / 2 is the displacement by gravity towards the obstacle.
      const double gap = std::max((x - o.a).dot(o.b) - bodies.radius[i], 0.0);
      const double u = -v.dot(o.b), g = -bodies.gravity.dot(o.b);
      const double root = u * u + 2.0 * g * gap;
      const double speed = u + std::sqrt(std::max(root, 0.0));
      if (root < 0.0 || !(speed > 0.0)) continue;
      if (const double t = 2.0 * gap / speed; t < soonest) {
        soonest = t;
        out = w;
      }
    }
  }
  return out;
}

}  // namespace impactbench
