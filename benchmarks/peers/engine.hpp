#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The scene that every engine of a race is given: discs in the plane or balls in space, both with
/// rotations, among half-spaces under gravity, the law of their contacts, where they start, and the
/// step.
struct Scene {
  const Problem* problem;  ///< of round bodies; outlives the engine
  double h;                ///< step [s] > 0

  [[nodiscard]] const RoundSystem& system() const { return *round_system(*problem->system); }
  [[nodiscard]] const State& start() const { return problem->initial; }
  [[nodiscard]] bool in_plane() const { return system().dimension() == 2; }
};

/// The sentence of an engine of the plane about a scene in space; or nothing.
[[nodiscard]] inline std::optional<std::string> refuse_space(std::string_view engine,
                                                             const Scene& scene) {
  if (scene.in_plane()) return std::nullopt;
  return std::string(engine) + " is an engine of the plane: the scene is in space";
}

/// An engine that cannot go on; the sentence says why.
struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A simulation set up for one scene. One process makes one engine.
class Engine {
 public:
  virtual ~Engine() = default;
  /// So many steps of h: what the clock of a race sees. Throws EngineError.
  virtual void run(std::int64_t steps) = 0;
  /// Positions and velocities in the order of the scene, angles up to a constant each, into vectors
  /// that have the size.
  virtual void state(Eigen::VectorXd& q, Eigen::VectorXd& v) = 0;
};

/// One catalogue entry of benchmarks/peers: an engine written by others, from a Debian package.
struct PeerEntry {
  std::string_view name;
  std::string_view summary;  ///< one phrase
  ParameterFunctions parameters;
  /// The sentence that says so where the package was missing when this was built.
  std::optional<std::string> (*absence)();
  /// "" where absent. For a process of its own, as `make`: LAMMPS starts its MPI there.
  std::string (*version)();
  /// The reason, in a sentence, why it cannot run such a scene; or nothing.
  std::optional<std::string> (*refuses)(const Scene& scene, const ParameterSet& given);
  /// In what its physics differs from the scene's, a phrase each.
  std::vector<std::string> (*deviations)(const Scene& scene, const ParameterSet& given);
  /// The spring that it puts in place of a rigid contact; absent for a rigid engine.
  ContactModel (*contact)(const ParameterSet& given);
  /// The settings that a race takes where nobody chooses, from quick to careful.
  std::vector<ParameterSet> (*efforts)();
  /// Throws ConfigurationError with the sentence of `absence`, EngineError where it fails.
  std::unique_ptr<Engine> (*make)(const Scene& scene, const ParameterSet& given);
};

/// All peers in alphabetical order (generated from the folders).
[[nodiscard]] std::span<const PeerEntry> peer_catalogue();

}  // namespace impactbench
