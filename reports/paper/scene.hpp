#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/problem.hpp"
#include "reports/paper/figure_panel.hpp"
#include "reports/plots/snapshots.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impactbench {

/// A problem made again from a cell, for radii, masses and the box of round bodies. It has views
/// into itself: neither copied nor moved.
struct Scene {
  explicit Scene(const Cell& cell);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  Problem problem;
  RoundBodies bodies{};  ///< none in a problem of elastic bodies
  Window window;         ///< the box that four walls make, else the default
};

/// The faces of the obstacles, cut to the window if they are unbounded.
[[nodiscard]] std::vector<DrawnWall> walls_of(const Scene& scene, const Window& window);

/// The frame nearest to a time [s]; there must be one.
[[nodiscard]] const Frame& nearest(const std::vector<Frame>& frames, double t);

/// A coordinate of the position that a body has in a frame; bodies and axes are counted from 0.
[[nodiscard]] double coordinate(const Frame& frame, const Scene& scene, std::size_t body,
                                std::size_t axis);

/// A quantity of HistoryCurve over the instants that the row kept.
[[nodiscard]] Series history(const Row& row, const std::string& quantity);

/// The exact solution with rigid contact, as far as a reference covers it: positions and velocities
/// at 1000 equal parts of the horizon. `solution` if there are several. Empty if none is known.
[[nodiscard]] std::vector<Frame> exact_frames(const Scene& scene, const std::string& solution);
/// The same as a quantity of HistoryCurve.
[[nodiscard]] Series exact_history(const Scene& scene, const std::string& quantity,
                                   const std::string& solution);

}  // namespace impactbench
