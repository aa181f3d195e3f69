#include "reference/support/stopped_elements.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

constexpr std::size_t most_events = 10000;
constexpr Eigen::Index most_coordinates = 600;

/// The zero of f between a and b, where its signs differ, to rounding.
template <class F>
double zero(F&& f, double a, double b) {
  const bool rising = f(b) > 0.0;
  for (int halving = 0; halving < 200; ++halving) {
    const double middle = 0.5 * (a + b);
    if (!(a < middle && middle < b)) break;
    ((f(middle) > 0.0) == rising ? b : a) = middle;
  }
  return b;
}

/// The motions with g . u = 0, in columns.
Eigen::MatrixXd joined_motions(const Eigen::VectorXd& gradient) {
  const Eigen::Index n = gradient.size();
  Eigen::Index first = 0;
  while (gradient[first] == 0.0)
    ++first;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(n, n - 1);
  for (Eigen::Index j = 0, column = 0; j < n; ++j) {
    if (j == first) continue;
    out(j, column) = 1.0;
    out(first, column++) = -gradient[j] / gradient[first];
  }
  return out;
}

}  // namespace

StoppedElements::Bodies StoppedElements::elements(const std::vector<Bar>& bars, bool consistent,
                                                  double gravity) {
  Eigen::Index n = 0;
  for (const Bar& bar : bars)
    n += bar.nodes;
  Bodies out{Eigen::MatrixXd::Zero(n, n),
             Eigen::MatrixXd::Zero(n, n),
             Eigen::VectorXd::Zero(n),
             Eigen::VectorXd::Zero(n),
             0,
             0};
  Eigen::Matrix2d pulls, shares;
  pulls << 1.0, -1.0, -1.0, 1.0;
  shares << 2.0, 1.0, 1.0, 2.0;
  if (!consistent) shares << 3.0, 0.0, 0.0, 3.0;
  Eigen::Index node = 0;
  for (const Bar& bar : bars) {
    const double d = bar.length / static_cast<double>(bar.nodes - 1);
    for (Eigen::Index last = node + bar.nodes - 1; node < last; ++node) {
      out.mass.block<2, 2>(node, node) += bar.density * d / 6.0 * shares;
      out.stiffness.block<2, 2>(node, node) += bar.stiffness / d * pulls;
      out.weight.segment<2>(node).array() -= 0.5 * bar.density * d * gravity;
    }
    ++node;
  }
  return out;
}

StoppedElements::StoppedElements(const Bodies& bodies)
    : mass_(bodies.mass), gradient_(bodies.gradient) {
  answer_ = mass_.llt().solve(gradient_);
  answer_ /= gradient_.dot(answer_);
  reaction_ = bodies.stiffness * answer_;
  const Eigen::Index n = gradient_.size();
  for (const bool pressed : {false, true}) {
    const Eigen::MatrixXd motions =
        pressed ? joined_motions(gradient_) : Eigen::MatrixXd::Identity(n, n);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solved(
        motions.transpose() * bodies.stiffness * motions, motions.transpose() * mass_ * motions);
    Modes& m = modes_[pressed ? 1 : 0];
    m.omega = solved.eigenvalues().cwiseMax(0.0).cwiseSqrt();
    m.omega.head(pressed ? bodies.joined : bodies.loose).setZero();
    m.shapes = motions * solved.eigenvectors();
    m.push = m.shapes.transpose() * bodies.weight;
    m.signal = m.shapes.transpose() * (pressed ? reaction_ : gradient_);
    m.constant = pressed ? -answer_.dot(bodies.weight) : 0.0;
  }
  const double high = std::max(modes(false).omega.maxCoeff(), modes(true).omega.maxCoeff());
  stride_ = 2.0 * std::numbers::pi / (16.0 * high);
}

StoppedElements::Phase StoppedElements::phase(double begin, bool pressed, const Eigen::VectorXd& u,
                                              const Eigen::VectorXd& v) const {
  const Modes& m = modes(pressed);
  Phase out{begin, pressed, Eigen::VectorXd::Zero(m.omega.size()),
            m.shapes.transpose() * (mass_ * u), m.shapes.transpose() * (mass_ * v)};
  for (Eigen::Index k = 0; k < m.omega.size(); ++k) {
    const double w = m.omega[k];
    if (w == 0.0) continue;
    out.where[k] = m.push[k] / (w * w);
    out.cosine[k] -= out.where[k];
    out.sine[k] /= w;
  }
  return out;
}

