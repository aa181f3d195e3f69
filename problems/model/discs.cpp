#include "problems/model/discs.hpp"

namespace impactbench {

std::vector<Wall> box_walls(double x_low, double x_high, double y_low, double y_high) {
  return {{{x_low, y_low}, {0.0, 1.0}},
          {{x_high, y_low}, {-1.0, 0.0}},
          {{x_high, y_high}, {0.0, -1.0}},
          {{x_low, y_high}, {1.0, 0.0}}};
}

}  // namespace impactbench
