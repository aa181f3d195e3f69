#include "reference/computed/frictional_events/motion.hpp"

#include "problems/model/coordinate_arms.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace impactbench::computed::frictional_events {
namespace {

constexpr double touching = 1e-11;  ///< gaps below it are closed, of the system's length
constexpr double still = 1e-11;     ///< slower slip is none, of the unit of speed
constexpr double closing = 3e-7;    ///< of it: smaller rebounds are the rest of a series
constexpr std::size_t most_nodes = 400000;
constexpr int most_at_once = 50;

int sign_of(Mode mode) {
  return mode == Mode::forwards ? 1 : mode == Mode::backwards ? -1 : 0;
}

/// Largest rate of a gap for rates of coordinates up to 1, times their arms (CoordinateArms).
double steepness(const GeneralisedSystem& system, const Eigen::VectorXd& q) {
  double out = 0.0;
  Eigen::VectorXd g(q.size());
  const Eigen::VectorXd arms = arms_of(system);
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    system.constraint_gradient(a, q, g);
    out = std::max(out, g.cwiseQuotient(arms).cwiseAbs().sum());
  }
  return out;
}

}  // namespace

Motion::Motion(const GeneralisedSystem& system, const State& start, double end,
               const Settings& settings)
    : system_(system),
      forces_(system),
      end_(end),
      settings_(settings),
      length_(system.length()),
      speed_(steepness(system, start.q) * system.top_speed()),
      time_(system.length() / system.top_speed()),
      arms_(arms_of(system)),
      x_(static_cast<std::size_t>(2 * system.dofs())),
      error_(x_) {
  begin(start);
}

void Motion::begin(const State& start) {
  Node node{0.0, x_,
            std::vector<Mode>(static_cast<std::size_t>(system_.constraints()), Mode::open)};
  std::copy(start.q.begin(), start.q.end(), node.x.begin());
  std::copy(start.v.begin(), start.v.end(), node.x.begin() + start.q.size());
  bool approaches = false;
  for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
    if (forces_.gap(a, node.x) > touching * length_) continue;
    const double rate = forces_.rates(a, node.x)[0];
    if (rate > closing * speed_) continue;
    closed_.push_back(a);
    approaches = approaches || rate < -closing * speed_;
  }
  if (approaches) {
    hit(node);
  } else {
    choose(node, std::nullopt);
  }
}

