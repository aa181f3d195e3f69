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

/// The segments of a graph in a binary tree of the boxes around them: node k has the children
/// 2 k and 2 k + 1, the leaves are blocks of consecutive segments.
class Segments {
 public:
  explicit Segments(std::vector<Point> graph) : points_(std::move(graph)) {
    count_ = std::max<std::size_t>(1, points_.size() - 1);
    while (leaves_ * block < count_)
      leaves_ *= 2;
    boxes_.resize(2 * leaves_);
    for (std::size_t leaf = 0; leaf < leaves_; ++leaf) {
      for (std::size_t k = leaf * block; k < points_.size() && k <= (leaf + 1) * block; ++k)
        boxes_[leaves_ + leaf].take(points_[k]);
    }
    for (std::size_t node = leaves_; node-- > 1;)
      boxes_[node] = joined(boxes_[2 * node], boxes_[2 * node + 1]);
  }

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }
  [[nodiscard]] double distance(Point p, std::size_t segment) const {
    return distance_to_segment(p, points_[segment],
                               points_[std::min(segment + 1, points_.size() - 1)]);
  }

  /// The segment nearest to p, or some segment that is not farther than `enough`. Only the largest
  /// distance counts in the end, and `enough`, the largest so far, ends most searches at the
  /// segment of the same time.
  [[nodiscard]] Nearest nearest(Point p, double enough) const {
    const auto after = std::lower_bound(points_.begin(), points_.end(), p.t,
                                        [](const Point& g, double t) { return g.t < t; });
    const auto here = std::max<std::ptrdiff_t>(after - points_.begin() - 1, 0);
    const std::size_t first = std::min(static_cast<std::size_t>(here), count_ - 1);
    Nearest best{first, distance(p, first)};
    if (best.distance > enough) descend(1, p, enough, best);
    return best;
  }

 private:
  static constexpr std::size_t block = 8;
  static constexpr double far = std::numeric_limits<double>::infinity();

  struct Box {
    double t_low{far}, t_high{-far}, x_low{far}, x_high{-far};
    void take(Point p) {
      t_low = std::min(t_low, p.t), t_high = std::max(t_high, p.t);
      x_low = std::min(x_low, p.x), x_high = std::max(x_high, p.x);
    }
    /// Infinite where the box is empty.
    [[nodiscard]] double distance(Point p) const {
      return std::hypot(std::max({0.0, t_low - p.t, p.t - t_high}),
                        std::max({0.0, x_low - p.x, p.x - x_high}));
    }
  };
  static Box joined(const Box& a, const Box& b) {
    return {std::min(a.t_low, b.t_low), std::max(a.t_high, b.t_high), std::min(a.x_low, b.x_low),
            std::max(a.x_high, b.x_high)};
  }

  void descend(std::size_t node, Point p, double enough, Nearest& best) const {
    if (node >= leaves_) {
      const std::size_t begin = (node - leaves_) * block;
      for (std::size_t k = begin; k < std::min(begin + block, count_); ++k) {
        const double d = distance(p, k);
        if (d < best.distance) best = {k, d};
      }
      return;
    }
    const double left = boxes_[2 * node].distance(p), right = boxes_[2 * node + 1].distance(p);
    const std::size_t near = left <= right ? 2 * node : 2 * node + 1;
    for (const std::size_t child : {near, near ^ 1U}) {
      const double least = child % 2 == 0 ? left : right;
      if (best.distance > enough && least < best.distance) descend(child, p, enough, best);
    }
  }

  std::vector<Point> points_;
  std::size_t count_{1}, leaves_{1};
  std::vector<Box> boxes_;
};

/// Raises `worst` to the largest distance of the points between a and b from the graph. The
/// distance from one segment is convex along ab, so each segment bounds all distances by those of
/// the two ends from it: where the nearest of one end leaves nothing above `worst`, there is
/// nothing; elsewhere ab is halved, until the halves are as short as rounding.
void search(Point a, const Nearest& near_a, Point b, const Nearest& near_b, const Segments& graph,
            double& worst) {
  const double by_a = std::max(near_a.distance, graph.distance(b, near_a.segment));
  const double by_b = std::max(near_b.distance, graph.distance(a, near_b.segment));
  const double slack = 1e-14 * (1.0 + worst);
  if (std::min(by_a, by_b) <= worst + slack) return;
  if (std::hypot(b.t - a.t, b.x - a.x) <= slack) return;
  const Point m{0.5 * (a.t + b.t), 0.5 * (a.x + b.x)};
  const Nearest near_m = graph.nearest(m, worst);
  worst = std::max(worst, near_m.distance);
  search(a, near_a, m, near_m, graph, worst);
  search(m, near_m, b, near_b, graph, worst);
}

