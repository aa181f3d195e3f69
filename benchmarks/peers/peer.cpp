#include "benchmarks/peers/peer.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {
namespace {

class PeerScheme final : public Scheme {
 public:
  PeerScheme(std::unique_ptr<Engine> engine, const PeerScene& scene, bool keeps_angles)
      : engine_(std::move(engine)),
        dimension_(scene.system.dimension()),
        stride_(scene.system.space().stride()),
        h_(keeps_angles ? 0.0 : scene.h),
        offset_(Eigen::VectorXd::Zero(scene.start.q.size())) {
    if (!keeps_angles) return;
    Eigen::VectorXd q = scene.start.q, v = scene.start.v;
    engine_->state(q, v);
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      if (i % stride_ >= dimension_) offset_[i] = scene.start.q[i] - q[i];
    }
  }

  StepReport step(State& state) override { return advance(state, 1); }

  StepReport advance(State& state, std::int64_t steps) override {
    try {
      engine_->run(steps);
    } catch (const EngineError& error) {
      reason_ = error.what();
      return {.status = StepStatus::breakdown, .reason = reason_};
    }
    engine_->state(state.q, state.v);
    state.q += offset_;
    // An angle that the engine does not keep is the integral of its rate.
    for (Eigen::Index i = 0; h_ > 0.0 && i < state.v.size(); ++i) {
      if (i % stride_ >= dimension_) state.q[i] += static_cast<double>(steps) * h_ * state.v[i];
    }
    state.step += steps;
    if (state.q.allFinite() && state.v.allFinite()) return {};
    return {.status = StepStatus::breakdown, .reason = "not a number"};
  }

 private:
  std::unique_ptr<Engine> engine_;
  Eigen::Index dimension_, stride_;
  double h_;
  Eigen::VectorXd offset_;
  std::string reason_;
};

}  // namespace

SchemeClaims PeerMethod::claims() const {
  SchemeClaims out;
  out.contact = peer_.contact;
  out.source = "no claim: engines state no order";
  return out;
}

std::optional<std::string> PeerMethod::refuses(const ProblemTraits& traits, double /*h*/) const {
  if (peer_.absence) return peer_.absence;
  const auto no = [&](const char* what) { return fmt::format("{} {}", peer_.name, what); };
  if (traits.bodies != BodyKind::round || !traits.rotates || traits.dimension < 2)
    return no("has discs or balls that rotate, no other bodies");
  if (traits.dimension == 3 && peer_.plane_only) return no("works in the plane only");
  if (traits.driven || traits.moving_surfaces)
    return no("has constant gravity and no other force, among obstacles at rest");
  if (traits.gluey) return no("has no law for gluey contacts");
  if (traits.laws_differ) return no("takes one contact law for all bodies");
  return std::nullopt;
}

std::optional<std::string> PeerMethod::warns(const ProblemTraits& traits) const {
  std::vector<std::string> all = peer_.deviations;
  if (peer_.contact) all.emplace_back("contacts are springs");
  const auto add = [&](const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (traits.friction) add(peer_.deviations_of_friction);
  if (traits.restitution < 1.0) add(peer_.deviations_of_restitution);
  if (all.empty()) return std::nullopt;
  return fmt::format("{} differs from the problem: {}", peer_.name, fmt::join(all, "; "));
}

std::unique_ptr<Scheme> PeerMethod::instance(const MechanicalSystem& system, const State& start,
                                             double h, Solvers /*solvers*/) const {
  const RoundSystem& round = *round_system(system);
  const auto& obstacles = round.obstacles();
  if (!round.constant_force() ||
      !std::all_of(obstacles.begin(), obstacles.end(), [](const auto& o) { return o.flat(); }))
    throw ConfigurationError(
        fmt::format("{} has half-spaces and constant gravity alone", peer_.name));
  const PeerScene scene{round, start, h};
  try {
    return std::make_unique<PeerScheme>(engine(scene), scene, peer_.keeps_angles);
  } catch (const EngineError& error) {
    throw ConfigurationError(error.what());
  }
}

}  // namespace impactbench
