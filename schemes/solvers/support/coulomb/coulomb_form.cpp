#include "schemes/solvers/support/coulomb/coulomb_form.hpp"

#include "schemes/solvers/support/iterations/taint.hpp"

#include <limits>

namespace impactbench {
namespace {

/// x += G^T y.
IMPACTBENCH_WIDE void scatter_all(const CoulombForm& form, const double* y, double* x) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    for (std::size_t c = 0; c < form.contacts(); ++c)
      form.scatter(shape, c, y + c * shape.rows, x);
  });
}

/// w = G x + b.
IMPACTBENCH_WIDE void gather_all(const CoulombForm& form, const double* x, double* w) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    const double* b = form.b().data();
    for (std::size_t c = 0; c < form.contacts(); ++c, b += shape.rows, w += shape.rows) {
      form.gather(shape, c, x, w);
      for (std::size_t r = 0; r < shape.rows; ++r)
        w[r] += b[r];
    }
  });
}

double row_weight(const ContactProblem& problem, int body, const double* j) {
  if (body == ContactProblem::fixed) return 0.0;
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  const double* inverse = problem.inverse_mass.data() + static_cast<std::size_t>(body) * dofs;
  double sum = 0.0;
  for (std::size_t k = 0; k < dofs; ++k)
    sum += j[k] * j[k] * inverse[k];
  return sum;
}

}  // namespace

void CoulombForm::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  const auto d = static_cast<std::size_t>(rows);
  local_.reserve(body_count);
  contact_.reserve(contact_count);
  ends_.reserve(2 * contact_count);
  jacobian_.reserve(2 * d * room(contact_count, rows));
  for (auto* per_contact :
       {&friction_, &rolling_, &scale_, &rolling_scale_, &normal_weight_, &tangent_weight_})
    per_contact->reserve(contact_count);
  for (auto* per_row : {&b_, &w_})
    per_row->reserve(d * contact_count);
  x_.reserve(room(body_count, rows));
}

void CoulombForm::number_bodies(const ContactProblem& problem) {
  local_.assign(problem.inverse_mass.size() / dofs_, -1);
  bodies_ = 0;
  const auto meet = [&](int body) {
    if (body == ContactProblem::fixed) return;
    int& number = local_[static_cast<std::size_t>(body)];
    if (number < 0) number = static_cast<int>(bodies_++);
  };
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    meet(problem.body_a[c]);
    meet(problem.body_b[c]);
  }
}

void CoulombForm::load_contact(const ContactProblem& problem, std::size_t c) {
  const auto rows = static_cast<std::size_t>(rows_);
  const std::size_t first = c * rows * dofs_;
  const int bodies[2] = {problem.body_a[c], problem.body_b[c]};
  const double* jacobians[2] = {problem.jacobian_a.data() + first,
                                problem.jacobian_b.data() + first};
  const double normal =
      row_weight(problem, bodies[0], jacobians[0]) + row_weight(problem, bodies[1], jacobians[1]);
  const double tangent = rows > 1 ? tangential_weight(problem, c) : 0.0;
  const double weight = std::max(normal, tangent);
  if (weight == 0.0) {
    floor_ = std::max(floor_, -problem.b[c * rows] / unit_);
    return;
  }
  const double scale = 1.0 / std::sqrt(weight);
  contact_.push_back(static_cast<int>(c));
  scale_.push_back(scale);
  normal_weight_.push_back(normal > 0.0 ? normal : weight);
  tangent_weight_.push_back(tangent > 0.0 ? tangent : weight);
  friction_.push_back(rows > 1 ? problem.friction[c] : 0.0);
  // If nothing can roll there are no moments.
  const double arm = rows == 5 ? rolling_arm(problem, c) : 0.0;
  rolling_.push_back(arm > 0.0 ? problem.rolling[c] / arm : 0.0);
  rolling_scale_.push_back(arm * scale);
  const std::size_t kept = b_.size() / rows;
  for (std::size_t r = 0; r < rows; ++r)
    b_.push_back(this->scale(kept, r) * problem.b[c * rows + r]);
  for (int end = 0; end < 2; ++end) {
    const bool wall = bodies[end] == ContactProblem::fixed;
    const auto body = static_cast<std::size_t>(wall ? 0 : bodies[end]);
    ends_.push_back(wall ? static_cast<int>(bodies_) : local_[body]);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t row = jacobian_.size();
      jacobian_.resize(row + stride(), 0.0);
      for (std::size_t k = 0; k < dofs_ && !wall; ++k) {
        jacobian_[row + k] = this->scale(kept, r) * jacobians[end][r * dofs_ + k] *
                             std::sqrt(problem.inverse_mass[body * dofs_ + k]);
      }
    }
  }
}

