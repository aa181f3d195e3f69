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

/// How the state of a problem is shown in the plane: where each body is, and what stands around it.
/// Discs and spheres in the plane as they are; rods on a line at y = 0; spheres in space and the
/// cells of elastic bodies from 20 degrees above the x-y plane; coordinates by the picture that
/// their system has, without one a coordinate upwards, two as a point, more over their numbers; of
/// a plane grid its displacement.
struct Stage {
  explicit Stage(const Cell& cell);

  [[nodiscard]] bool empty() const { return bodies == 0; }
  [[nodiscard]] OnPage place(const Frame& frame, std::size_t body) const;
  [[nodiscard]] bool turns() const { return kind == "discs" || kind == "picture"; }
  [[nodiscard]] double angle(const Frame& frame, std::size_t body) const;
  [[nodiscard]] bool deep() const { return kind == "spheres" && scene.bodies.dimension == 3; }
  /// How far a sphere in space is towards who looks [m].
  [[nodiscard]] double depth(const Frame& frame, std::size_t body) const;
  /// Where the force of a contact with something fixed is shown to act.
  [[nodiscard]] OnPage foot(const Frame& frame, const FrameContact& contact) const;

  Scene scene;
  const Drawn* drawn{nullptr};  ///< that has the picture
  std::string kind;             ///< discs, spheres, cells, picture, coordinates, field
  std::string what;             ///< a sentence for the caption
  std::size_t bodies{0};
  std::vector<double> radius;              ///< one per body; none: points
  std::vector<std::pair<int, int>> links;  ///< of cells, of the lines of a picture
  std::size_t circles{0};                  ///< of a picture: its first bodies; then the points
  /// Lines of obstacles; what has no end reaches `reach` [m] beyond its point.
  [[nodiscard]] std::vector<std::pair<OnPage, OnPage>> lines(OnPage middle, double reach) const;

 private:
  void add_picture();
};

}  // namespace impactbench
