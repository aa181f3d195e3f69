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

/// A segment of a graph and the distance of a point from it.
struct Nearest {
  std::size_t segment;
  double distance;
};

double distance_to(Point p, const std::vector<Point>& graph, std::size_t segment) {
  return distance_to_segment(p, graph[segment], graph[std::min(segment + 1, graph.size() - 1)]);
}

/// The segment nearest to p, or some segment that is not farther than `enough`: segments are tried
/// outwards from p's time until they are farther away in time alone than the best so far. Only the
/// largest distance counts in the end, and `enough`, the largest so far, ends most searches at
/// once; without it two graphs far apart cost the product of their sizes.
Nearest nearest(Point p, const std::vector<Point>& graph, double enough) {
  if (graph.size() == 1) return {0, distance_to(p, graph, 0)};
  const auto after = std::lower_bound(graph.begin(), graph.end(), p.t,
                                      [](const Point& g, double t) { return g.t < t; });
  const auto middle = std::max<std::ptrdiff_t>(after - graph.begin() - 1, 0);
  Nearest best{0, std::numeric_limits<double>::infinity()};
  const auto look = [&](std::size_t k) {
    const double d = distance_to(p, graph, k);
    if (d < best.distance) best = {k, d};
  };
  for (auto k = static_cast<std::size_t>(middle); k + 1 < graph.size(); ++k) {
    if (best.distance <= enough) return best;
    if (graph[k].t - p.t > best.distance) break;
    look(k);
  }
  for (auto k = static_cast<std::size_t>(middle); k-- > 0;) {
    if (best.distance <= enough) return best;
    if (p.t - graph[k + 1].t > best.distance) break;
    look(k);
  }
  return best;
}

/// Raises `worst` to the largest distance of the points between a and b from the graph. The
/// distance from one segment is convex along ab, so each segment bounds all distances by those of
/// the two ends from it: where the nearest of one end leaves nothing above `worst`, there is
/// nothing; elsewhere ab is halved, until the halves are as short as rounding.
void search(Point a, const Nearest& near_a, Point b, const Nearest& near_b,
            const std::vector<Point>& graph, double& worst) {
  const double by_a = std::max(near_a.distance, distance_to(b, graph, near_a.segment));
  const double by_b = std::max(near_b.distance, distance_to(a, graph, near_b.segment));
  const double slack = 1e-14 * (1.0 + worst);
  if (std::min(by_a, by_b) <= worst + slack) return;
  if (std::hypot(b.t - a.t, b.x - a.x) <= slack) return;
  const Point m{0.5 * (a.t + b.t), 0.5 * (a.x + b.x)};
  const Nearest near_m = nearest(m, graph, worst);
  worst = std::max(worst, near_m.distance);
  search(a, near_a, m, near_m, graph, worst);
  search(m, near_m, b, near_b, graph, worst);
}

/// Largest distance of the points of a up to the time `until` from b.
double one_sided(const std::vector<Point>& a, const std::vector<Point>& b, double until) {
  double worst = 0.0;
  if (a.front().t > until) return worst;
  Nearest here = nearest(a.front(), b, worst);
  worst = std::max(worst, here.distance);
  for (std::size_t k = 0; k + 1 < a.size() && a[k].t <= until; ++k) {
    Point end = a[k + 1];
    if (end.t > until) {
      const double w = (until - a[k].t) / (end.t - a[k].t);
      end = {until, a[k].x + w * (end.x - a[k].x)};
    }
    const Nearest there = nearest(end, b, worst);
    worst = std::max(worst, there.distance);
    search(a[k], here, end, there, b, worst);
    here = there;
  }
  return worst;
}

bool has_nan(const FilledGraph& g) {
  return std::any_of(g.value.begin(), g.value.end(), [](double x) { return std::isnan(x); });
}

}  // namespace

double hausdorff_distance(const FilledGraph& a, const FilledGraph& b, double time_scale,
                          double value_scale, double until) {
  if (has_nan(a) || has_nan(b)) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<Point> pa = scaled(a, time_scale, value_scale);
  const std::vector<Point> pb = scaled(b, time_scale, value_scale);
  return std::max(one_sided(pa, pb, until), one_sided(pb, pa, until));
}

}  // namespace impactbench
