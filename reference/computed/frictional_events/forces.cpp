#include "reference/computed/frictional_events/forces.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace impactbench::computed::frictional_events {

Forces::Forces(const GeneralisedSystem& system)
    : system_(system),
      q_(system.dofs()),
      v_(system.dofs()),
      force_(system.dofs()),
      inertial_(system.dofs()),
      free_(system.dofs()),
      reactions_(Eigen::VectorXd::Zero(2 * system.constraints())),
      moved_(system.dofs()),
      row_(system.dofs()),
      mass_(system.dofs(), system.dofs()) {}

void Forces::go_to(const Phase& x) {
  std::copy_n(x.begin(), q_.size(), q_.begin());
  std::copy_n(x.begin() + q_.size(), q_.size(), v_.begin());
}

Forces::TwoRows Forces::rows_at(Eigen::Index a, const Eigen::VectorXd& q) {
  TwoRows out = TwoRows::Zero(q.size(), 2);
  system_.constraint_gradient(a, q, row_);
  out.col(0) = row_;
  if (system_.tangents() == 0) return out;
  system_.constraint_tangent(a, 0, q, row_);
  out.col(1) = row_;
  return out;
}

/// By a central difference of order 4 along v, over a thousandth of the coordinates' unit.
Eigen::Vector2d Forces::bend(Eigen::Index a) {
  const double fastest = v_.cwiseAbs().maxCoeff();
  if (!(fastest > 0.0)) return Eigen::Vector2d::Zero();
  const auto rates_at = [&](double e) {
    moved_ = q_ + e * v_;
    return Eigen::Vector2d(rows_at(a, moved_).transpose() * v_);
  };
  const auto difference = [&](double e) {
    return Eigen::Vector2d((rates_at(e) - rates_at(-e)) / (2.0 * e));
  };
  const double e = 1e-3 / fastest;
  return (4.0 * difference(e) - difference(2.0 * e)) / 3.0;
}

/// M and H of these contacts at q_.
void Forces::compute_rows(const std::vector<Eigen::Index>& which) {
  system_.mass_matrix(q_, mass_);
  llt_.compute(mass_);
  h_.resize(q_.size(), static_cast<Eigen::Index>(2 * which.size()));
  for (std::size_t k = 0; k < which.size(); ++k)
    h_.middleCols<2>(static_cast<Eigen::Index>(2 * k)) = rows_at(which[k], q_);
  pushes_ = llt_.solve(h_);
}

/// M^-1 (F + S); M from compute_rows().
void Forces::compute_free(double t) {
  system_.external_force(t, q_, v_, force_);
  system_.inertial_force(q_, v_, inertial_);
  free_ = llt_.solve(force_ + inertial_);
}

Rows Forces::acceleration(const std::vector<Eigen::Index>& which, double t, const Phase& x,
                          double still) {
  go_to(x);
  compute_rows(which);
  compute_free(t);
  Rows out;
  out.w = h_.transpose() * pushes_;
  out.b = h_.transpose() * free_;
  for (std::size_t k = 0; k < which.size(); ++k) {
    const auto n = static_cast<Eigen::Index>(2 * k);
    out.b.segment<2>(n) += bend(which[k]);
    out.friction.push_back(system_.law(which[k]).friction);
    const double slip = h_.col(n + 1).dot(v_);
    out.slides.push_back(slip > still ? 1 : slip < -still ? -1 : 0);
  }
  return out;
}

Rows Forces::impact(const std::vector<Eigen::Index>& which, const Phase& x) {
  go_to(x);
  compute_rows(which);
  Rows out;
  out.w = h_.transpose() * pushes_;
  out.b = h_.transpose() * v_;
  for (std::size_t k = 0; k < which.size(); ++k) {
    const ContactLaw law = system_.law(which[k]);
    const auto n = static_cast<Eigen::Index>(2 * k);
    out.b[n] *= 1.0 + law.restitution;
    out.b[n + 1] *= 1.0 + law.tangential_restitution;
    out.friction.push_back(law.friction);
    out.slides.push_back(0);
  }
  return out;
}

