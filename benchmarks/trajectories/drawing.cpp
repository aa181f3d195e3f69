#include "benchmarks/trajectories/drawing.hpp"

#include "problems/base/error.hpp"
#include "problems/contact/obstacle_edges.hpp"
#include "problems/contact/round_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <vector>

namespace impactbench {
namespace {

constexpr double width = 800.0;  // of the picture, in its units

/// Directions of the picture in space.
struct View {
  Vec3 right{1.0, 0.0, 0.0}, up{0.0, 1.0, 0.0}, towards{0.0, 0.0, 1.0};
};

View view_of(int dimension) {
  if (dimension < 3) return {};
  constexpr double turn = -std::numbers::pi / 3.0, tilt = std::numbers::pi / 9.0;
  const double c = std::cos(turn), s = std::sin(turn);
  return {{-s, c, 0.0},
          {-std::sin(tilt) * c, -std::sin(tilt) * s, std::cos(tilt)},
          {std::cos(tilt) * c, std::cos(tilt) * s, std::sin(tilt)}};
}

class Drawing {
 public:
  explicit Drawing(const Problem& problem)
      : system_(*round_system(*problem.system)),
        bodies_(round_bodies(system_)),
        start_(problem.initial),
        view_(view_of(bodies_.dimension)) {
    find_edges();
    find_frame();
  }

  std::string text() {
    const double tall = (high_.y() - low_.y()) * scale_;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 "
        "0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n",
        width, tall);
    draw_obstacles();
    draw_bodies();
    draw_velocities();
    draw_bar(tall);
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] Vec3 part(const Eigen::VectorXd& of, std::size_t i) const {
    Vec3 out = Vec3::Zero();
    out.head(bodies_.dimension) =
        of.segment(static_cast<Eigen::Index>(i) * bodies_.stride, bodies_.dimension);
    return out;
  }
  /// On the page, in metres.
  [[nodiscard]] Vec2 seen(const Vec3& x) const { return {x.dot(view_.right), x.dot(view_.up)}; }
  /// In units of the picture, downwards.
  [[nodiscard]] Vec2 page(const Vec3& x) const {
    const Vec2 p = seen(x);
    return {(p.x() - low_.x()) * scale_, (high_.y() - p.y()) * scale_};
  }

