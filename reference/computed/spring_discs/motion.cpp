#include "reference/computed/spring_discs/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::computed::spring_discs {
namespace {

constexpr Real never = std::numeric_limits<Real>::infinity();
/// For one disc: some seconds. A piece of n discs takes n^3 times as long, and there are more of
/// them.
constexpr std::size_t most_pieces = 12000;
constexpr int most_at_once = 40;

}  // namespace

void Course::at(Real t, Vector& q, Vector& v) const {
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), t,
                                     [](Real s, const Piece& p) { return s < p.start; });
  (next == pieces.begin() ? pieces.front() : *std::prev(next)).at(t, q, v);
}

Motion::Motion(const RoundSystem& system, const Compliance& law, const State& start, Real end,
               int stages, Real tolerance)
    : contacts_(system, law),
      end_(end),
      tolerance_(tolerance),
      method_(stages),
      length_(end / 1000),
      q_(start.q.cast<Real>()),
      v_(start.v.cast<Real>()) {
  const int n = static_cast<int>(system.bodies().size());
  for (int i = 0; i < n; ++i) {
    for (int w = 0; w < static_cast<int>(system.walls().size()); ++w)
      open_.push_back({.disc = i, .partner = -1 - w});
    for (int j = i + 1; j < n; ++j)
      open_.push_back({.disc = i, .partner = j});
  }
}

std::optional<Course> Motion::run() {
  for (const Contact& c : std::vector<Contact>(open_)) {
    if (contacts_.touch(c, q_, v_).depth > 1e-16L) close(c);
  }
  const std::size_t n = contacts_.system().bodies().size(), most = most_pieces / (n * n * n * n);
  while (now_ < end_) {
    if (closed_.empty()) {
      fly();
    } else if (!step()) {
      return std::nullopt;
    }
    if (out_.pieces.size() > most || at_once_ > most_at_once) return std::nullopt;
  }
  out_.touching = !closed_.empty();
  return std::move(out_);
}

Vector Motion::stretches() const {
  Vector out(static_cast<Eigen::Index>(closed_.size()));
  for (std::size_t k = 0; k < closed_.size(); ++k)
    out[static_cast<Eigen::Index>(k)] = closed_[k].stretch;
  return out;
}

Equations Motion::equations() const {
  return {
      [this](const Vector& q, const Vector& v, const Vector& x, Vector& a) {
        contacts_.acceleration(closed_, q, v, x, a);
      },
      [this](const Vector& q, const Vector& v, Vector& w) { contacts_.slips(closed_, q, v, w); }};
}

/// Moves a contact from the open to the closed ones and decides whether it sticks.
void Motion::close(const Contact& contact) {
  std::erase_if(open_, [&](const Contact& o) {
    return o.disc == contact.disc && o.partner == contact.partner;
  });
  Contact c{.disc = contact.disc, .partner = contact.partner};
  const Touch t = contacts_.touch(c, q_, v_);
  c.direction = t.slip < 0 ? -1 : 1;
  closed_.push_back(c);
  if (!contacts_.has_friction()) return;
  if (const auto sticks = contacts_.sticks_at_first(c, t)) {
    if (*sticks) closed_.back().slip_state = SlipState::sticks;
    return;
  }
  const Real held = std::abs(contacts_.trial(t, 0)), most = contacts_.bound(c, t);
  const bool undecided = held == most && t.slip != 0;
  const bool sticks =
      undecided ? contacts_.slip_margin(closed_, closed_.size() - 1, stretches(), q_, v_) < 0
                : held <= most;
  if (sticks) closed_.back().slip_state = SlipState::sticks;
}

