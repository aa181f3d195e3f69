#include "schemes/solvers/support/blocks/neighbour_order.hpp"

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void NeighbourOrder::prepare(std::size_t contact_count, std::size_t body_count) {
  begin_.reserve(body_count + 2);
  contacts_.reserve(2 * contact_count);
  bodies_.reserve(body_count);
  order_.reserve(contact_count);
  met_.reserve(body_count);
  listed_.reserve(contact_count);
}

/// Counting sort: those of body i are contacts_[begin_[i]] to contacts_[begin_[i + 1]].
void NeighbourOrder::list_contacts_of_bodies(const ContactProblem& problem) {
  begin_.assign(met_.size() + 2, 0);
  const auto each_end = [&](auto&& f) {
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      for (const int body : {problem.body_a[c], problem.body_b[c]}) {
        if (body != ContactProblem::fixed) f(index(body), static_cast<int>(c));
      }
    }
  };
  each_end([&](std::size_t body, int) { ++begin_[body + 2]; });
  for (std::size_t i = 2; i < begin_.size(); ++i)
    begin_[i] += begin_[i - 1];
  contacts_.resize(index(begin_.back()));
  each_end([&](std::size_t body, int c) { contacts_[index(begin_[body + 1]++)] = c; });
}

const std::vector<int>& NeighbourOrder::find(const ContactProblem& problem) {
  met_.assign(problem.inverse_mass.size() / index(problem.dofs), 0);
  listed_.assign(problem.contacts(), 0);
  list_contacts_of_bodies(problem);
  order_.clear();
  bodies_.clear();
  const auto meet = [&](int body) {
    if (body == ContactProblem::fixed || met_[index(body)] != 0) return;
    met_[index(body)] = 1;
    bodies_.push_back(body);
  };
  const auto list = [&](int c) {
    if (listed_[index(c)] != 0) return;
    listed_[index(c)] = 1;
    order_.push_back(c);
    meet(problem.body_a[index(c)]);
    meet(problem.body_b[index(c)]);
  };
  std::size_t next = 0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    list(static_cast<int>(c));
    for (; next < bodies_.size(); ++next) {
      const std::size_t i = index(bodies_[next]);
      for (int k = begin_[i]; k < begin_[i + 1]; ++k)
        list(contacts_[index(k)]);
    }
  }
  return order_;
}

}  // namespace impactbench
