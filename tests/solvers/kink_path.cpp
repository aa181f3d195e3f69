#include "schemes/solvers/support/coulomb/kink_path.hpp"

#include "tests/solvers/systems.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace impactbench::testing {
namespace {

/// Bodies of three dofs in random contacts, a third of them with a wall, which approach each other.
ContactProblem random_pairs(int rows, int bodies, int contacts, double mu, std::uint64_t seed) {
  Numbers number(seed);
  ContactProblem p;
  p.rows = rows;
  p.resize(static_cast<std::size_t>(contacts));
  for (int k = 0; k < 3 * bodies; ++k)
    p.inverse_mass.push_back(1.0 + number());
  for (std::size_t c = 0; c < p.contacts(); ++c) {
    const bool wall = c % 3 == 0;
    p.body_a[c] = number.below(bodies);
    p.body_b[c] = wall ? ContactProblem::fixed : (p.body_a[c] + 1) % bodies;
    p.friction[c] = mu;
    const auto size = static_cast<std::size_t>(rows);
    for (std::size_t at = 3 * size * c; at < 3 * size * (c + 1); ++at) {
      p.jacobian_a[at] = 2.0 * number();
      p.jacobian_b[at] = wall ? 0.0 : 2.0 * number();
    }
    for (std::size_t r = 0; r < size; ++r)
      p.b[size * c + r] = number() - (r == 0 ? 0.5 : 0.0);
  }
  return p;
}

/// F of a proximal step at x, and what belongs to it, from its definition.
template <std::size_t Rows>
struct Step {
  CoulombForm form;
  std::vector<double> y, argument, force;
  std::vector<char> status;

  Step(const ContactProblem& problem, double sigma) : sigma_(sigma) {
    std::vector<double> p(problem.size(), 0.0);
    Numbers number(5);
    for (std::size_t k = 0; k < p.size(); k += Rows)
      p[k] = 0.1 + 0.1 * number();
    form.prepare(problem.contacts(), problem.inverse_mass.size() / 3, problem.rows);
    EXPECT_TRUE(form.pack(problem, p));
    form.take(p, y);
    (void)form.residual(y);
    velocity_ = form.last_velocity();
  }

  void evaluate(const std::vector<double>& x) {
    form.velocity(x, argument);  // G x + b
    status.resize(form.contacts());
    std::vector<double> jump(argument.size());
    for (std::size_t k = 0; k < argument.size(); ++k)
      jump[k] = argument[k] = y[k] - sigma_ * (argument[k] - form.b()[k] + velocity_[k]);
    for (std::size_t c = 0; c < form.contacts(); ++c) {
      status[c] =
          static_cast<char>(CoulombCone<Rows>::status(form.friction(c), &argument[Rows * c]));
      CoulombCone<Rows>::project(form.friction(c), &jump[Rows * c]);
    }
    for (std::size_t k = 0; k < jump.size(); ++k)
      jump[k] -= y[k];
    form.pull(jump, force);
    for (std::size_t k = 0; k < x.size(); ++k)
      force[k] -= x[k];
    std::fill(force.end() - static_cast<std::ptrdiff_t>(form.stride()), force.end(), 0.0);
  }

  [[nodiscard]] double size_of_force() const {
    double largest = 0.0;
    for (const double f : force)
      largest = larger(largest, std::abs(f));
    return largest;
  }