void Forces::push(const std::vector<Eigen::Index>& which, const SmallVector& p, Phase& x) {
  go_to(x);
  compute_rows(which);
  v_ += pushes_ * p;
  std::copy(v_.begin(), v_.end(), x.begin() + q_.size());
}

void Forces::settle(const std::vector<Eigen::Index>& closed, double still, Phase& x) {
  if (closed.empty()) return;
  go_to(x);
  compute_rows(closed);
  Rows rows{h_.transpose() * pushes_, h_.transpose() * v_, {}, {}};
  std::vector<Mode> modes;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const double slip = rows.b[static_cast<Eigen::Index>(2 * k) + 1];
    const double mu = system_.law(closed[k]).friction;
    rows.friction.push_back(mu);
    const bool sticks = mu > 0.0 && std::abs(slip) <= still;
    modes.push_back(sticks ? Mode::stick : slip > 0.0 ? Mode::forwards : Mode::backwards);
  }
  const auto p = forces(rows, modes);
  if (p) push(closed, *p, x);
}

void Forces::derivative(const std::vector<Mode>& modes, double t, const Phase& x, Phase& dx) {
  which_.clear(), closed_.clear();
  for (std::size_t a = 0; a < modes.size(); ++a) {
    if (modes[a] == Mode::open) continue;
    which_.push_back(static_cast<Eigen::Index>(a));
    closed_.push_back(modes[a]);
  }
  const Rows rows = acceleration(which_, t, x, 0.0);
  reactions_.setZero();
  if (!which_.empty()) {
    const auto p = forces(rows, closed_);
    exist_ = exist_ && p && p->allFinite();
    if (p) {
      free_ += pushes_ * *p;
      for (std::size_t k = 0; k < which_.size(); ++k)
        reactions_.segment<2>(2 * which_[k]) = p->segment<2>(static_cast<Eigen::Index>(2 * k));
    }
  }
  dx.resize(x.size());
  std::copy(v_.begin(), v_.end(), dx.begin());
  std::copy(free_.begin(), free_.end(), dx.begin() + q_.size());
}

double Forces::gap(Eigen::Index a, const Phase& x) {
  go_to(x);
  return system_.constraint(a, q_);
}

Eigen::Vector2d Forces::rates(Eigen::Index a, const Phase& x) {
  go_to(x);
  return rows_at(a, q_).transpose() * v_;
}

void Forces::keep(const std::vector<Eigen::Index>& closed, const std::vector<Mode>& modes,
                  Phase& x) {
  if (closed.empty()) return;
  go_to(x);
  compute_rows(closed);
  Eigen::MatrixXd held(q_.size(), 0), push(q_.size(), 0), gaps(q_.size(), 0), off(q_.size(), 0);
  Eigen::VectorXd depth(static_cast<Eigen::Index>(closed.size()));
  const auto add = [](Eigen::MatrixXd& to, const Eigen::VectorXd& column) {
    to.conservativeResize(Eigen::NoChange, to.cols() + 1);
    to.rightCols<1>() = column;
  };
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const auto n = static_cast<Eigen::Index>(2 * k);
    depth[static_cast<Eigen::Index>(k)] = system_.constraint(closed[k], q_);
    add(gaps, h_.col(n)), add(off, pushes_.col(n));
    add(held, h_.col(n)), add(push, pushes_.col(n));
    if (modes[static_cast<std::size_t>(closed[k])] == Mode::stick)
      add(held, h_.col(n + 1)), add(push, pushes_.col(n + 1));
  }
  const auto least = [](const Eigen::MatrixXd& rows, const Eigen::MatrixXd& pushes,
                        const Eigen::VectorXd& value) {
    const Eigen::MatrixXd w = rows.transpose() * pushes;
    return Eigen::VectorXd(pushes * w.completeOrthogonalDecomposition().solve(value));
  };
  v_ -= least(held, push, held.transpose() * v_);
  q_ -= least(gaps, off, depth);
  std::copy(q_.begin(), q_.end(), x.begin());
  std::copy(v_.begin(), v_.end(), x.begin() + q_.size());
}

}  // namespace impactbench::computed::frictional_events