/// Time until an open contact closes while nothing acts but gravity.
Real Motion::time_to(const Contact& c) const {
  const Touch t = contacts_.touch(c, q_, v_);
  const Real gap = std::max(-t.depth, Real(0));
  if (!c.with_wall()) {
    const Real reach = contacts_.radius(c.disc) + contacts_.radius(c.partner);
    const Real along = -t.rate * t.distance;  // d . w
    if (!(along < 0)) return never;
    const Real square = t.rate * t.rate + t.across * t.across;
    const Real under = along * along - square * gap * (t.distance + reach);
    return under < 0 ? never : gap * (t.distance + reach) / (-along + std::sqrt(under));
  }
  const Real fall = contacts_.gravity(0) * t.nx + contacts_.gravity(1) * t.ny;  // into the wall
  const Real under = t.rate * t.rate + 2 * fall * gap;
  if (t.rate > 0) return under < 0 ? never : 2 * gap / (t.rate + std::sqrt(under));
  if (!(fall > 0)) return never;
  return (-t.rate + std::sqrt(under)) / fall;
}

void Motion::fly() {
  Real wait = end_ - now_;
  const Contact* first = nullptr;
  for (const Contact& c : open_) {
    const Real time = time_to(c);
    if (time < wait) {
      wait = time;
      first = &c;
    }
  }
  Piece piece{now_, wait, Matrix::Zero(q_.size(), 3)};
  piece.position.col(0) = q_;
  piece.position.col(1) = wait * v_;
  for (Eigen::Index k = 0; k < q_.size(); ++k) {
    if (k % 3 != 2) piece.position(k, 2) = wait * wait / 2 * contacts_.gravity(k % 3);
  }
  if (wait > 0) {
    piece.at(now_ + wait, q_, v_);
    out_.pieces.push_back(piece);
    at_once_ = 0;
  }
  now_ += wait;
  if (first == nullptr) return;
  const Contact closing = *first;
  ++at_once_;
  if (now_ > 0) out_.begins.push_back(static_cast<double>(now_));
  out_.events.push_back(static_cast<double>(now_));
  close(closing);
}

std::vector<Motion::Guard> Motion::guards() const {
  std::vector<Guard> out;
  for (std::size_t k = 0; k < open_.size(); ++k)
    out.push_back({Kind::closes, k, 4e-18L});
  for (std::size_t k = 0; k < closed_.size(); ++k) {
    out.push_back({Kind::opens, k, 4e-18L});
    if (contacts_.dissipates(closed_[k])) out.push_back({Kind::presses, k, 1e-12L});
    if (contacts_.has_friction() && closed_[k].presses) out.push_back({Kind::slips, k, 1e-11L});
  }
  return out;
}

Real Motion::value(const Guard& guard, const Vector& q, const Vector& v,
                   const Vector& stretch) const {
  if (guard.kind == Kind::closes) return -contacts_.touch(open_[guard.which], q, v).depth;
  if (guard.kind == Kind::slips) return contacts_.slip_margin(closed_, guard.which, stretch, q, v);
  const Contact& c = closed_[guard.which];
  const Touch t = contacts_.touch(c, q, v);
  if (guard.kind == Kind::opens) return t.depth;
  if (!(t.force_scale > 0)) return 0;
  return (c.presses ? t.force : -t.force) / t.force_scale;
}

/// The part of the step at which a guard is zero, that is negative at `high` and not at `low`.
Real Motion::first_zero(const Guard& guard, const Piece& piece, Real low, Real high) const {
  Vector q, v;
  for (int halving = 0; halving < 80 && high - low > 1e-19L; ++halving) {
    const Real middle = (low + high) / 2;
    piece.at(piece.start + middle * piece.length, q, v);
    (value(guard, q, v, method_.stretch(middle)) < 0 ? high : low) = middle;
  }
  return high;
}

/// The largest depths between two parts of a step.
void Motion::record_depths(const Piece& piece, Real low, Real high) {
  Vector q, v;
  for (const Contact& c : closed_) {
    const auto touch = [&](Real part) {
      piece.at(piece.start + part * piece.length, q, v);
      return contacts_.touch(c, q, v);
    };
    const Touch first = touch(low), last = touch(high);
    out_.deepest = std::max({out_.deepest, first.depth, last.depth});
    if (!(first.rate > 0 && last.rate < 0)) continue;
    Real a = low, b = high;
    for (int halving = 0; halving < 60; ++halving) {
      const Real middle = (a + b) / 2;
      (touch(middle).rate > 0 ? a : b) = middle;
    }
    out_.deepest = std::max(out_.deepest, touch(a).depth);
  }
}