double Motion::step(const Node& from, double h) {
  const auto rate = [&](const Phase& x, Phase& dx, double t) {
    forces_.derivative(from.modes, t, x, dx);
  };
  method_.do_step(rate, from.x, from.t, x_, h, error_);
  reached_ = from.t + h;
  const std::size_t n = x_.size() / 2;
  double worst = 0.0;
  for (std::size_t k = 0; k < 2 * n; ++k) {
    const double arm = arms_[static_cast<Eigen::Index>(k % n)];
    const double unit = length_ / arm / (k < n ? 1.0 : time_);
    const double rounded = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(x_[k]);
    const double error = std::abs(error_[k]) / std::max(settings_.tolerance * unit, rounded);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

double Motion::root(const Node& from, double h, const std::function<double()>& f) {
  const auto value = [&](double time) {
    (void)step(from, time);
    return f();
  };
  double low = 0.0, high = h, at_low = 0.0, at_high = value(h);
  for (int k = 0; k < 200 && high - low > 1e-16 * (from.t + h); ++k) {
    // Regula falsi once both ends are known, kept off them; else bisection.
    double middle = 0.5 * (low + high);
    if (at_low > 0.0 && k % 3 != 2) {
      const double share = std::clamp(at_low / (at_low - at_high), 1e-3, 1.0 - 1e-3);
      middle = low + share * (high - low);
    }
    if (!(middle > low && middle < high)) break;
    const double at = value(middle);
    (at > 0.0 ? low : high) = middle;
    (at > 0.0 ? at_low : at_high) = at;
  }
  return high;
}

Motion::Event Motion::event_of(Eigen::Index a, const Node& from, double h) {
  using Kind = Event::Kind;
  const Mode mode = from.modes[static_cast<std::size_t>(a)];
  const auto found = [&](Kind kind, double span, const std::function<double()>& f) {
    return Event{kind, a, root(from, span, f)};
  };
  Phase dx;
  const auto reaction = [&] {
    forces_.derivative(from.modes, reached_, x_, dx);
    return Eigen::Vector2d(forces_.reactions().segment<2>(2 * a));
  };
  const auto gap = [&] { return forces_.gap(a, x_); };
  if (mode == Mode::open) {
    if (gap() < 0.0) return found(Kind::hit, h, gap);
    if (!(forces_.rates(a, from.x)[0] < 0.0 && forces_.rates(a, x_)[0] > 0.0)) return {};
    const double turn = root(from, h, [&] { return -forces_.rates(a, x_)[0]; });
    (void)step(from, turn);
    return gap() < 0.0 ? found(Kind::hit, turn, gap) : Event{};
  }
  const Eigen::Vector2d r = reaction();
  if (r[0] < 0.0) return found(Kind::release, h, [&] { return reaction()[0]; });
  const double mu = system_.law(a).friction;
  if (mode == Mode::stick) {
    const auto left = [&] {
      const Eigen::Vector2d at = reaction();
      return mu * at[0] - std::abs(at[1]);
    };
    return mu * r[0] < std::abs(r[1]) ? found(Kind::slide, h, left) : Event{};
  }
  const auto slip = [&] { return sign_of(mode) * forces_.rates(a, x_)[1]; };
  return slip() < 0.0 ? found(Kind::stop, h, slip) : Event{};
}

Motion::Event Motion::first_event(const Node& from, double h) {
  Event out;
  const Phase end = x_;
  for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
    x_ = end, reached_ = from.t + h;
    const Event event = event_of(a, from, h);
    if (event.kind == Event::Kind::none) continue;
    if (out.kind == Event::Kind::none || event.time < out.time) out = event;
  }
  return out;
}

void Motion::process_event(const Event& event, const Node& from) {
  (void)step(from, event.time);
  Node node{from.t + event.time, x_, from.modes};
  at_once_ = event.time > 1e-14 * end_ ? 0 : at_once_ + 1;
  if (at_once_ > most_at_once) return stop("events follow each other at one instant");
  changes_.push_back(node.t);
  const auto a = static_cast<std::size_t>(event.a);
  switch (event.kind) {
    case Event::Kind::hit: {
      for (Eigen::Index c = 0; c < system_.constraints(); ++c) {
        const bool is_closed = std::find(closed_.begin(), closed_.end(), c) != closed_.end();
        if (is_closed || (c != event.a && forces_.gap(c, node.x) > touching * length_)) continue;
        // Impacts follow each other ever faster: rounding would decide which of them are one.
        if (c != event.a && forces_.rates(c, node.x)[0] > closing * speed_)
          return stop("contacts hit in turn, ever faster, at speeds that do not vanish");
        closed_.push_back(c);
      }
      return hit(node);
    }
    case Event::Kind::release:
      closed_.erase(std::find(closed_.begin(), closed_.end(), event.a));
      node.modes[a] = Mode::open;
      return choose(node, std::nullopt);
    case Event::Kind::stop:
      node.modes[a] = Mode::stick;
      forces_.keep(closed_, node.modes, node.x);
      return choose(node, std::nullopt);
    default: {
      Phase dx;
      forces_.derivative(from.modes, node.t, node.x, dx);
      const bool pulled_back = forces_.reactions()[2 * event.a + 1] > 0.0;
      return choose(node, Forced{{event.a, pulled_back ? Mode::backwards : Mode::forwards}});
    }
  }
}

void Motion::hit(Node& node) {
  const auto found = solutions(forces_.impact(closed_, node.x));
  if (found.size() != 1)
    return stop(found.empty() ? "an impact has no outcome" : "an impact has several outcomes");
  jump(node, found.front());
}

void Motion::jump(Node& node, const Solution& impact) {
  forces_.push(closed_, impact.p, node.x);
  if (impacts_.empty() || node.t > impacts_.back()) impacts_.push_back(node.t);
  std::erase_if(closed_,
                [&](Eigen::Index a) { return forces_.rates(a, node.x)[0] > closing * speed_; });
  forces_.settle(closed_, still * speed_, node.x);
  if (++at_once_ > most_at_once) return stop("impacts follow each other at one instant");
  choose(node, std::nullopt);
}

void Motion::choose(Node& node, const Forced& forced) {
  std::fill(node.modes.begin(), node.modes.end(), Mode::open);
  if (closed_.empty()) {
    beginnings_ = std::max<std::size_t>(beginnings_, 1);
    return nodes_.push_back(node);
  }
  const Rows rows = forces_.acceleration(closed_, node.t, node.x, still * speed_);
  std::vector<Solution> motions;
  if (forced) {
    motions = solutions(rows, [&](const std::vector<Mode>& modes) {
      const auto at = std::find(closed_.begin(), closed_.end(), forced->first);
      return modes[static_cast<std::size_t>(at - closed_.begin())] == forced->second;
    });
  }
  if (motions.empty()) motions = solutions(rows);
  // A jump of the velocity without approach, where slip alone is there to be stopped.
  std::vector<Solution> jumps;
  for (Solution& s : solutions(forces_.impact(closed_, node.x))) {
    const double moved = (rows.w * s.p).cwiseAbs().maxCoeff();
    if (moved > closing * speed_) jumps.push_back(std::move(s));
  }
  const std::size_t count = motions.size() + jumps.size();
  if (count == 0) return stop("no motion goes on");
  std::size_t which = 0;
  if (beginnings_ == 0) {
    beginnings_ = count;
    which = std::min(settings_.choice, count - 1);
  } else if (count > 1) {
    return stop("several motions go on");
  }
  if (which >= motions.size()) return jump(node, jumps[which - motions.size()]);
  const std::vector<Mode>& modes = motions[which].modes;
  for (std::size_t k = 0; k < closed_.size(); ++k)
    node.modes[static_cast<std::size_t>(closed_[k])] = modes[k];
  std::erase_if(closed_, [&](Eigen::Index a) {
    return node.modes[static_cast<std::size_t>(a)] == Mode::open;
  });
  forces_.keep(closed_, node.modes, node.x);
  nodes_.push_back(node);
}

void Motion::run() {
  double next = settings_.longest;
  while (reason_.empty() && !nodes_.empty() && nodes_.back().t < end_) {
    if (nodes_.size() > most_nodes) return stop("the motion has too many steps");
    const Node from = nodes_.back();
    const double h = std::min({next, settings_.longest, end_ - from.t});
    if (!(h > 1e-15 * end_)) return stop("steps become too short: forces grow without bound");
    const double error = step(from, h);
    if (!forces_.exist()) return stop("contact forces do not exist");
    const double growth = std::clamp(0.9 * std::pow(error, -0.125), 0.2, 4.0);
    next = h * (std::isnan(growth) ? 0.2 : growth);
    if (!(error <= 1.0)) continue;
    Node node{h == end_ - from.t ? end_ : from.t + h, x_, from.modes};
    const Event event = first_event(from, h);
    if (event.kind != Event::Kind::none) {
      process_event(event, from);
      continue;
    }
    at_once_ = 0;
    forces_.keep(closed_, node.modes, node.x);
    nodes_.push_back(std::move(node));
  }
}

void Motion::at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  if (t != asked_) {
    go_to(t);
    asked_ = t;
    answer_ = x_;
  }
  std::copy_n(answer_.begin(), q.size(), q.begin());
  std::copy_n(answer_.begin() + q.size(), v.size(), v.begin());
}

/// The state at a time within the motion into x_.
void Motion::go_to(double t) {
  const auto next = std::upper_bound(nodes_.begin(), nodes_.end(), t,
                                     [](double s, const Node& n) { return s < n.t; });
  const Node& from = next == nodes_.begin() ? *next : *std::prev(next);
  x_ = from.x;
  if (t > from.t) (void)step(from, t - from.t);
}

}  // namespace impactbench::computed::frictional_events