bool CoulombForm::pack(const ContactProblem& problem, const std::vector<double>& p) {
  rows_ = problem.rows;
  dofs_ = static_cast<std::size_t>(problem.dofs);
  given_ = problem.size();
  unit_ = problem.velocity_unit;
  floor_ = 0.0;
  if (!(unit_ > 0.0) || !std::isfinite(unit_)) return false;
  number_bodies(problem);
  contact_.clear();
  ends_.clear();
  jacobian_.clear();
  for (auto* per_contact :
       {&b_, &friction_, &rolling_, &scale_, &rolling_scale_, &normal_weight_, &tangent_weight_})
    per_contact->clear();
  double sum = 0.0;
  for (std::size_t k = 0; k < problem.size(); ++k)
    sum += taint(problem.b[k]) + taint(p[k]);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    load_contact(problem, c);
    if (rows_ > 1 && !(problem.friction[c] >= 0.0)) return false;
    if (rows_ == 5 && !(problem.rolling[c] >= 0.0)) return false;
  }
  const auto take = [&](const auto& scaled) {
    for (const double x : scaled)
      sum += taint(x);
  };
  take(jacobian_);
  take(b_);
  take(friction_);
  take(rolling_);
  take(rolling_scale_);
  take(scale_);
  // Where a weight overflows, the scale is 0, and so is all that is scaled.
  take(normal_weight_);
  return sum == 0.0;  // not so of a NaN
}

void CoulombForm::take(const std::vector<double>& p, std::vector<double>& y) const {
  const auto rows = static_cast<std::size_t>(rows_);
  y.resize(size());
  for (std::size_t c = 0; c < contacts(); ++c) {
    const double* from = p.data() + static_cast<std::size_t>(contact_[c]) * rows;
    for (std::size_t r = 0; r < rows; ++r)
      y[c * rows + r] = scale(c, r) > 0.0 ? from[r] / scale(c, r) : 0.0;
  }
}

void CoulombForm::unpack(const std::vector<double>& y, std::vector<double>& p) const {
  const auto rows = static_cast<std::size_t>(rows_);
  p.assign(given_, 0.0);
  for (std::size_t c = 0; c < contacts(); ++c) {
    double* to = p.data() + static_cast<std::size_t>(contact_[c]) * rows;
    for (std::size_t r = 0; r < rows; ++r)
      to[r] = scale(c, r) * y[c * rows + r];
  }
}

double CoulombForm::least_unit() const {
  if (scale_.empty()) return unit_;
  return unit_ * *std::min_element(scale_.begin(), scale_.end());
}

void CoulombForm::pull(const std::vector<double>& y, std::vector<double>& x) const {
  x.assign(body_size(), 0.0);
  scatter_all(*this, y.data(), x.data());
}

void CoulombForm::velocity(const std::vector<double>& x, std::vector<double>& w) const {
  w.resize(size());
  gather_all(*this, x.data(), w.data());
}

double CoulombForm::residual(const std::vector<double>& y) {
  pull(y, x_);
  velocity(x_, w_);
  double worst = 0.0, sum = 0.0;
  with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    for (std::size_t c = 0; c < contacts(); ++c) {
      const double *yc = y.data() + c * rows, *wc = w_.data() + c * rows;
      const double up = 1.0 / scale_[c];
      const double pressure = scale_[c] * std::max(yc[0], 0.0), wt = tangent_weight_[c];
      worst =
          std::max(worst, std::abs(std::min(normal_weight_[c] * scale_[c] * yc[0], up * wc[0])));
      sum += taint(yc[0]) + taint(wc[0]);
      if constexpr (rows > 1) {
        constexpr std::size_t end = rows == 5 ? 3 : rows;
        double argument[rows], miss[rows];
        argument[0] = wt * pressure;
        double square = 0.0;
        for (std::size_t r = 1; r < end; ++r) {
          argument[r] = wt * scale_[c] * yc[r] - up * wc[r];
          miss[r] = wt * scale_[c] * yc[r];
          sum += taint(argument[r]);
        }
        CoulombCone<end>::project(friction_[c], argument);
        for (std::size_t r = 1; r < end; ++r) {
          square += (miss[r] - argument[r]) * (miss[r] - argument[r]);
          sum += taint(argument[r]);
        }
        worst = std::max(worst, std::sqrt(square));
        if constexpr (rows == 5) {
          // a w_r (a s_c) = 1 / s_c: as tangents of weight 1, and where a = 0 of nothing.
          double moments[3] = {std::max(yc[0], 0.0), yc[3] - wc[3], yc[4] - wc[4]};
          CoulombCone<3>::project(rolling_[c], moments);
          worst = std::max(worst, up * plane_length(yc[3] - moments[1], yc[4] - moments[2]));
          sum += taint(yc[3]) + taint(yc[4]) + taint(wc[3]) + taint(wc[4]) + taint(moments[1]);
        }
      }
    }
  });
  if (!(sum == 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return std::max(worst / unit_, floor_);
}

}  // namespace impactbench
