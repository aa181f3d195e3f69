#include "schemes/mka3d/mka3d.hpp"

#include "problems/base/error.hpp"
#include "problems/base/parallel.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/rotation_step.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace impactbench::mka3d {
namespace {

class Rattle final : public Method {
 public:
  explicit Rattle(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 2.0,
            .exact_free_fall = false,
            .order_contact = std::nullopt,
            .order_impact = std::nullopt,
            .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = true,
            .reversible = true,
            .contact = std::nullopt,
            .motion = MotionStep{.path = PathRule::centred},
            .source = "monasse2012, sections 3 and 4"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (traits.bodies != BodyKind::polyhedra)
      return "mka3d has the law of elastic polyhedral cells, and none for other bodies";
    if (!(h > 0.0)) return "mka3d goes forwards in time: dt must be above 0 s";
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers) const override {
    return std::make_unique<Mka3d>(params_, *polyhedral_system(system), start, h);
  }

 private:
  Params params_;
};

}  // namespace

/// The stable step at the positions `q`, also where the body is pressed against its planes.
double Mka3d::stable_step(const PolyhedralSystem& system, const Eigen::VectorXd& q) {
  double out = largest_step(system, q);
  for (std::size_t p = 0; p < system.options().planes.size(); ++p) {
    double nearest = -std::numeric_limits<double>::infinity(), size = 0.0;
    for (const PlaneContact& c : system.plane_contacts()) {
      if (c.plane != p) continue;
      const Mat3 turn = PolyhedralSystem::rotation(q, c.cell).toRotationMatrix();
      nearest = std::max(nearest, system.overlap(c, q, turn));
      size = std::max(size, c.arm.norm());
    }
    // Behind the plane by more than the differences of largest_step move a face.
    Eigen::VectorXd pressed = q;
    const Vec3 move = -(1e-3 * size - nearest) * system.options().planes[p].normal;
    for (int i = 0; i < system.cells(); ++i)
      pressed.segment<3>(7 * i) += move;
    out = std::min(out, largest_step(system, pressed));
  }
  return out;
}

Mka3d::Mka3d(const Params& params, const PolyhedralSystem& system, const State& start, double h)
    : system_(&system), h_(h), limit_(stable_step(system, start.q)) {
  const int n = system_->cells();
  if (!(h < limit_) && !params.allow_unstable) {
    throw ConfigurationError("scheme mka3d: the step is " + to_text(h) +
                             " s; it must be below the stability limit, " + to_text(limit_) +
                             " s, or allow_unstable set");
  }
  kernel_.emplace(*system_);
  turns_.resize(static_cast<std::size_t>(n));
  terms_.setZero(n);
  force_.setZero(6 * n);
  half_kick_ = 0.5 * h * system_->mass().cwiseInverse();
  free_.assign(static_cast<std::size_t>(n), 1);
  for (int i = 0; i < n; ++i) {
    if (!system_->is_fixed(i)) continue;
    free_[i] = 0;
    half_kick_.segment<6>(6 * i).setZero();
  }
  for (int i = 0; i < n; ++i)
    turns_[i] = PolyhedralSystem::rotation(start.q, i).toRotationMatrix();
  if (!system_->options().prescribed.empty()) {
    now_ = before_ = start.q;
    system_->prescribe(static_cast<double>(start.step) * h, now_);
  }
  evaluate(static_cast<double>(start.step) * h, start);
}

void Mka3d::evaluate(double t, const State& state) {
  if (!system_->constant_force()) {
    system_->external_force(t, state.q, state.v, force_);
    system_->traction_terms(t, terms_);
  }
  kernel_->add(state.q, turns_, terms_, force_);
}

/// Half a kick of the cells [begin, end).
void Mka3d::kick(State& state, std::size_t begin, std::size_t end) const {
  const auto first = static_cast<Eigen::Index>(6 * begin);
  const auto count = static_cast<Eigen::Index>(6 * (end - begin));
  state.v.segment(first, count) +=
      half_kick_.segment(first, count).cwiseProduct(force_.segment(first, count));
}

