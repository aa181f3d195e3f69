#pragma once

#include "problems/model/round_system.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace impactbench::computed::elastic_discs {

/// Rigid, smooth, elastic discs among line walls under uniform gravity, from event to event in the
/// arithmetic of Real. Between events every disc flies on its parabola. With d the distance of two
/// centres, w its rate (constant: both have the same acceleration), s the time until they touch,
///   s = c / (-b + sqrt(b^2 - a c)),   a = w.w, b = d.w < 0, c = d.d - (r_i + r_j)^2 >= 0,
/// and at a wall of gap g, rate g' and acceleration g'' along its normal the first root of
/// g + g' s + g'' s^2 / 2 that closes it, in the form without cancellation. At the event
///   v_i += p n / m_i,  v_j -= p n / m_j,  p = 2 m_i m_j / (m_i + m_j) (w . n),  n = d / |d|.
/// The times of all events are kept in doubles; those that can be the next one are found again in
/// Real, which alone decides. Spin plays no part.
template <class Real>
class HardDiscs {
 public:
  struct Event {
    Real time{0};
    int a{0}, b{0};  ///< discs a < b, or a wall -1 - b at disc a
  };
  enum class Outcome { impact, none, tied };
  template <class T>
  struct State {
    T time{0}, x{0}, y{0}, vx{0}, vy{0};
  };
  using Body = State<Real>;  ///< right after its last event

  HardDiscs(const RoundSystem& system, const Eigen::VectorXd& q, const Eigen::VectorXd& v)
      : system_(system), n_(static_cast<int>(system.bodies().size())) {
    for (int i = 0; i < n_; ++i) {
      const Eigen::Index k = 3 * static_cast<Eigen::Index>(i);
      bodies_.push_back({Real(0), Real(q[k]), Real(q[k + 1]), Real(v[k]), Real(v[k + 1])});
    }
    for (const Body& b : bodies_)
      quick_.push_back(in_doubles(b));
    width_ = n_ + static_cast<int>(system.walls().size());
    times_.assign(static_cast<std::size_t>(n_ * width_), never);
    for (int i = 0; i < n_; ++i)
      predict_all(i);
  }

  /// Restarts from body(i) of every disc, all at one time.
  template <class F>
  void restart(F&& body) {
    for (int i = 0; i < n_; ++i) {
      bodies_[at(i)] = body(i);
      quick_[at(i)] = in_doubles(bodies_[at(i)]);
    }
    now_ = bodies_.empty() ? Real(0) : bodies_[0].time;
    for (int i = 0; i < n_; ++i)
      predict_all(i);
  }

  /// Processes the next event. Tied: its discs have another one at the same time, and it is not
  /// processed: simultaneous contacts have no order, and the result depends on it.
  Outcome next(Event& event) {
    for (;;) {
      double first = never;
      std::size_t place = 0;
      for (std::size_t k = 0; k < times_.size(); ++k) {
        if (times_[k] < first) {
          first = times_[k];
          place = k;
        }
      }
      if (first == never) return Outcome::none;
      bool found = false, tied = false;
      for (std::size_t k = 0; k < times_.size(); ++k) {
        if (!(times_[k] <= first + margin)) continue;
        const Event candidate = exactly(k);
        if (candidate.time == Real(never)) {
          times_[k] = never;
          continue;
        }
        if (!found || candidate.time < event.time) {
          tied = found && disputed(candidate, event);
          event = candidate;
          place = k;
          found = true;
        } else if (disputed(candidate, event)) {
          tied = true;
        }
      }
      if (!found) continue;
      if (tied) return Outcome::tied;
      times_[place] = never;
      collide(event);
      now_ = event.time;
      return Outcome::impact;
    }
  }

  [[nodiscard]] const std::vector<Body>& bodies() const { return bodies_; }
  [[nodiscard]] const Real& now() const { return now_; }

  [[nodiscard]] Body propagated(int disc, const Real& time) const {
    return fly(bodies_[at(disc)], time);
  }

  /// Kinetic and potential energy at the time of the last event.
  [[nodiscard]] Real energy() const {
    Real sum(0);
    for (int i = 0; i < n_; ++i) {
      const Body b = propagated(i, now_);
      sum += Real(mass(i)) * ((b.vx * b.vx + b.vy * b.vy) / 2 - Real(system_.gravity().x()) * b.x -
                              Real(system_.gravity().y()) * b.y);
    }
    return sum;
  }

