#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/state.hpp"
#include "schemes/api/scheme.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The scene for an engine: discs in the plane or balls in space, both with rotations, among
/// half-spaces under gravity, with their contact law, their start, and the step [s].
struct PeerScene {
  const RoundSystem& system;
  const State& start;
  double h;

  [[nodiscard]] bool in_plane() const { return system.dimension() == 2; }
};

/// An engine failed; the sentence says why.
struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A simulation by somebody else's library.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Takes `steps` steps of h. Throws EngineError.
  virtual void run(std::int64_t steps) = 0;
  /// Positions and velocities in the order of the scene, angles up to a constant each, into vectors
  /// that have the size. Angles that the engine does not keep are unchanged.
  virtual void state(Eigen::VectorXd& q, Eigen::VectorXd& v) = 0;
};

/// An engine written by others, from a Debian package, with its own description.
struct Peer {
  std::string_view name;
  bool plane_only{true};  ///< it has no bodies in space
  bool keeps_angles{true};
  /// The spring that it puts in place of a rigid contact; absent for a rigid engine.
  ContactModel contact{};
  /// The differences of its physics from the problem's, a phrase each.
  std::vector<std::string> deviations{};
  /// Further deviations for bodies with friction, and with a restitution below 1.
  std::vector<std::string> deviations_of_friction{}, deviations_of_restitution{};
  /// The sentence on the missing package, if it was missing when this was built.
  std::optional<std::string> absence{};
};

/// An engine as a scheme: it takes the bodies, walls, masses, moments of inertia, contact law,
/// gravity, start and step of a problem, and returns the states that it reaches. It records no
/// impulses. Each difference of its physics is a warning of each row.
class PeerMethod : public Method {
 public:
  explicit PeerMethod(Peer peer) : peer_(std::move(peer)) {}

  [[nodiscard]] SchemeClaims claims() const override;
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override;
  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override;
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override;

 protected:
  /// Throws EngineError if the library fails, ConfigurationError if it has no such scene.
  [[nodiscard]] virtual std::unique_ptr<Engine> engine(const PeerScene& scene) const = 0;

 private:
  Peer peer_;
};

/// The method of an engine whose module has the functions absence() and make(scene, params).
template <class Params>
class PeerOf final : public PeerMethod {
 public:
  using Make = std::unique_ptr<Engine> (*)(const PeerScene&, const Params&);
  PeerOf(Peer peer, const Params& params, Make make)
      : PeerMethod(std::move(peer)), params_(params), make_(make) {}

 protected:
  [[nodiscard]] std::unique_ptr<Engine> engine(const PeerScene& scene) const override {
    return make_(scene, params_);
  }

 private:
  Params params_;
  Make make_;
};

}  // namespace impactbench