  void find_edges() {
    Vec3 low = Vec3::Constant(HUGE_VAL), high = -low;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec3 x = part(start_.q, i), r = Vec3::Constant(bodies_.radius[i]);
      low = low.cwiseMin(x - r), high = high.cwiseMax(x + r);
    }
    const Vec3 middle = 0.5 * (low + high);
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      edges_.push_back(obstacle_edges(bodies_.obstacles, k, bodies_.dimension,
                                      on_face(bodies_.obstacles[k], middle), (high - low).norm()));
    }
  }

  /// The bodies, and the obstacles no farther from them than they are wide.
  void find_frame() {
    low_ = Vec2::Constant(HUGE_VAL), high_ = -low_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec2 x = seen(part(start_.q, i)), r = Vec2::Constant(bodies_.radius[i]);
      low_ = low_.cwiseMin(x - r), high_ = high_.cwiseMax(x + r);
    }
    const Vec2 far = Vec2::Constant((high_ - low_).maxCoeff()), nearest = low_ - far,
               farthest = high_ + far;
    for (const auto& edges : edges_) {
      for (const auto& edge : edges) {
        for (const Vec3& end : edge) {
          const Vec2 p = seen(end).cwiseMax(nearest).cwiseMin(farthest);
          low_ = low_.cwiseMin(p), high_ = high_.cwiseMax(p);
        }
      }
    }
    const Vec2 margin = Vec2::Constant(0.06 * (high_ - low_).maxCoeff());
    low_ -= margin, high_ += margin;
    // Limits the aspect ratio: the picture must not be too tall or too flat.
    const double wide = high_.x() - low_.x(), tall = high_.y() - low_.y();
    if (tall > 1.5 * wide) {
      low_.x() -= 0.5 * (tall / 1.5 - wide), high_.x() += 0.5 * (tall / 1.5 - wide);
    } else if (tall < 0.25 * wide) {
      low_.y() -= 0.5 * (0.25 * wide - tall), high_.y() += 0.5 * (0.25 * wide - tall);
    }
    scale_ = width / (high_.x() - low_.x());
  }

  void line(const Vec2& a, const Vec2& b, const char* style) {
    fmt::format_to(std::back_inserter(out_),
                   "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", a.x(),
                   a.y(), b.x(), b.y(), style);
  }

  void polygon(std::initializer_list<Vec2> corners) {
    out_ += "<polygon points=\"";
    for (const Vec2& p : corners)
      fmt::format_to(std::back_inserter(out_), "{:.2f},{:.2f} ", p.x(), p.y());
    out_ += "\" fill=\"#dddddd\"/>\n";
  }

  void draw_obstacles() {
    const double thick = 8.0 / scale_;
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      const Obstacle& o = bodies_.obstacles[k];
      const bool flat = bodies_.dimension < 3;
      if (flat && o.flat() && !edges_[k].empty()) {
        const auto& [a, b] = edges_[k].front();
        polygon({page(a), page(b), page(b - thick * o.b), page(a - thick * o.b)});
      }
      if (flat && o.shape == Obstacle::Shape::box) {
        polygon(
            {page(o.a), page({o.b.x(), o.a.y(), 0.0}), page(o.b), page({o.a.x(), o.b.y(), 0.0})});
      }
      if (flat && o.shape == Obstacle::Shape::ball) {
        fmt::format_to(std::back_inserter(out_),
                       "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"#dddddd\"/>\n",
                       page(o.a).x(), page(o.a).y(), o.b[0] * scale_);
      }
      for (const auto& [a, b] : edges_[k])
        line(page(a), page(b), "stroke=\"#555555\" stroke-width=\"1.5\"");
    }
  }

  void draw_bodies() {
    std::vector<std::size_t> order(bodies_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (bodies_.dimension == 3) {
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return part(start_.q, a).dot(view_.towards) < part(start_.q, b).dot(view_.towards);
      });
    }
    for (const std::size_t i : order)
      draw_body(i);
  }

  void draw_body(std::size_t i) {
    const Vec3 x = part(start_.q, i);
    const Vec2 p = page(x);
    const double r = bodies_.radius[i] * scale_;
    fmt::format_to(std::back_inserter(out_),
                   "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"#bcd4ea\" "
                   "stroke=\"#1f4e79\"/>\n",
                   p.x(), p.y(), r);
    if (bodies_.dimension == 2 && bodies_.stride == 3) {
      const double angle = start_.q[static_cast<Eigen::Index>(3 * i) + 2];
      line(p, page(x + bodies_.radius[i] * Vec3(std::cos(angle), std::sin(angle), 0.0)),
           "stroke=\"#1f4e79\"");
    }
    const double size = std::min(14.0, 1.1 * r);
    if (size < 5.0) return;
    fmt::format_to(std::back_inserter(out_),
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.1f}\" "
                   "text-anchor=\"middle\">{}</text>\n",
                   p.x(), p.y() - 0.25 * size, size, i + 1);
  }

  /// The fastest as long as an eighth of the picture.
  void draw_velocities() {
    double fastest = 0.0;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      fastest = std::max(fastest, part(start_.v, i).norm());
    if (!(fastest > 0.0)) return;
    const double reach = width / 8.0 / scale_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Vec3 x = part(start_.q, i);
      const Vec2 from = page(x), to = page(x + reach / fastest * part(start_.v, i));
      const Vec2 along = to - from;
      if (along.norm() < 1.0) continue;
      constexpr const char* style = "stroke=\"#b03a2e\" stroke-width=\"1.5\"";
      line(from, to, style);
      const Vec2 back = -std::min(6.0, 0.4 * along.norm()) * along.normalized();
      const Vec2 side(-0.5 * back.y(), 0.5 * back.x());
      line(to, to + back + side, style);
      line(to, to + back - side, style);
    }
    fmt::format_to(std::back_inserter(out_),
                   "<text x=\"{:.0f}\" y=\"16\" font-size=\"12\" text-anchor=\"end\" "
                   "fill=\"#b03a2e\">fastest {:.4g} m/s</text>\n",
                   width - 10.0, fastest);
  }

  /// The largest of 1, 2, 5 times a power of ten that fits in a fifth of the width.
  void draw_bar(double tall) {
    const double most = 0.2 * width / scale_;
    double length = std::pow(10.0, std::floor(std::log10(most)));
    for (const double times : {5.0, 2.0}) {
      if (times * length <= most) {
        length *= times;
        break;
      }
    }
    const Vec2 a(10.0, tall - 10.0), b(10.0 + length * scale_, tall - 10.0);
    line(a, b, "stroke=\"black\" stroke-width=\"2\"");
    fmt::format_to(std::back_inserter(out_),
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"12\">{:g} m</text>\n", b.x() + 6.0,
                   b.y() + 4.0, length);
  }

  const RoundSystem& system_;
  RoundBodies bodies_;
  const State& start_;
  View view_;
  std::vector<std::vector<std::array<Vec3, 2>>> edges_;
  Vec2 low_, high_;    ///< corners of the picture [m]
  double scale_{1.0};  ///< units of the picture a metre
  std::string out_;
};

}  // namespace

std::string drawing_of(const Problem& problem) {
  if (round_system(*problem.system) == nullptr)
    throw ConfigurationError("problem " + problem.name +
                             " cannot be drawn: its bodies are not round");
  return Drawing(problem).text();
}

}  // namespace impactbench
