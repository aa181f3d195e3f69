// Verdicts do not depend on the order in which a scheme records its contacts, nor on which of two
// bodies it names first.
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace impactbench::testing {
namespace {

template <class T>
void swap_parts(std::vector<T>& x, std::vector<T>& y, std::size_t k, std::size_t l,
                std::size_t size) {
  std::swap_ranges(x.begin() + static_cast<std::ptrdiff_t>(k * size),
                   x.begin() + static_cast<std::ptrdiff_t>((k + 1) * size),
                   y.begin() + static_cast<std::ptrdiff_t>(l * size));
}

/// Names the two bodies of a contact in the other order.
void turn_over(ContactImpulses& recorded, std::size_t k) {
  std::swap(recorded.body_a[k], recorded.body_b[k]);
  swap_parts(recorded.jacobian_a, recorded.jacobian_b, k, k,
             recorded.jacobian_a.size() / recorded.contacts());
  const std::size_t turns = recorded.resistance.size() / recorded.contacts();
  for (std::size_t i = k * turns; i < (k + 1) * turns; ++i)
    recorded.resistance[i] = -recorded.resistance[i];
}

void exchange(ContactImpulses& recorded, std::size_t k, std::size_t l) {
  if (k == l) return;
  const std::size_t n = recorded.contacts();
  swap_parts(recorded.body_a, recorded.body_a, k, l, 1);
  swap_parts(recorded.body_b, recorded.body_b, k, l, 1);
  for (auto* list :
       {&recorded.jacobian_a, &recorded.jacobian_b, &recorded.impulse, &recorded.resistance})
    swap_parts(*list, *list, k, l, list->size() / n);
}

TEST(ContactLaws, DoNotDependOnTheOrderOfRecordedContactsAndBodies) {
  constexpr double h = 1e-4;
  constexpr int steps = 600;
  const Problem problem = problem_entry("ball_box")
                              .make({{"n", std::int64_t{12}},
                                     {"friction", 0.5},
                                     {"rolling_friction", 0.02},
                                     {"twisting_friction", 0.01},
                                     {"restitution", 0.5},
                                     {"speed", 2.0},
                                     {"horizon", h * steps}});
  const SchemeEntry& entry = scheme_entry("dem");
  const ParameterSet settings{{"R", 1e-5}};
  const SchemeClaims claims = entry.make(settings)->claims();
  Session session(entry, settings, problem, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  Meter as_recorded(problem, claims.contact, std::nullopt, h, steps, claims.step);
  Meter in_another_order(problem, claims.contact, std::nullopt, h, steps, claims.step);
  State before = problem.initial;
  std::mt19937 random(5);
  std::size_t turned = 0;
  session.run(steps, [&](const State& after) {
    ContactImpulses other = recorded;
    for (std::size_t k = 0; k < other.contacts(); ++k) {
      exchange(other, k, random() % (k + 1));
      if (other.body_b[k] == ContactProblem::fixed || random() % 2 == 0) continue;
      turn_over(other, k);
      ++turned;
    }
    const auto& scheme = session.scheme();
    as_recorded.after_step(before, after, scheme.contact_problem(), scheme.impulses(), &recorded);
    in_another_order.after_step(before, after, scheme.contact_problem(), scheme.impulses(), &other);
    before = after;
  });
  EXPECT_GT(turned, 20U);
  const auto wanted = as_recorded.finish().quantities, found = in_another_order.finish().quantities;
  ASSERT_EQ(wanted.size(), found.size());
  ASSERT_GT(wanted.at("law_contacts"), 1000.0);
  EXPECT_LT(wanted.at("law_slip"), 1e-6);
  for (const auto& [name, value] : wanted) {
    if (!name.starts_with("law_")) continue;
    EXPECT_NEAR(found.at(name), value, 1e-12 * value + 1e-12) << name;
  }
}

}  // namespace
}  // namespace impactbench::testing