void StoppedElements::evaluate(const Phase& phase, double t, Eigen::VectorXd& u,
                               Eigen::VectorXd& v) const {
  const Modes& m = modes(phase.pressed);
  const double s = t - phase.begin;
  Eigen::VectorXd place(m.omega.size()), rate(m.omega.size());
  for (Eigen::Index k = 0; k < m.omega.size(); ++k) {
    const double w = m.omega[k], c = phase.cosine[k], z = phase.sine[k];
    if (w == 0.0) {
      place[k] = c + s * (z + 0.5 * s * m.push[k]);
      rate[k] = z + s * m.push[k];
    } else {
      const double cosine = std::cos(w * s), sine = std::sin(w * s);
      place[k] = phase.where[k] + c * cosine + z * sine;
      rate[k] = w * (z * cosine - c * sine);
    }
  }
  u.noalias() = m.shapes * place;
  v.noalias() = m.shapes * rate;
}

StoppedElements::Signal StoppedElements::signal(const Phase& phase, double s) const {
  const Modes& m = modes(phase.pressed);
  Signal out{m.constant, 0.0};
  for (Eigen::Index k = 0; k < m.omega.size(); ++k) {
    const double w = m.omega[k], c = phase.cosine[k], z = phase.sine[k];
    if (w == 0.0) {
      out.value += m.signal[k] * (c + s * (z + 0.5 * s * m.push[k]));
      out.rate += m.signal[k] * (z + s * m.push[k]);
    } else {
      const double cosine = std::cos(w * s), sine = std::sin(w * s);
      out.value += m.signal[k] * (phase.where[k] + c * cosine + z * sine);
      out.rate += m.signal[k] * w * (z * cosine - c * sine);
    }
  }
  return out;
}

/// When the signal of the phase falls below 0. Looked at sixteen times in the shortest period;
/// between two looks of one sign a turn is looked at too.
std::optional<double> StoppedElements::next_event(const Phase& phase, double end) const {
  const auto look = [&](double s) { return signal(phase, s); };
  const auto value = [&](double s) { return look(s).value; };
  const double length = end - phase.begin;
  // At its begin the signal is 0, or a rounding off it, and rises.
  Signal before = look(0.0);
  before = {std::max(0.0, before.value), std::max(0.0, before.rate)};
  for (double s = 0.0; s < length; s += stride_) {
    const double next = s + stride_;
    const Signal after = look(next);
    double until = next;
    if (!(after.value < 0.0)) {
      if (!(before.rate < 0.0 && after.rate > 0.0)) {
        before = after;
        continue;
      }
      until = zero([&](double at) { return look(at).rate; }, s, next);
      if (!(value(until) < 0.0)) {
        before = after;
        continue;
      }
    }
    // Not the begin itself, where rounding has a sign of its own.
    double from = s == 0.0 ? 0.5 * until : s;
    for (int halving = 0; s == 0.0 && !(value(from) > 0.0); ++halving, from *= 0.5) {
      if (halving == 40) return phase.begin;
    }
    const double event = phase.begin + zero(value, from, until);
    if (event > end) return std::nullopt;
    return event;
  }
  return std::nullopt;
}

bool StoppedElements::stop(Eigen::VectorXd& u, Eigen::VectorXd& v) const {
  u -= answer_ * gradient_.dot(u);
  v -= answer_ * gradient_.dot(v);
  // Pressed, or about to be.
  const double push = reaction_.dot(u) + modes(true).constant;
  const double none = 1e-12 * reaction_.norm() * size_;
  return push > none || (push >= -none && reaction_.dot(v) > 0.0);
}

std::optional<StoppedElements> StoppedElements::motion(const Bodies& bodies,
                                                       const Eigen::VectorXd& start,
                                                       const Eigen::VectorXd& speeds, double end) {
  if (start.size() > most_coordinates) return std::nullopt;
  StoppedElements out(bodies);
  out.size_ = start.norm() + end * speeds.norm();
  Eigen::VectorXd u = start, v = speeds;
  out.phases_.push_back(out.phase(0.0, false, u, v));
  while (const auto event = out.next_event(out.phases_.back(), end)) {
    if (out.phases_.size() > most_events) return std::nullopt;
    const bool arrives = !out.phases_.back().pressed;
    out.evaluate(out.phases_.back(), *event, u, v);
    if (arrives) out.impacts_.push_back(*event);
    const bool stays = arrives && out.stop(u, v);
    out.phases_.push_back(out.phase(*event, stays, u, v));
  }
  return out;
}

void StoppedElements::at(double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const {
  auto after = std::upper_bound(phases_.begin(), phases_.end(), t,
                                [](double time, const Phase& p) { return time < p.begin; });
  if (after != phases_.begin()) --after;
  evaluate(*after, t, u, v);
}

}  // namespace impactbench
