#pragma once

#include "problems/model/plane_grid_system.hpp"
#include "problems/model/state.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench::mka3d_linear {

/// Largest stable step [s]: 2 / omega_max over the plane waves of the endless grid, which is
/// h / (sqrt(6) c_s) for nu <= 0.3.
[[nodiscard]] double stability_limit(const Elastic& material, double edge);

/// The kernel of mka3d_linear. Its own field has rows of (u_x, u_z, phi = h angle / 2, and the
/// velocities of these times the step), padded so that neighbours beyond the sides can be read. A
/// sweep passes the rows once: links and strain of a row, computed once into buffers of three rows,
/// then kick and drift of the row before. A cell needs 96 bytes of memory traffic per sweep, shared
/// by the sweeps of a block: each follows the one before it two rows behind. Threads share the
/// sweeps of a block; no bit depends on their number.
class PlaneStrain {
 public:
  /// `step` [s]; `block` sweeps at once, >= 1; the result does not depend on it. Throws
  /// ConfigurationError.
  PlaneStrain(const PlaneGridSystem& system, double step, int block);

  /// Loads positions and velocities of any state.
  void load(const State& state);
  /// Takes `steps` >= 1 steps: half a kick and a drift, kicks and drifts, half a kick.
  void run(std::int64_t steps);
  void store(State& state) const;

 private:
  struct Sweep {  ///< one of a block
    std::vector<double> buffer;
    double share{1.0};  ///< of a kick
    bool drifts{true};
    double force{0.0}, strain{0.0};  ///< on the loaded cell
  };
  [[nodiscard]] double* line(int row, int part);
  [[nodiscard]] const double* line(int row, int part) const;
  [[nodiscard]] double* line(Sweep& sweep, int which, int row) const;
  template <class F>
  void each_line(F&& f) const;
  void start(Sweep& sweep, std::int64_t step, double share, bool drifts);
  void sweep_rows(std::size_t count);
  void advance(Sweep& sweep, int row);
  void links_and_strain(Sweep& sweep, int row);
  void move(Sweep& sweep, int row);
  void damp(Sweep& sweep, int row);

  const PlaneGridSystem& system_;
  double step_;
  int columns_, rows_;
  std::size_t stride_;
  double pull_, squeeze_, lever_, bend_;  ///< of differences, into velocities times the step
  std::vector<double> damping_;           ///< of each column of a row, per step; empty: none
  std::vector<double> field_;
  std::vector<Sweep> sweeps_;
  std::vector<std::atomic<int>> moved_;  ///< rows that a thread has done with, one a thread
  std::int64_t done_{0};                 ///< steps before the next one
};

}  // namespace impactbench::mka3d_linear