/// Largest distance of the points of a up to the time `until` from b.
double one_sided(const std::vector<Point>& a, const Segments& b, double until) {
  double worst = 0.0;
  if (a.front().t > until) return worst;
  // A coarse look first: distances that grow along the graph would else raise `worst` point by
  // point, each with a full search.
  const auto stride = static_cast<std::size_t>(std::sqrt(static_cast<double>(a.size()))) + 1;
  for (std::size_t k = 0; k < a.size() && a[k].t <= until; k += stride)
    worst = std::max(worst, b.nearest(a[k], worst).distance);
  Nearest here = b.nearest(a.front(), worst);
  worst = std::max(worst, here.distance);
  for (std::size_t k = 0; k + 1 < a.size() && a[k].t <= until; ++k) {
    Point end = a[k + 1];
    if (end.t > until) {
      const double w = (until - a[k].t) / (end.t - a[k].t);
      end = {until, a[k].x + w * (end.x - a[k].x)};
    }
    const Nearest there = b.nearest(end, worst);
    worst = std::max(worst, there.distance);
    search(a[k], here, end, there, b, worst);
    here = there;
  }
  return worst;
}

/// An infinite value is at a distance inf / inf from a segment, which std::max passes over, and the
/// search for the nearest segment never ends.
bool is_finite(const FilledGraph& g) {
  return std::all_of(g.value.begin(), g.value.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

void GraphRecorder::keep_last() {
  kept_.time.push_back(last_time_);
  kept_.value.push_back(last_value_);
  open_ = false;
}

void GraphRecorder::start_cone(double time, double value) {
  const double passed = time - kept_.time.back(), room = 1e-12 * largest_;
  low_ = (value - room - kept_.value.back()) / passed;
  high_ = (value + room - kept_.value.back()) / passed;
}

void GraphRecorder::add(double time, double value) {
  largest_ = std::max(largest_, std::abs(value));
  const bool jump = open_ && time == last_time_;
  if (jump) keep_last();
  const bool first = kept_.size() == 0, upright = !first && time == kept_.time.back();
  if (!first && !upright && open_) {
    const double slope = (value - kept_.value.back()) / (time - kept_.time.back());
    if (slope >= low_ && slope <= high_) {
      const double low = low_, high = high_;
      start_cone(time, value);
      low_ = std::max(low, low_), high_ = std::min(high, high_);
    } else {  // NaN too
      keep_last();
    }
  }
  const bool new_cone = !open_ && !first && !upright;
  last_time_ = time, last_value_ = value;
  if (first || upright) {
    keep_last();
  } else {
    open_ = true;
    if (new_cone) start_cone(time, value);
  }
}

FilledGraph GraphRecorder::graph() const {
  FilledGraph out = kept_;
  if (open_) {
    out.time.push_back(last_time_);
    out.value.push_back(last_value_);
  }
  return out;
}

double distance_from(const FilledGraph& from, const FilledGraph& to, double time_scale,
                     double value_scale, double until) {
  if (!is_finite(from) || !is_finite(to)) return std::numeric_limits<double>::quiet_NaN();
  return one_sided(scaled(from, time_scale, value_scale),
                   Segments(scaled(to, time_scale, value_scale)), until);
}

double hausdorff_distance(const FilledGraph& a, const FilledGraph& b, double time_scale,
                          double value_scale, double until) {
  if (!is_finite(a) || !is_finite(b)) return std::numeric_limits<double>::quiet_NaN();
  const Segments sa(scaled(a, time_scale, value_scale)), sb(scaled(b, time_scale, value_scale));
  return std::max(one_sided(sa.points(), sb, until), one_sided(sb.points(), sa, until));
}

}  // namespace impactbench
