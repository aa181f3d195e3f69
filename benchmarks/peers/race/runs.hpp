#pragma once

#include "benchmarks/store/row.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// One run of one engine over the window of a scene. What could not be measured is absent.
struct PeerRun {
  std::string scene;       ///< problem with its settings and the window
  std::string engine;      ///< a peer, or scheme/solver of ours
  std::string settings;    ///< "key=value key=value", those that are not at their defaults
  std::string version;     ///< of the engine
  std::string deviations;  ///< from the scene, "; " between them
  double dt{0.0};          ///< [s]
  int repeat{0};
  RowStatus status{RowStatus::crashed};  ///< passed: ran to the end of the window
  std::string reason;
  std::int64_t steps{0};
  double window{0.0};                                   ///< [s]
  std::optional<double> cpu;                            ///< of the steps alone, one thread [s]
  std::optional<double> penetration, mean_penetration;  ///< over the largest diameter [-]
  /// Largest change of the total energy over the largest kinetic energy seen; only where the scene
  /// conserves it [-].
  std::optional<double> energy_error;
  std::optional<double> energy_change;  ///< total energy at the end minus that at the start [J]
  std::optional<double> kinetic;        ///< kinetic energy at the end [J]
  /// Largest violation of Newton's impact law by contacts that overlap, over g h; only of rigid
  /// contacts, and where the scene dissipates, so that bodies come to lie [-].
  std::optional<double> residual;
  double load{0.0};  ///< load average of the machine when the run began
};

/// CSV with a header line, and back. Throws ConfigurationError naming line and column.
void write_peer_runs(const std::vector<PeerRun>& runs, std::ostream& out);
[[nodiscard]] std::vector<PeerRun> read_peer_runs(const std::string& path);

}  // namespace impactbench
