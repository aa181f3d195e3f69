#include "schemes/solvers/support/sweeps/colouring.hpp"

#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace impactbench::testing {
namespace {

/// The violation of the definition by a colouring; empty if there is none.
std::string flaw(const ContactProblem& problem, const Colouring& colouring) {
  std::vector<int> sorted = colouring.order();
  std::sort(sorted.begin(), sorted.end());
  if (sorted.size() != problem.contacts()) return "not every contact once";
  for (std::size_t c = 0; c < sorted.size(); ++c) {
    if (sorted[c] != static_cast<int>(c)) return "not every contact once";
  }
  for (std::size_t k = 0; k < colouring.colours(); ++k) {
    std::set<int> met;
    for (std::size_t place = colouring.starts()[k]; place < colouring.starts()[k + 1]; ++place) {
      const auto c = static_cast<std::size_t>(colouring.order()[place]);
      if (place > colouring.starts()[k] && colouring.order()[place - 1] >= static_cast<int>(c))
        return "contacts of a colour do not grow";
      for (const int body : {problem.body_a[c], problem.body_b[c]}) {
        if (body != ContactProblem::fixed && !met.insert(body).second)
          return "two contacts of a colour share body " + std::to_string(body);
      }
    }
    if (met.empty()) return "a colour of nothing that moves";
  }
  return "";
}

Colouring coloured(const ContactProblem& problem) {
  Colouring out;
  out.find(problem);
  return out;
}

/// The problem with its contacts in this order.
ContactProblem reordered(const ContactProblem& problem, const std::vector<int>& order) {
  ContactProblem out = problem;
  const auto rows = static_cast<std::size_t>(problem.rows),
             width = rows * static_cast<std::size_t>(problem.dofs);
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto c = static_cast<std::size_t>(order[place]);
    out.body_a[place] = problem.body_a[c];
    out.body_b[place] = problem.body_b[c];
    out.friction[place] = problem.friction[c];
    const auto copy = [&](const std::vector<double>& from, std::vector<double>& to,
                          std::size_t size) {
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(c * size), size,
                  to.begin() + static_cast<std::ptrdiff_t>(place * size));
    };
    copy(problem.jacobian_a, out.jacobian_a, width);
    copy(problem.jacobian_b, out.jacobian_b, width);
    copy(problem.b, out.b, rows);
  }
  return out;
}

/// Contacts of the kinds that the sweeps distinguish: rows of round bodies in one to three
/// dimensions, of discs with friction, any others, three rows, six dofs.
std::vector<ContactProblem> kinds_of_contacts(int bodies, int contacts) {
  std::vector<ContactProblem> out;
  for (const int dofs : {1, 2, 3, 6})
    out.push_back(random_rows(bodies, contacts, dofs, true, 10.0, 7));
  out.push_back(random_rows(bodies, contacts, 3, false, 10.0, 8));
  out.push_back(disc_contacts(bodies, contacts, 0.3, 9));
  out.push_back(disc_contacts(bodies, contacts, 0.0, 9));
  for (const int rows : {2, 3})
    out.push_back(random_contacts(bodies, contacts, rows, 0.3, 10, true));
  return out;
}

TEST(Colouring, NoTwoContactsOfAColourShareABody) {
  int colours = 0;
  for (const int bodies : {1, 2, 5, 40, 500}) {
    for (const int contacts : {0, 1, 3, 60, 700}) {
      const ContactProblem problem = random_rows(bodies, contacts, 2, true, 1.0,
                                                 static_cast<std::uint64_t>(bodies + contacts));
      const Colouring colouring = coloured(problem);
      EXPECT_EQ(flaw(problem, colouring), "") << bodies << " bodies, " << contacts << " contacts";
      colours = std::max(colours, static_cast<int>(colouring.colours()));
    }
  }
  EXPECT_EQ(colours, Colouring::most) << "some body had more contacts than there are colours";
}

TEST(Colouring, TakesFewColours) {
  // A chain of neighbours: no body has more than two contacts, 2 * 2 - 1 colours at most; listed
  // one after the other they alternate.
  ContactProblem chain = random_rows(101, 100, 2, true, 1.0, 1);
  for (int c = 0; c < 100; ++c)
    chain.body_a[static_cast<std::size_t>(c)] = c,
    chain.body_b[static_cast<std::size_t>(c)] = c + 1;
  EXPECT_EQ(coloured(chain).colours(), 2U);
  // A wall does not move: whatever touches nothing else is of one colour.
  for (int& body : chain.body_b)
    body = ContactProblem::fixed;
  EXPECT_EQ(coloured(chain).colours(), 1U);
  // A body with 100 contacts: the colours end, and the rest is left over.
  std::fill(chain.body_a.begin(), chain.body_a.end(), 100);
  for (int c = 0; c < 100; ++c)
    chain.body_b[static_cast<std::size_t>(c)] = c;
  const Colouring star = coloured(chain);
  EXPECT_EQ(flaw(chain, star), "");
  EXPECT_EQ(star.starts().back(), static_cast<std::size_t>(Colouring::most));
}

