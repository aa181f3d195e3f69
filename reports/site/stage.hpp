#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/picture.hpp"
#include "reports/paper/scene.hpp"

#include <string>
#include <utility>
#include <vector>

namespace impactbench {

struct OnPage {
  double x, y;  ///< [m], y upwards
};

/// The picture of a state of a problem in the plane: the position of each body, and the obstacles.
/// Discs and spheres in the plane unchanged; rods on a line at y = 0; spheres in space and the
/// cells of elastic bodies from 20 degrees above the x-y plane; coordinates by the picture of their
/// system, without one a coordinate upwards, two as a point, more over their numbers; a plane grid
/// by its displacement.
struct Stage {
  explicit Stage(const Cell& cell);

  [[nodiscard]] bool empty() const { return bodies == 0; }
  [[nodiscard]] OnPage place(const Frame& frame, std::size_t body) const;
  [[nodiscard]] bool turns() const { return kind == "discs" || kind == "picture"; }
  [[nodiscard]] double angle(const Frame& frame, std::size_t body) const;
  [[nodiscard]] bool deep() const { return kind == "spheres" && scene.bodies.dimension == 3; }
  /// The depth of a sphere in space towards the viewer [m].
  [[nodiscard]] double depth(const Frame& frame, std::size_t body) const;
  /// The point at which the force of a contact with an obstacle is drawn.
  [[nodiscard]] OnPage foot(const Frame& frame, const FrameContact& contact) const;

  Scene scene;
  const Drawn* drawn{nullptr};  ///< that has the picture
  std::string kind;             ///< discs, spheres, cells, picture, coordinates, field
  std::string what;             ///< a sentence for the caption
  std::size_t bodies{0};
  std::vector<double> radius;              ///< one per body; none: points
  std::vector<std::pair<int, int>> links;  ///< of cells, of the lines of a picture
  std::size_t circles{0};                  ///< of a picture: its first bodies; then the points
  /// Lines of obstacles; unbounded ones reach `reach` [m] beyond their point.
  [[nodiscard]] std::vector<std::pair<OnPage, OnPage>> lines(OnPage middle, double reach) const;

 private:
  void add_picture();
};

}  // namespace impactbench
