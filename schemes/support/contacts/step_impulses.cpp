#include "schemes/support/contacts/step_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench {
namespace {

double product(std::span<const double> x, std::span<const double> y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

}  // namespace

void StepImpulses::begin(int rows, int dofs) {
  sums_.clear(rows, dofs);
  for (auto* list : {&sizes_, &lengths_, &firsts_, &normals_})
    list->clear();
}

bool StepImpulses::same_side(std::size_t place, std::span<const double> normal) const {
  const auto own = std::span(normals_).subspan(place * width(), width());
  return 2.0 * product(own, normal) > std::sqrt(product(own, own) * product(normal, normal));
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
  for (auto* jacobian : {&sums_.jacobian_a, &sums_.jacobian_b, &firsts_})
    jacobian->resize(contacts * rows() * width(), 0.0);
  for (auto* sum : {&sums_.impulse, &sizes_, &lengths_})
    sum->resize(contacts * rows(), 0.0);
  return contacts - 1;
}

void StepImpulses::add(std::size_t place, std::size_t row, double impulse,
                       std::span<const double> a, std::span<const double> b) {
  const std::size_t at = place * rows() + row;
  const auto first = std::span(firsts_).subspan(at * width(), width());
  if (sizes_[at] == 0.0) std::copy(a.begin(), a.end(), first.begin());
  sums_.impulse[at] += product(first, a) < 0.0 ? -impulse : impulse;
  sizes_[at] += std::abs(impulse);
  lengths_[at] += std::abs(impulse) * std::sqrt(product(a, a) + product(b, b));
  for (std::size_t k = 0; k < a.size(); ++k)
    sums_.jacobian_a[at * width() + k] += impulse * a[k];
  for (std::size_t k = 0; k < b.size(); ++k)
    sums_.jacobian_b[at * width() + k] += impulse * b[k];
}

void StepImpulses::add(const ContactImpulses& recorded, double factor) {
  const auto row_of = [&](const std::vector<double>& jacobian, std::size_t row) {
    return std::span<const double>(jacobian).subspan(row * width(), width());
  };
  for (std::size_t k = 0; k < recorded.contacts(); ++k) {
    const auto p = std::span<const double>(recorded.impulse).subspan(k * rows(), rows());
    if (std::all_of(p.begin(), p.end(), [](double x) { return x == 0.0; })) continue;
    const std::size_t at =
        place(recorded.body_a[k], recorded.body_b[k], row_of(recorded.jacobian_a, k * rows()));
    for (std::size_t r = 0; r < rows(); ++r)
      add(at, r, factor * p[r], row_of(recorded.jacobian_a, k * rows() + r),
          row_of(recorded.jacobian_b, k * rows() + r));
  }
}

void StepImpulses::record_row(std::size_t at, ContactImpulses& out) const {
  double p = sums_.impulse[at];
  if (std::abs(p) < 0.5 * sizes_[at]) {
    const auto a = std::span(sums_.jacobian_a).subspan(at * width(), width());
    const auto b = std::span(sums_.jacobian_b).subspan(at * width(), width());
    p = std::sqrt(product(a, a) + product(b, b)) * (sizes_[at] / lengths_[at]);
  }
  out.impulse.push_back(p);
  for (std::size_t k = at * width(); k < (at + 1) * width(); ++k) {
    out.jacobian_a.push_back(p != 0.0 ? sums_.jacobian_a[k] / p : 0.0);
    out.jacobian_b.push_back(p != 0.0 ? sums_.jacobian_b[k] / p : 0.0);
  }
}

void StepImpulses::write(ContactImpulses& out) const {
  out.clear(sums_.rows, sums_.dofs);
  for (std::size_t c = 0; c < sums_.contacts(); ++c) {
    const auto sizes = std::span(sizes_).subspan(c * rows(), rows());
    if (std::all_of(sizes.begin(), sizes.end(), [](double s) { return s == 0.0; })) continue;
    out.body_a.push_back(sums_.body_a[c]);
    out.body_b.push_back(sums_.body_b[c]);
    for (std::size_t at = c * rows(); at < (c + 1) * rows(); ++at)
      record_row(at, out);
  }
}

}  // namespace impactbench