 private:
  double sigma_;
  std::vector<double> velocity_;
};

struct Tried {
  int arrived{0}, turned{0}, kinks{0};
};

/// The means that makes x = 0 the start of a path: a force, or a shift that keeps y where it is.
enum class Held { by_force, by_shift };

/// Follows paths from x = 0 and looks at where they end.
template <std::size_t Rows>
Tried follow(double mu, double sigma, int seeds, Held held) {
  Tried out;
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(::testing::Message() << "mu " << mu << " sigma " << sigma << " seed " << seed);
    const ContactProblem problem = random_pairs(Rows, 12, 30, mu, static_cast<unsigned>(seed));
    Step<Rows> step(problem, sigma);
    CoulombSystem system;
    system.prepare(problem.contacts());
    system.analyse(step.form);
    KinkPath path;
    path.prepare(problem.contacts(), 12, static_cast<int>(Rows));
    std::vector<double> x(step.form.body_size(), 0.0);
    step.evaluate(x);
    const double before = step.size_of_force();
    std::vector<double> argument = step.argument, force = step.force, shift(argument.size(), 0.0);
    std::vector<char> status = step.status;
    if (held == Held::by_shift) {
      // y lies in its cones, so that C(y) = y: z = y holds it.
      std::fill(force.begin(), force.end(), 0.0);
      for (std::size_t k = 0; k < argument.size(); ++k)
        shift[k] = step.y[k] - argument[k];
      argument = step.y;
      for (std::size_t c = 0; c < status.size(); ++c) {
        status[c] = static_cast<char>(
            CoulombCone<Rows>::status(step.form.friction(c), &argument[Rows * c]));
      }
    }
    const bool arrived =
        path.follow(step.form, system, {sigma, 400, 50}, force, shift, x, argument, status);
    out.kinks += path.kinks();
    if (!arrived) continue;
    ++out.arrived;
    if (path.turns() > 0) ++out.turned;
    step.evaluate(x);
    EXPECT_LT(step.size_of_force(), 1e-9 * before) << "F = 0 at the end of the path";
    for (std::size_t c = 0; c < status.size(); ++c) {
      // Without friction it only matters which contacts are open.
      if (mu == 0.0) status[c] = status[c] != 0, step.status[c] = step.status[c] != 0;
    }
    EXPECT_EQ(status, step.status) << "and every contact is in the piece that it says";
    for (std::size_t k = 0; k < argument.size(); ++k)
      EXPECT_NEAR(argument[k], step.argument[k], 1e-9 * sigma);
  }
  return out;
}

TEST(KinkPath, EndsAtTheSolutionOfAMonotoneStep) {
  // Without friction F is the negative gradient of a strictly concave function, however it is
  // stepped: one solution, no folds, and the path from anywhere ends there.
  for (const double sigma : {10.0, 1000.0}) {
    for (const Held held : {Held::by_force, Held::by_shift}) {
      for (const Tried& tried :
           {follow<1>(0.0, sigma, 10, held), follow<2>(0.0, sigma, 10, held)}) {
        EXPECT_EQ(tried.arrived, 10);
        EXPECT_EQ(tried.turned, 0);
        EXPECT_GT(tried.kinks, 10) << "contacts open and close on the way";
      }
    }
  }
}

TEST(KinkPath, GoesAroundTheFoldsOfFriction) {
  // Friction that follows the pressure makes K unsymmetric, its determinant of either sign. A path
  // may turn back for good, the more so the more friction; what arrives is a solution.
  for (const Held held : {Held::by_force, Held::by_shift}) {
    int turned = 0;
    for (const double mu : {0.3, 1.0, 3.0}) {
      for (const double sigma : {1.0, 100.0, 1e4}) {
        const Tried tried = follow<2>(mu, sigma, 20, held);
        EXPECT_GE(tried.arrived, mu < 1.0 ? 15 : 5) << "mu " << mu << " sigma " << sigma;
        turned += tried.turned;
      }
    }
    EXPECT_GT(turned, 5) << "some of those that arrived had turned back and forth";
  }
}

TEST(KinkPath, StopsAtItsLimits) {
  const ContactProblem problem = random_pairs(2, 12, 30, 0.5, 1);
  Step<2> step(problem, 100.0);
  CoulombSystem system;
  system.analyse(step.form);
  KinkPath path;
  path.prepare(problem.contacts(), 12, 2);
  std::vector<double> x(step.form.body_size(), 0.0);
  step.evaluate(x);
  const std::vector<double> shift(step.argument.size(), 0.0);
  std::vector<double> argument = step.argument;
  std::vector<char> status = step.status;
  EXPECT_FALSE(
      path.follow(step.form, system, {100.0, 2, 50}, step.force, shift, x, argument, status));
  EXPECT_EQ(path.kinks(), 3) << "the third was one too many";
  EXPECT_EQ(path.factorisations(), 1);
  EXPECT_FALSE(
      path.follow(step.form, system, {100.0, 400, 0}, step.force, shift, x, argument, status));
  EXPECT_EQ(path.factorisations(), 0);
}

}  // namespace
}  // namespace impactbench::testing