TEST(Colouring, FollowsTheContactsFromOneProblemToTheNext) {
  Colouring colouring;
  colouring.prepare(300, 100);
  for (const std::uint64_t seed : {1U, 2U, 2U, 3U}) {
    const ContactProblem problem = random_rows(100, 300, 2, true, 1.0, seed);
    const auto made = allocations();
    colouring.find(problem);
    if (allocations_are_counted()) {
      EXPECT_EQ(allocations(), made);
    }
    EXPECT_EQ(flaw(problem, colouring), "");
  }
  ContactProblem walls = random_rows(100, 300, 2, true, 1.0, 3);
  std::fill(walls.body_b.begin(), walls.body_b.end(), ContactProblem::fixed);
  colouring.find(walls);
  EXPECT_EQ(flaw(walls, colouring), "") << "the same first bodies, other second ones";
}

TEST(Colouring, OfWhatSchemesPose) {
  struct Case {
    const char *scheme, *problem;
    ParameterSet settings;
    double dt;
  };
  const ParameterSet touching{{"n", std::int64_t{400}},
                              {"radius_law", std::string("equal")},
                              {"spacing", 1.0},
                              {"speed", 1.0}};
  for (const auto& [scheme, name, settings, dt] :
       {Case{"nscd", "disc_box", touching, 1e-3}, Case{"nscd", "newton_cradle", {}, 1e-2},
        Case{"maury", "maury_cluster", {}, 0.1}, Case{"maury", "hexagon", {}, 0.1}}) {
    const Problem problem = problem_entry(name).make(settings);
    Session session(scheme_entry(scheme), {}, problem, dt, "nlgs",
                    {{"stop", std::string("natural")}, {"tolerance", 1e-1}});
    std::size_t contacts = 0;
    for (int k = 0; k < 3; ++k) {
      session.step();
      const ContactProblem* posed = session.scheme().contact_problem();
      ASSERT_NE(posed, nullptr);
      EXPECT_EQ(flaw(*posed, coloured(*posed)), "") << name << ", step " << k;
      contacts += posed->contacts();
    }
    EXPECT_GT(contacts, 0U) << name;
  }
}

TEST(ColouredSweeps, AreTheListedOnesOfTheContactsInThatOrder) {
  for (const ContactProblem& problem : kinds_of_contacts(40, 60)) {
    SCOPED_TRACE(::testing::Message() << problem.rows << " rows, " << problem.dofs << " dofs");
    const std::vector<int> order = coloured(problem).order();
    const ContactProblem listed = reordered(problem, order);
    const auto rows = static_cast<std::size_t>(problem.rows);
    GaussSeidel by_colours(GaussSeidel::Order::coloured), in_order;
    std::vector<double> p(problem.size(), 0.1), expected = p;
    ASSERT_TRUE(by_colours.start(problem, p));
    ASSERT_TRUE(in_order.start(listed, expected));
    for (int k = 0; k < 5; ++k) {
      (void)by_colours.sweep(problem, p, 1.0);
      (void)in_order.sweep(listed, expected, 1.0);
    }
    for (std::size_t at = 0; at < p.size(); ++at)
      EXPECT_EQ(p[static_cast<std::size_t>(order[at / rows]) * rows + at % rows], expected[at]);
    EXPECT_EQ(by_colours.natural(problem, p), in_order.natural(listed, expected));
  }
}

TEST(Sweeps, OfRoundBodiesHaveTheBitsOfAnyRows) {
  // One contact more, between two bodies of their own, that is none of round bodies: all contacts
  // then take the loops over any rows.
  for (ContactProblem problem : kinds_of_contacts(40, 60)) {
    if (problem.rows == 3 || problem.dofs > 3) continue;
    SCOPED_TRACE(::testing::Message() << problem.rows << " rows, " << problem.dofs << " dofs");
    const std::size_t round = problem.contacts();
    const auto rows = static_cast<std::size_t>(problem.rows),
               dofs = static_cast<std::size_t>(problem.dofs);
    problem.inverse_mass.insert(problem.inverse_mass.end(), 2 * dofs, 1.0);
    ContactProblem other = problem;
    other.resize(round + 1);
    other.body_a[round] = 40;
    other.body_b[round] = 41;
    other.jacobian_a[round * rows * dofs] = 1.0;
    other.jacobian_b[round * rows * dofs] = 0.5;
    GaussSeidel one, two;
    std::vector<double> p(problem.size(), 0.1), q(other.size(), 0.1);
    ASSERT_TRUE(one.start(problem, p));
    ASSERT_TRUE(two.start(other, q));
    for (int k = 0; k < 5; ++k) {
      (void)one.sweep(problem, p, 1.0);
      (void)two.sweep(other, q, 1.0);
    }
    q.resize(p.size());
    EXPECT_EQ(p, q);
  }
}

}  // namespace
}  // namespace impactbench::testing