bool Mka3d::turn(State& state, int i, int& iterations) {
  state.q.segment<3>(7 * i) += h_ * state.v.segment<3>(6 * i);
  const Vec3 inertia = system_->mass().segment<3>(6 * i + 3);
  auto omega = state.v.segment<3>(6 * i + 3);
  const Vec3 momentum = inertia.cwiseProduct(omega);
  const RotationStep step(h_ * momentum, inertia);
  iterations = std::max(iterations, step.iterations);
  if (!step.converged) return false;
  omega = step.turned_back(momentum).cwiseQuotient(inertia);
  const Eigen::Quaterniond old = PolyhedralSystem::rotation(state.q, i);
  Eigen::Quaterniond now = old * Eigen::Quaterniond(step.e0, step.e.x(), step.e.y(), step.e.z());
  // One Newton step back to length 1: rounding must not pile up.
  now.coeffs() *= 1.5 - 0.5 * now.squaredNorm();
  state.q.segment<4>(7 * i + 3) << now.w(), now.x(), now.y(), now.z();
  turns_[i] = now.toRotationMatrix();
  return true;
}

bool Mka3d::kick_and_drift(State& state, int& iterations) {
  const int n = system_->cells();
  std::atomic<bool> converged{true};
  std::atomic<int> most{0};
  for_blocks(static_cast<std::size_t>(n), blocks_of_cells(n),
             [&](int, std::size_t begin, std::size_t end) {
               int needed = 0;
               kick(state, begin, end);
               // Loads set all forces; without any the next sum starts here.
               if (system_->constant_force()) {
                 force_
                     .segment(static_cast<Eigen::Index>(6 * begin),
                              static_cast<Eigen::Index>(6 * (end - begin)))
                     .setZero();
               }
               for (std::size_t i = begin; i < end; ++i) {
                 if (free_[i] == 0) continue;
                 if (!turn(state, static_cast<int>(i), needed)) converged = false;
               }
               for (int seen = most; seen < needed && !most.compare_exchange_weak(seen, needed);)
                 ;
             });
  iterations = most;
  return converged;
}

void Mka3d::follow(State& state) {
  const auto& prescribed = system_->options().prescribed;
  if (prescribed.empty()) return;
  before_.swap(now_);
  system_->prescribe(static_cast<double>(state.step) * h_, now_);
  for (const PrescribedMotion& motion : prescribed) {
    const int i = motion.cell;
    const Eigen::Quaterniond turn = PolyhedralSystem::rotation(now_, i);
    const Eigen::Quaterniond by = PolyhedralSystem::rotation(before_, i).conjugate() * turn;
    state.q.segment<7>(7 * i) = now_.segment<7>(7 * i);
    state.v.segment<3>(6 * i) =
        (PolyhedralSystem::position(now_, i) - PolyhedralSystem::position(before_, i)) / h_;
    state.v.segment<3>(6 * i + 3) = std::copysign(2.0 / h_, by.w()) * by.vec();
    turns_[i] = turn.toRotationMatrix();
  }
}

StepReport Mka3d::step(State& state) {
  StepReport report;
  enter(Phase::update);
  if (!kick_and_drift(state, report.nonlinear_iterations)) {
    report.status = StepStatus::breakdown;
    report.reason =
        "a cell turns by more than 0.5486 in a step (sum of h |pi_i| / I_i), or is not a number";
    return report;
  }
  ++state.step;
  follow(state);
  enter(Phase::assembly);
  evaluate(static_cast<double>(state.step) * h_, state);
  enter(Phase::update);
  const int n = system_->cells();
  for_blocks(static_cast<std::size_t>(n), blocks_of_cells(n),
             [&](int, std::size_t begin, std::size_t end) { kick(state, begin, end); });
  return report;
}

SchemeEntry entry() {
  return {.name = "mka3d",
          .summary = "elastic bodies as rigid polyhedral cells with springs, stepped by RATTLE",
          .reference = "monasse2012, sections 2 and 3",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Rattle>(parse<Params>(given, "scheme mka3d"));
          }};
}

}  // namespace impactbench::mka3d
