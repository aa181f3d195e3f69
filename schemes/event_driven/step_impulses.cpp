#include "schemes/event_driven/step_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench::event_driven {

void StepImpulses::begin(int rows, int dofs) {
  sums_.clear(rows, dofs);
  sizes_.clear();
  normals_.clear();
}

bool StepImpulses::same_side(std::size_t place, std::span<const double> normal) const {
  const auto own = std::span(normals_).subspan(place * width(), width());
  const auto dot = [](std::span<const double> x, std::span<const double> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  return 2.0 * dot(own, normal) > std::sqrt(dot(own, own) * dot(normal, normal));
}

std::size_t StepImpulses::place(int body_a, int body_b, std::span<const double> normal) {
  for (std::size_t k = 0; k < sums_.contacts(); ++k) {
    if (sums_.body_a[k] != body_a || sums_.body_b[k] != body_b) continue;
    if (body_b != ContactProblem::fixed || same_side(k, normal)) return k;
  }
  sums_.body_a.push_back(body_a);
  sums_.body_b.push_back(body_b);
  normals_.insert(normals_.end(), normal.begin(), normal.end());
  const std::size_t contacts = sums_.contacts();
  for (auto* jacobian : {&sums_.jacobian_a, &sums_.jacobian_b})
    jacobian->resize(contacts * rows() * width(), 0.0);
  for (auto* sum : {&sums_.impulse, &sizes_})
    sum->resize(contacts * rows(), 0.0);
  return contacts - 1;
}

void StepImpulses::add(std::size_t place, std::size_t row, double impulse,
                       std::span<const double> a, std::span<const double> b) {
  const std::size_t at = place * rows() + row;
  sums_.impulse[at] += impulse;
  sizes_[at] += std::abs(impulse);
  for (std::size_t k = 0; k < a.size(); ++k)
    sums_.jacobian_a[at * width() + k] += impulse * a[k];
  for (std::size_t k = 0; k < b.size(); ++k)
    sums_.jacobian_b[at * width() + k] += impulse * b[k];
}

void StepImpulses::add(const ContactImpulses& recorded) {
  const auto row_of = [&](const std::vector<double>& jacobian, std::size_t row) {
    return std::span<const double>(jacobian).subspan(row * width(), width());
  };
  for (std::size_t k = 0; k < recorded.contacts(); ++k) {
    const auto p = std::span<const double>(recorded.impulse).subspan(k * rows(), rows());
    if (std::all_of(p.begin(), p.end(), [](double x) { return x == 0.0; })) continue;
    const std::size_t at =
        place(recorded.body_a[k], recorded.body_b[k], row_of(recorded.jacobian_a, k * rows()));
    for (std::size_t r = 0; r < rows(); ++r)
      add(at, r, p[r], row_of(recorded.jacobian_a, k * rows() + r),
          row_of(recorded.jacobian_b, k * rows() + r));
  }
}

void StepImpulses::write(ContactImpulses& out) const {
  out.clear(sums_.rows, sums_.dofs);
  for (std::size_t c = 0; c < sums_.contacts(); ++c) {
    const auto sizes = std::span(sizes_).subspan(c * rows(), rows());
    if (std::all_of(sizes.begin(), sizes.end(), [](double s) { return s == 0.0; })) continue;
    out.body_a.push_back(sums_.body_a[c]);
    out.body_b.push_back(sums_.body_b[c]);
    for (std::size_t at = c * rows(); at < (c + 1) * rows(); ++at) {
      const double sum = sums_.impulse[at], size = sizes_[at];
      const double p = std::abs(sum) < 0.5 * size ? size : sum;
      out.impulse.push_back(p);
      for (std::size_t k = at * width(); k < (at + 1) * width(); ++k) {
        out.jacobian_a.push_back(p != 0.0 ? sums_.jacobian_a[k] / p : 0.0);
        out.jacobian_b.push_back(p != 0.0 ? sums_.jacobian_b[k] / p : 0.0);
      }
    }
  }
}

}  // namespace impactbench::event_driven
