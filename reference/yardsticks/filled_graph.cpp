#include "reference/yardsticks/filled_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

struct Point {
  double t, x;
};

double distance_to_segment(Point p, Point a, Point b) {
  const double dt = b.t - a.t;
  const double dx = b.x - a.x;
  const double length2 = dt * dt + dx * dx;
  double s = length2 > 0.0 ? ((p.t - a.t) * dt + (p.x - a.x) * dx) / length2 : 0.0;
  s = std::clamp(s, 0.0, 1.0);
  return std::hypot(p.t - a.t - s * dt, p.x - a.x - s * dx);
}

std::vector<Point> scaled(const FilledGraph& g, double time_scale, double value_scale) {
  std::vector<Point> out(g.size());
  for (std::size_t k = 0; k < g.size(); ++k)
    out[k] = {g.time[k] / time_scale, g.value[k] / value_scale};
  return out;
}

/// Distance of p from the polyline, or some number up to `enough` if it is not larger: segments are
/// tried outwards from p's time until they are farther away in time alone than the best so far.
/// Only the largest distance counts in the end, and `enough`, the largest so far, ends most
/// searches at once; without it two graphs far apart cost the product of their sizes.
double distance_to_graph(Point p, const std::vector<Point>& graph, double enough) {
  if (graph.size() == 1) return distance_to_segment(p, graph[0], graph[0]);
  const auto after = std::lower_bound(graph.begin(), graph.end(), p.t,
                                      [](const Point& g, double t) { return g.t < t; });
  const auto middle = std::max<std::ptrdiff_t>(after - graph.begin() - 1, 0);
  double best = std::numeric_limits<double>::infinity();
  for (auto k = static_cast<std::size_t>(middle); k + 1 < graph.size(); ++k) {
    if (best <= enough) return best;
    if (graph[k].t - p.t > best) break;
    best = std::min(best, distance_to_segment(p, graph[k], graph[k + 1]));
  }
  for (auto k = static_cast<std::size_t>(middle); k-- > 0;) {
    if (best <= enough) return best;
    if (p.t - graph[k + 1].t > best) break;
    best = std::min(best, distance_to_segment(p, graph[k], graph[k + 1]));
  }
  return best;
}

double one_sided(const std::vector<Point>& a, const std::vector<Point>& b, double until,
                 int refine) {
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Point next = k + 1 < a.size() ? a[k + 1] : a[k];
    for (int s = 0; s <= refine; ++s) {
      const double w = static_cast<double>(s) / (refine + 1);
      const Point p{a[k].t + w * (next.t - a[k].t), a[k].x + w * (next.x - a[k].x)};
      if (p.t > until) return worst;
      if (std::isnan(p.x)) return p.x;
      worst = std::max(worst, distance_to_graph(p, b, worst));
    }
  }
  return worst;
}

}  // namespace

double hausdorff_distance(const FilledGraph& a, const FilledGraph& b, double time_scale,
                          double value_scale, double until, int refine) {
  const std::vector<Point> pa = scaled(a, time_scale, value_scale);
  const std::vector<Point> pb = scaled(b, time_scale, value_scale);
  const double there = one_sided(pa, pb, until, refine);
  const double back = one_sided(pb, pa, until, refine);
  return std::isnan(there) || std::isnan(back) ? std::numeric_limits<double>::quiet_NaN()
                                               : std::max(there, back);
}

}  // namespace impactbench
