#pragma once

#include "benchmarks/peers/engine.hpp"
#include "benchmarks/store/row.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A contestant of a race: a peer, or a scheme of ours with its solver.
struct Contestant {
  std::string engine;                  ///< "box2d", "nscd/nlgs", "dem"
  std::string settings;                ///< as given, "key=value key=value"
  double dt{0.0};                      ///< [s]
  const PeerEntry* peer{nullptr};      ///< null: ours
  ParameterSet given;                  ///< of the peer
  Cell cell;                           ///< of ours
  std::optional<std::string> refusal;  ///< the sentence why it cannot run
};

/// "box2d velocity_iterations=30", "nscd/hybrid tolerance=1e-6", "dem R=1e-6 dt=1e-5": a name, then
/// settings; dt there has precedence over `dt`. `problem` is that of the cells of ours. Throws
/// ConfigurationError on an unknown name or setting.
[[nodiscard]] Contestant contestant(const std::string& text, double dt, const Problem& problem);

/// Every peer with its usual efforts and those of ours, as texts; absent peers too.
[[nodiscard]] std::vector<std::string> usual_contestants();

/// Springs in place of rigid contacts; what the yardstick of the energy needs.
[[nodiscard]] ContactModel contact_of(const Contestant& who);
/// Phrases in what its physics differs from the scene's, "; " between them.
[[nodiscard]] std::string deviations_of(const Contestant& who, const Problem& problem);
[[nodiscard]] std::string version_of(const Contestant& who);
/// For one process each. Throws EngineError and ConfigurationError.
[[nodiscard]] std::unique_ptr<Engine> make_engine(const Contestant& who, const Problem& problem);

}  // namespace impactbench
