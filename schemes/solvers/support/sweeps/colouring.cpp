#include "schemes/solvers/support/sweeps/colouring.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace impactbench {

void Colouring::prepare(std::size_t contact_count, std::size_t body_count) {
  for (auto* per_contact : {&body_a_, &body_b_, &order_})
    per_contact->reserve(contact_count);
  colour_.reserve(contact_count);
  met_.reserve(body_count);
  starts_.reserve(most + 2);
}

void Colouring::find(const ContactProblem& problem) {
  if (problem.body_a == body_a_ && problem.body_b == body_b_) return;
  body_a_ = problem.body_a;
  body_b_ = problem.body_b;
  met_.assign(problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs), 0);
  colour_.resize(problem.contacts());
  std::array<std::size_t, most + 1> count{};
  const auto met = [&](int body) {
    return body == ContactProblem::fixed ? 0 : met_[static_cast<std::size_t>(body)];
  };
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const int a = body_a_[c], b = body_b_[c];
    const int colour = std::min(most, std::countr_one(met(a) | met(b)));
    colour_[c] = static_cast<std::uint8_t>(colour);
    ++count[static_cast<std::size_t>(colour)];
    if (colour == most) continue;
    for (const int body : {a, b}) {
      if (body != ContactProblem::fixed)
        met_[static_cast<std::size_t>(body)] |= std::uint64_t{1} << static_cast<unsigned>(colour);
    }
  }
  starts_.assign(1, 0);
  for (std::size_t k = 0; k < most && count[k] > 0; ++k)
    starts_.push_back(starts_.back() + count[k]);
  std::array<std::size_t, most + 1> next{};
  for (std::size_t k = 0; k < colours(); ++k)
    next[k] = starts_[k];
  next[most] = starts_.back();
  order_.resize(problem.contacts());
  for (std::size_t c = 0; c < problem.contacts(); ++c)
    order_[next[colour_[c]]++] = static_cast<int>(c);
}

}  // namespace impactbench
