#include "problems/model/wall.hpp"

namespace impactbench {

std::vector<Wall> box_walls(double x_low, double x_high, double y_low, double y_high) {
  return {{{x_low, y_low}, {0.0, 1.0}},
          {{x_high, y_low}, {-1.0, 0.0}},
          {{x_high, y_high}, {0.0, -1.0}},
          {{x_low, y_high}, {1.0, 0.0}}};
}

std::vector<Obstacle> half_spaces(const std::vector<Wall>& walls) {
  std::vector<Obstacle> out;
  for (const Wall& w : walls) {
    out.push_back({Obstacle::Shape::half_space,
                   {w.point.x(), w.point.y(), 0.0},
                   {w.inward.x(), w.inward.y(), 0.0}});
  }
  return out;
}

}  // namespace impactbench