 private:
  static constexpr double never = 1e300;
  /// Error bound of a time in doubles [s], and the distance of simultaneous events.
  static constexpr double margin = 1e-5, together = 1e-20;
  /// Share of the square by which a miss in doubles may be a hit; its root, times the time left, is
  /// then the error of the time.
  static constexpr double doubt = 1e-13;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] double mass(int i) const { return system_.bodies().mass[at(i)]; }
  [[nodiscard]] double radius(int i) const { return system_.bodies().radius[at(i)]; }
  static bool share(const Event& x, const Event& y) {
    return x.a == y.a || x.a == y.b || (x.b >= 0 && (x.b == y.a || x.b == y.b));
  }
  /// Whether two simultaneous events share a disc, and their order matters, unlike that of two
  /// walls at a right angle.
  [[nodiscard]] bool disputed(const Event& x, const Event& y) const {
    if (!share(x, y)) return false;
    const Real apart = x.time - y.time;
    if ((apart < 0 ? Real(-apart) : apart) > Real(together)) return false;
    if (x.b >= 0 || y.b >= 0) return true;
    const auto normal = [&](const Event& e) { return system_.wall(at(-1 - e.b)).inward; };
    return normal(x).dot(normal(y)) != 0.0;
  }

  static State<double> in_doubles(const Body& b) {
    return {static_cast<double>(b.time), static_cast<double>(b.x), static_cast<double>(b.y),
            static_cast<double>(b.vx), static_cast<double>(b.vy)};
  }
  template <class T>
  [[nodiscard]] State<T> fly(State<T> b, const T& time) const {
    const T gx(system_.gravity().x()), gy(system_.gravity().y());
    const T s = time - b.time;
    b.x += s * (b.vx + gx * s / 2);
    b.y += s * (b.vy + gy * s / 2);
    b.vx += gx * s;
    b.vy += gy * s;
    b.time = time;
    return b;
  }
  /// The radicand of a root; in doubles grazing contacts count as hits.
  template <class T>
  static bool misses(T& under, const T& square) {
    if (!(under < 0)) return false;
    if (!std::is_same_v<T, double> || under < -doubt * square) return true;
    under = T(0);
    return false;
  }

  /// Recomputes row i of the times: every disc, every wall.
  void predict_all(int i) {
    for (int other = 0; other < width_; ++other) {
      if (other == i) continue;
      const int low = other < n_ ? std::min(i, other) : i;
      const int high = other < n_ ? std::max(i, other) : other;
      const auto k = static_cast<std::size_t>(low * width_ + high);
      times_[k] = high < n_ ? pair_time(quick_[at(low)], quick_[at(high)], low, high)
                            : wall_time(quick_[at(low)], low, high - n_);
    }
  }
  [[nodiscard]] Event exactly(std::size_t k) const {
    const int low = static_cast<int>(k) / width_, high = static_cast<int>(k) % width_;
    if (high < n_) return {pair_time(bodies_[at(low)], bodies_[at(high)], low, high), low, high};
    return {wall_time(bodies_[at(low)], low, high - n_), low, n_ - 1 - high};
  }

  template <class T>
  [[nodiscard]] T pair_time(const State<T>& body_i, const State<T>& body_j, int i, int j) const {
    using std::sqrt;
    const T base = body_i.time < body_j.time ? body_j.time : body_i.time;
    const State<T> p = fly(body_i, base), o = fly(body_j, base);
    const T dx = o.x - p.x, dy = o.y - p.y, wx = o.vx - p.vx, wy = o.vy - p.vy;
    const T b = dx * wx + dy * wy;
    if (!(b < 0)) return T(never);
    const T sigma = T(radius(i)) + T(radius(j));
    T c = dx * dx + dy * dy - sigma * sigma;
    if (c < 0) c = T(0);  // touching, to rounding
    T under = b * b - (wx * wx + wy * wy) * c;
    if (misses<T>(under, b * b)) return T(never);
    return base + c / (sqrt(under) - b);
  }

  template <class T>
  [[nodiscard]] T wall_time(const State<T>& body, int i, int wall) const {
    using std::sqrt;
    const Wall& w = system_.wall(at(wall));
    const T nx(w.inward.x()), ny(w.inward.y());
    T gap = (body.x - T(w.point.x())) * nx + (body.y - T(w.point.y())) * ny - T(radius(i));
    if (gap < 0) gap = T(0);  // touching, to rounding
    const T rate = body.vx * nx + body.vy * ny;
    const T fall = T(system_.gravity().x()) * nx + T(system_.gravity().y()) * ny;
    T under = rate * rate - 2 * fall * gap;
    if (rate < 0) {
      if (misses<T>(under, rate * rate)) return T(never);
      return body.time + 2 * gap / (sqrt(under) - rate);
    }
    if (!(fall < 0)) return T(never);
    return body.time + (rate + sqrt(under)) / -fall;
  }

  void collide(const Event& e) {
    Body& p = bodies_[at(e.a)];
    p = fly(p, e.time);
    if (e.b < 0) {
      const Wall& w = system_.wall(at(-1 - e.b));
      const Real nx(w.inward.x()), ny(w.inward.y());
      const Real rate = p.vx * nx + p.vy * ny;
      p.vx -= 2 * rate * nx;
      p.vy -= 2 * rate * ny;
      quick_[at(e.a)] = in_doubles(p);
      predict_all(e.a);
      return;
    }
    using std::sqrt;
    Body& o = bodies_[at(e.b)];
    o = fly(o, e.time);
    const Real dx = o.x - p.x, dy = o.y - p.y;
    const Real length = sqrt(Real(dx * dx + dy * dy));
    const Real nx = dx / length, ny = dy / length;
    const Real m_p(mass(e.a)), m_o(mass(e.b));
    const Real push = 2 * m_p * m_o / (m_p + m_o) * ((o.vx - p.vx) * nx + (o.vy - p.vy) * ny);
    p.vx += push / m_p * nx;
    p.vy += push / m_p * ny;
    o.vx -= push / m_o * nx;
    o.vy -= push / m_o * ny;
    quick_[at(e.a)] = in_doubles(p);
    quick_[at(e.b)] = in_doubles(o);
    predict_all(e.a);
    predict_all(e.b);
  }

  const RoundSystem& system_;
  int n_, width_{0};
  Real now_{0};
  std::vector<Body> bodies_;
  std::vector<State<double>> quick_;  ///< the same in doubles
  std::vector<double> times_;         ///< of row i, column j > i or wall n + k [s]
};

}  // namespace impactbench::computed::elastic_discs
