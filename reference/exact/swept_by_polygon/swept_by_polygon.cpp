#include "reference/exact/swept_by_polygon/swept_by_polygon.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

namespace impactbench::exact::swept_by_polygon {
namespace {

using std::numbers::pi;
using Vec2 = Eigen::Vector2d;

constexpr double never = std::numeric_limits<double>::infinity();

/// From `begin` on: moved by face a, carried by the corner of a and b, or at rest (a < 0).
struct Piece {
  double begin;
  int a, b;
  Vec2 q;  ///< at the beginning
};

class Course {
 public:
  explicit Course(const Problem& p)
      : orbit_(number(p, "orbit")), w_(number(p, "rate")), inradius_(number(p, "inradius")) {
    const int sides = static_cast<int>(number(p, "sides"));
    for (int a = 0; a < sides; ++a) {
      const double angle = pi / 180.0 * number(p, "first") + 2.0 * pi * a / sides;
      normals_.emplace_back(std::cos(angle), std::sin(angle));
    }
    pieces_.push_back(begun(0.0, p.initial.q));
    while (pieces_.back().begin <= p.horizon)
      pieces_.push_back(next(pieces_.back()));
  }

  void at(double t, Vec2& q, Vec2& v) const {
    std::size_t k = pieces_.size() - 1;
    while (k > 0 && pieces_[k].begin > t)
      --k;
    q = place(pieces_[k], t);
    v = velocity(pieces_[k], t);
  }
  /// Where another piece begins: with a jump of the velocity, as a face or a corner comes, or
  /// without.
  [[nodiscard]] std::vector<double> begins(double horizon, bool jumps) const {
    std::vector<double> out;
    for (std::size_t k = 1; k < pieces_.size() && pieces_[k].begin <= horizon; ++k) {
      const Piece &before = pieces_[k - 1], &now = pieces_[k];
      if (before.a == now.a && before.b == now.b) continue;
      const Vec2 jump = velocity(now, now.begin) - velocity(before, now.begin);
      if ((jump.norm() > 1e-9 * orbit_ * w_) == jumps) out.push_back(now.begin);
    }
    return out;
  }

 private:
  [[nodiscard]] const Vec2& normal(int a) const { return normals_[static_cast<std::size_t>(a)]; }
  [[nodiscard]] int sides() const { return static_cast<int>(normals_.size()); }
  [[nodiscard]] double period() const { return 2.0 * pi / w_; }
  [[nodiscard]] Vec2 centre(double t) const {
    return orbit_ * Vec2(std::cos(w_ * t) - 1.0, std::sin(w_ * t));
  }
  [[nodiscard]] Vec2 rate(double t) const {
    return orbit_ * w_ * Vec2(-std::sin(w_ * t), std::cos(w_ * t));
  }
  [[nodiscard]] Vec2 place(const Piece& p, double t) const {
    const Vec2 shift = centre(t) - centre(p.begin);
    if (p.b >= 0) return p.q + shift;
    if (p.a >= 0) return p.q + normal(p.a).dot(shift) * normal(p.a);
    return p.q;
  }
  [[nodiscard]] Vec2 velocity(const Piece& p, double t) const {
    if (p.b >= 0) return rate(t);
    if (p.a >= 0) return normal(p.a).dot(rate(t)) * normal(p.a);
    return Vec2::Zero();
  }

  /// Events that are closer in time than this coincide: it is the rounding of a time [s].
  [[nodiscard]] double instant(double t) const {
    return 1e-12 * period() + 8.0 * std::numeric_limits<double>::epsilon() * t;
  }
  /// The first time after t at which u.c has fallen by `amount` > 0 below its value at t; infinite
  /// if it does not.
  [[nodiscard]] double falls(const Vec2& u, double amount, double t) const {
    const double angle = std::atan2(u.y(), u.x()), size = orbit_ * u.norm();
    const double cosine = std::cos(w_ * t - angle) - amount / size;
    if (!(cosine > -1.0 + 1e-12)) return never;  // grazing pushes nothing
    return after((angle + std::acos(std::min(cosine, 1.0))) / w_, t);
  }
  /// The first time after t at which u.c ceases to fall.
  [[nodiscard]] double turns(const Vec2& u, double t) const {
    return after((std::atan2(u.y(), u.x()) + pi) / w_, t);
  }
  [[nodiscard]] double after(double root, double t) const {
    return root + period() * std::ceil((t + instant(t) - root) / period());
  }
  [[nodiscard]] double gap(int a, const Vec2& q, double t) const {
    return inradius_ - normal(a).dot(q - centre(t));
  }

