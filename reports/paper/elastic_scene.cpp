#include "reports/paper/elastic_scene.hpp"

#include "problems/model/plane_grid_system.hpp"
#include "problems/model/polyhedral_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

struct OnPaper {
  double x, y;
};

OnPaper seen(const Vec3& p) {
  const double turn = -std::numbers::pi / 3.0, tilt = std::numbers::pi / 9.0;
  const double depth = std::cos(turn) * p.x() + std::sin(turn) * p.y();
  return {-std::sin(turn) * p.x() + std::cos(turn) * p.y(),
          std::cos(tilt) * p.z() - std::sin(tilt) * depth};
}

void widen(std::optional<double>& low, std::optional<double>& high, double value, double margin) {
  low = std::min(low.value_or(value - margin), value - margin);
  high = std::max(high.value_or(value + margin), value + margin);
}

}  // namespace

std::vector<Curve> nets(const std::vector<double>& times, const KeyEntry& entry, const Scene& scene,
                        const std::vector<Frame>& frames, Plot& plot) {
  const auto* body = polyhedral_system(*scene.problem.system);
  if (body == nullptr) return {};
  plot.equal_scale = true;
  std::vector<Curve> out;
  for (const double t : times) {
    const Frame& frame = nearest(frames, t);
    const auto place = [&](int cell) {
      const std::size_t i = 7 * static_cast<std::size_t>(cell);
      return seen({frame.q.at(i), frame.q.at(i + 1), frame.q.at(i + 2)});
    };
    for (const CellLink& link : body->links()) {
      const OnPaper a = place(link.a), b = place(link.b);
      out.push_back(
          {out.empty() ? entry.label : "", {a.x, b.x}, {a.y, b.y}, entry.style, Stroke::line});
      for (const OnPaper& end : {a, b}) {
        const double margin = 0.5 * link.distance;
        widen(plot.x_low, plot.x_high, end.x, margin);
        widen(plot.y_low, plot.y_high, end.y, margin);
      }
    }
  }
  return out;
}

FieldPanel field_of(const Scene& scene, const Frame& frame) {
  FieldPanel out{fmt::format("t = {:.3g} s", frame.time), {}};
  const auto* grid = plane_grid_system(*scene.problem.system);
  if (grid == nullptr) return out;
  const PlaneGridSystem::Layout& layout = grid->layout();
  for (int k = 0; k < layout.rows; ++k) {
    for (int i = 1 - layout.columns; i < layout.columns; ++i) {
      const auto at = [&](int part) {
        return frame.q.at(static_cast<std::size_t>(grid->index(part, std::abs(i), k)));
      };
      out.points.push_back({i * layout.edge, (k + 0.5) * layout.edge, std::hypot(at(0), at(1))});
    }
  }
  return out;
}

}  // namespace impactbench
