#include "schemes/solvers/support/frictionless/frictionless.hpp"

#include "schemes/solvers/support/iterations/taint.hpp"

#include <limits>
#include <numeric>

namespace impactbench {
namespace {

/// Room for three dofs; a body with more makes the first pack allocate.
constexpr std::size_t usual_width = 3;

}  // namespace

void Frictionless::prepare(std::size_t contact_count, std::size_t body_count) {
  if (contact_count >= least_parallel) neighbours_.prepare(contact_count, body_count);
  order_.reserve(contact_count);
  columns_.reserve(usual_width);
  local_.reserve(body_count);
  for (auto* per_contact : {&contact_, &ends_})
    per_contact->reserve(2 * contact_count);
  turns_.prepare(body_count);
  jacobian_.reserve(2 * usual_width * contact_count);
  for (auto* per_row : {&b_, &diagonal_, &scale_, &unit_})
    per_row->reserve(contact_count);
  for (auto* per_body : {&inverse_mass_, &momentum_, &velocity_})
    per_body->reserve(room(body_count));
}

void Frictionless::find_columns(const ContactProblem& problem) {
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  columns_.assign(dofs, 0);
  pairs_ = true;
  for (std::size_t c = 0; c < contacts_; ++c) {
    const bool has_a = problem.body_a[c] != ContactProblem::fixed;
    const bool has_b = problem.body_b[c] != ContactProblem::fixed;
    const double* a = problem.jacobian_a.data() + c * dofs;
    const double* b = problem.jacobian_b.data() + c * dofs;
    for (std::size_t k = 0; k < dofs; ++k) {
      if ((has_a && a[k] != 0.0) || (has_b && b[k] != 0.0)) columns_[k] = 1;
      if (has_a && has_b && !(b[k] == -a[k])) pairs_ = false;
    }
  }
  std::size_t used = 0;
  for (std::size_t k = 0; k < dofs; ++k) {
    if (columns_[k] != 0) columns_[used++] = static_cast<int>(k);
  }
  if (used == 0) columns_[used++] = 0;  // rows of zeros only
  columns_.resize(used);
  width_ = used;
  pairs_ = pairs_ && used <= usual_width;
}

void Frictionless::order_contacts(const ContactProblem& problem) {
  if (contacts_ >= least_parallel) {
    order_ = neighbours_.find(problem);
    return;
  }
  order_.resize(contacts_);
  std::iota(order_.begin(), order_.end(), 0);
}

void Frictionless::number_bodies(const ContactProblem& problem) {
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  local_.assign(problem.inverse_mass.size() / dofs, -1);
  inverse_mass_.clear();
  bodies_ = 0;
  const auto meet = [&](int body) {
    if (body == ContactProblem::fixed) return;
    const auto i = static_cast<std::size_t>(body);
    if (local_[i] >= 0) return;
    local_[i] = static_cast<int>(bodies_++);
    for (const int k : columns_)
      inverse_mass_.push_back(problem.inverse_mass[i * dofs + static_cast<std::size_t>(k)]);
  };
  for (const int c : order_) {
    meet(problem.body_a[static_cast<std::size_t>(c)]);
    meet(problem.body_b[static_cast<std::size_t>(c)]);
  }
  inverse_mass_.insert(inverse_mass_.end(), width_, 0.0);
}

void Frictionless::load_row(const ContactProblem& problem, std::size_t c, double scale) {
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  const int a = problem.body_a[c], b = problem.body_b[c];
  const auto end_of = [&](int body) {
    const std::size_t number =
        body == ContactProblem::fixed
            ? bodies_
            : static_cast<std::size_t>(local_[static_cast<std::size_t>(body)]);
    return static_cast<int>(number * width_);
  };
  ends_.push_back(end_of(a));
  ends_.push_back(end_of(b));
  const double* ja = problem.jacobian_a.data() + c * dofs;
  const double* jb = problem.jacobian_b.data() + c * dofs;
  const auto append = [&](int body, const double* j, double factor) {
    for (const int k : columns_)
      jacobian_.push_back(body == ContactProblem::fixed ? 0.0 : factor * j[k]);
  };
  if (pairs_) {
    b != ContactProblem::fixed ? append(b, jb, scale) : append(a, ja, -scale);
  } else {
    append(a, ja, scale);
    append(b, jb, scale);
  }
}

bool Frictionless::pack(const ContactProblem& problem, const std::vector<double>& p,
                        Scaling scaling, std::vector<double>& y) {
  contacts_ = problem.contacts();
  find_columns(problem);
  order_contacts(problem);
  number_bodies(problem);
  for (auto* numbers : {&jacobian_, &b_, &diagonal_, &scale_, &unit_, &y})
    numbers->clear();
  ends_.clear();
  contact_.clear();
  floor_ = 0.0;
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  const auto weight = [&](int body, const double* j) {
    if (body == ContactProblem::fixed) return 0.0;
    const double* inverse = problem.inverse_mass.data() + static_cast<std::size_t>(body) * dofs;
    double sum = 0.0;
    for (std::size_t k = 0; k < dofs; ++k)
      sum += j[k] * j[k] * inverse[k];
    return sum;
  };
  if (!(problem.velocity_unit > 0.0)) return false;
  double tainted = taint(problem.velocity_unit);
  for (const int contact : order_) {
    const auto c = static_cast<std::size_t>(contact);
    const double w = weight(problem.body_a[c], problem.jacobian_a.data() + c * dofs) +
                     weight(problem.body_b[c], problem.jacobian_b.data() + c * dofs);
    tainted += taint(problem.b[c]) + taint(p[c]);
    if (!std::isfinite(w)) return false;
    if (!(w > 0.0)) {
      floor_ = std::max(floor_, -problem.b[c] / problem.velocity_unit);
      continue;
    }
    const double s = scaling == Scaling::jacobi ? 1.0 / std::sqrt(w) : 1.0;
    load_row(problem, c, s);
    contact_.push_back(contact);
    scale_.push_back(s);
    diagonal_.push_back(scaling == Scaling::jacobi ? 1.0 : w);
    unit_.push_back(1.0 / (s * problem.velocity_unit));
    b_.push_back(s * problem.b[c]);
    y.push_back(std::max(0.0, p[c]) / s);
  }
  find_turns();
  momentum_.resize(body_size());
  velocity_.resize(body_size());
  return tainted == 0.0;  // false for NaN
}

void Frictionless::unpack(const std::vector<double>& y, std::vector<double>& p) const {
  p.assign(contacts_, 0.0);
  for (std::size_t c = 0; c < size(); ++c)
    p[static_cast<std::size_t>(contact_[c])] = scale_[c] * y[c];
}

/// A row of a step is several times as fast as other work that threads share: from this number of
/// rows on the blocks take turns, each with a wall of its own.
void Frictionless::find_turns() {
  threads_ = blocks_for(size() / 4);
  turns_.clear();
  if (size() / 4 < least_parallel) return;
  const int blocks = sum_blocks(size());
  turns_.find(ends_, bodies_, width_, blocks);
  for (int b = 0; b < blocks; ++b) {
    const std::size_t end = 2 * block_begin(size(), blocks, b + 1);
    for (std::size_t at = 2 * block_begin(size(), blocks, b); at < end; ++at) {
      if (is_wall(ends_[at])) ends_[at] += b * static_cast<int>(width_);
    }
  }
  inverse_mass_.resize((bodies_ + static_cast<std::size_t>(blocks)) * width_, 0.0);
}

namespace {

/// The largest value of a residual, and a sum that shows a NaN which it has lost.
struct Seen {
  double worst{0.0}, sum{0.0}, doubled{0.0};
  void add(const Seen& part) {
    worst = std::max(worst, part.worst);
    sum += part.sum;
    doubled += part.doubled;
  }
};
struct Nothing {
  void add(const Nothing&) {}
};

}  // namespace

void Frictionless::momentum_of(const std::vector<double>& y, double* momentum) const {
  each_body([&](std::size_t k) { momentum[k] = 0.0; });
  in_blocks<Writes::bodies, Nothing>(
      [&](Nothing&, const auto kernel, std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c)
          kernel.push(row(c, kernel), ends(c), y[c], momentum);
      });
}

void Frictionless::multiply(const std::vector<double>& y, std::vector<double>& w, bool with_b) {
  momentum_of(y, momentum_.data());
  velocity(momentum_.data(), velocity_.data());
  w.resize(size());
  sum_rows<Nothing>(velocity_.data(),
                    [&](Nothing&, std::size_t c, double u) { w[c] = with_b ? u + b_[c] : u; });
}

double Frictionless::residual(const std::vector<double>& y) {
  momentum_of(y, momentum_.data());
  velocity(momentum_.data(), velocity_.data());
  const Seen seen = sum_rows<Seen>(velocity_.data(), [&](Seen& part, std::size_t c, double u) {
    const double w = u + b_[c];
    part.worst = std::max(part.worst, natural(c, y[c], w));
    part.sum += w;  // std::min and std::max lose a NaN
    part.doubled += y[c] * (w + b_[c]);
  });
  objective_ = 0.5 * seen.doubled;
  return std::isfinite(seen.sum) ? std::max(floor_, seen.worst)
                                 : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace impactbench