void Motion::handle(const Guard& guard) {
  out_.events.push_back(static_cast<double>(now_));
  if (guard.kind == Kind::closes) {
    const Contact c = open_[guard.which];
    if (now_ > 0) out_.begins.push_back(static_cast<double>(now_));
    close(c);
    return;
  }
  Contact& c = closed_[guard.which];
  const Touch t = contacts_.touch(c, q_, v_);
  if (guard.kind == Kind::opens) {
    open_.push_back({.disc = c.disc, .partner = c.partner});
    closed_.erase(closed_.begin() + static_cast<std::ptrdiff_t>(guard.which));
    return;
  }
  if (guard.kind == Kind::presses) {
    c.presses = !c.presses;
    c.slip_state = SlipState::slides;
    c.direction = t.slip < 0 ? -1 : 1;
  } else if (c.slip_state == SlipState::sticks) {
    c.slip_state = SlipState::slides;
    c.direction = contacts_.trial(t, c.stretch) > 0 ? -1 : 1;
  } else {
    if (contacts_.has_spring()) c.stretch = contacts_.sliding_stretch(c, t);
    c.slip_state = SlipState::sticks;
  }
}

bool Motion::step() {
  const Equations forces = equations();
  const Vector start = stretches();
  const Real reach = contacts_.system().largest_radius();
  Real defect = 0;
  for (;;) {
    const bool last = length_ >= end_ - now_;
    if (last) length_ = end_ - now_;
    if (length_ < 1e-17L && !last) return false;
    if (!method_.solve(forces, q_, v_, start, length_)) {
      length_ /= 4;
      continue;
    }
    const Real velocity = method_.velocity_defect(reach);
    // Velocities within a step may be off by 100 times what positions are: contacts last 10 ms.
    defect = std::max(velocity / (100 * tolerance_), velocity * length_ / tolerance_);
    if (defect <= 1) break;
    length_ *= std::max(Real(0.1), Real(0.9) * std::pow(defect, Real(-1) / method_.stages()));
  }
  const Piece piece = method_.piece(now_);
  out_.pieces.push_back(piece);
  const int samples = 12;
  const std::vector<Guard> all = guards();
  Vector q, v;
  for (int k = 1; k <= samples; ++k) {
    const Real before = Real(k - 1) / samples, part = Real(k) / samples;
    piece.at(now_ + part * length_, q, v);
    Vector stretch = method_.stretch(part);
    const Guard* found = nullptr;
    Real when = part;
    // A guard that is negative before another one, and positive again at the sample, is seen at the
    // zero of that one. Two that are zero at once would take turns without end.
    for (bool again = true; again;) {
      again = false;
      for (const Guard& guard : all) {
        if (&guard == found || !(value(guard, q, v, stretch) < -guard.slack)) continue;
        const Real zero = first_zero(guard, piece, before, when);
        if (found != nullptr && !(zero < when)) continue;
        when = zero;
        found = &guard;
        again = true;
        piece.at(now_ + when * length_, q, v);
        stretch = method_.stretch(when);
      }
    }
    record_depths(piece, before, when);
    if (found == nullptr) continue;
    piece.at(now_ + when * length_, q_, v_);
    const Vector moved = method_.stretch(when);
    for (std::size_t c = 0; c < closed_.size(); ++c) {
      if (closed_[c].slip_state == SlipState::sticks)
        closed_[c].stretch = moved[static_cast<Eigen::Index>(c)];
    }
    at_once_ = when * length_ > 1e-16L ? 0 : at_once_ + 1;
    now_ += when * length_;
    handle(*found);
    return true;
  }
  at_once_ = 0;
  piece.at(now_ + length_, q_, v_);
  const Vector moved = method_.stretch(1);
  for (std::size_t c = 0; c < closed_.size(); ++c) {
    if (closed_[c].slip_state == SlipState::sticks)
      closed_[c].stretch = moved[static_cast<Eigen::Index>(c)];
  }
  now_ += length_;
  length_ *= defect > 0
                 ? std::min(Real(3), Real(0.9) * std::pow(defect, Real(-1) / method_.stages()))
                 : Real(3);
  return true;
}

}  // namespace impactbench::computed::spring_discs