  /// The piece that begins at t: q' is the shortest vector with m_a.(q' - c') <= 0 for each closed
  /// face, of which there are two at most; c' a little later, as it may be along a face at t.
  [[nodiscard]] Piece begun(double t, const Vec2& q) const {
    const Vec2 now = rate(t + 2.0 * instant(t));
    std::vector<int> closed;
    for (int a = 0; a < sides(); ++a)
      if (gap(a, q, t) <= 2.0 * orbit_ * w_ * instant(t)) closed.push_back(a);
    const auto comes = [&](int a) { return normal(a).dot(now) < 0.0; };
    const auto suffices = [&](int a) {
      return comes(a) && std::all_of(closed.begin(), closed.end(), [&](int b) {
               return b == a || normal(a).dot(now) * normal(a).dot(normal(b)) <= normal(b).dot(now);
             });
    };
    if (std::none_of(closed.begin(), closed.end(), comes)) return {t, -1, -1, q};
    const auto alone = std::find_if(closed.begin(), closed.end(), suffices);
    if (alone != closed.end()) return {t, *alone, -1, q};
    return {t, closed.front(), closed.back(), q};
  }
  [[nodiscard]] Piece next(const Piece& p) const {
    const double t = p.b >= 0 ? corner_ends(p) : face_ends(p);
    return std::isfinite(t) ? begun(t, place(p, t)) : Piece{never, p.a, p.b, p.q};
  }
  /// At rest or at a face: another face comes, or the normal speed of this one is zero.
  [[nodiscard]] double face_ends(const Piece& p) const {
    double out = p.a >= 0 ? turns(normal(p.a), p.begin) : never;
    // f_b changes as c moves along the part of m_b that the point does not follow.
    for (int b = 0; b < sides(); ++b) {
      if (b == p.a) continue;
      Vec2 along = normal(b);
      if (p.a >= 0) along -= normal(p.a).dot(normal(b)) * normal(p.a);
      if (along.norm() > 1e-12) out = std::min(out, falls(along, gap(b, p.q, p.begin), p.begin));
    }
    return out;
  }
  /// c' = -p_a m_a - p_b m_b; p_a = -d.c', d normal to m_b with d.m_a = 1.
  [[nodiscard]] double corner_ends(const Piece& p) const {
    double out = never;
    for (const auto& [leaves, stays] : {std::pair(p.a, p.b), std::pair(p.b, p.a)}) {
      Vec2 d(-normal(stays).y(), normal(stays).x());
      d /= d.dot(normal(leaves));
      out = std::min(out, turns(d, p.begin));
    }
    return out;
  }

  double orbit_, w_, inradius_;
  std::vector<Vec2> normals_;
  std::vector<Piece> pieces_;
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "moving_polygon") return std::nullopt;
  const auto course = std::make_shared<const Course>(problem);
  const double T = problem.horizon;
  Truth out;
  out.source = "exact/swept_by_polygon";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-12;
  out.event_times = course->begins(T, true);
  out.corners = course->begins(T, false);
  out.sampling_order = 2.0;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= T * (1.0 + 1e-12))) return false;
    Vec2 place, rate;
    course->at(t, place, rate);
    q = place;
    v = rate;
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "swept_by_polygon",
          .summary = "a point in a polygon that runs round a circle: faces and corners in turn",
          .source = "roots of trigonometric functions, event by event",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::swept_by_polygon
