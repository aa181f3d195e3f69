// Orders of sweeping processes against exact solutions, both ways.
#include "tests/schemes/sweeping/cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

struct Expected {
  const char* problem;
  double catching_up, midpoint;
};

/// catching_up holds normals of the end: order 1 where they turn, or where a force or a set that
/// follows the point is that of the beginning. Elsewhere it is exact but for extremes of the input
/// between the ends of steps, of which it misses h^2. The midpoint rule misses h^2 everywhere, and
/// both the root of h of a cusp.
constexpr Expected table[] = {{"play", 2.0, 2.0},           {"stop", 2.0, 2.0},
                              {"rough_play", 0.5, 0.5},     {"elastoplastic_chain", 2.0, 2.0},
                              {"play_of_state", 1.0, 2.0},  {"swept_disc", 1.0, 2.0},
                              {"pushed_disc", 1.0, 2.0},    {"thick_circle", 1.0, 2.0},
                              {"rectifier_rl", 1.0, 2.0},   {"rectifier_rc", 1.0, 2.0},
                              {"moving_polygon", 2.0, 2.0}, {"turning_half_plane", 1.0, 2.0}};

const Expected& expected(const std::string& name) {
  for (const Expected& e : table)
    if (name == e.problem) return e;
  ADD_FAILURE() << "no order of " << name << " is stated";
  return table[0];
}

class SweepingOrder : public ::testing::TestWithParam<ProblemEntry> {
 protected:
  /// Observed over ten steps, of the largest error of six that are nearly the same: where in a step
  /// a contact begins or an input turns makes errors of order 2 scatter by factors.
  double order(const Swept& by, double n = 151.0) {
    const Problem problem = GetParam().make({});
    const auto truth = truth_of(problem);
    std::vector<double> steps, errors;
    for (int k = 0; k < 10; ++k, n *= 1.5) {
      steps.push_back(problem.horizon / n);
      double worst = 0.0;
      for (int more = 0; more < 6; ++more) {
        const int count = static_cast<int>(n * (1.0 + 0.017 * more));
        worst = larger(worst, error_of(by, problem, *truth, count));
      }
      errors.push_back(worst);
    }
    EXPECT_GT(errors.back(), 1e-12) << "below rounding: the slope would mean nothing";
    return slope_of(steps, errors);
  }
};

TEST_P(SweepingOrder, OfCatchingUp) {
  const double wanted = expected(std::string(GetParam().name)).catching_up;
  EXPECT_NEAR(order({"catching_up", {}}), wanted, wanted == 2.0 ? 0.15 : 0.06);
}

TEST_P(SweepingOrder, OfLinearisedConstraintsIsThatOfTheSet) {
  const double wanted = expected(std::string(GetParam().name)).catching_up;
  EXPECT_NEAR(order({"catching_up", {{"projection", std::string("linearised")}}}), wanted,
              wanted == 2.0 ? 0.15 : 0.06);
}

TEST_P(SweepingOrder, OfTheMidpointRule) {
  const double wanted = expected(std::string(GetParam().name)).midpoint;
  EXPECT_NEAR(order({"projected_midpoint", {}}), wanted, wanted == 2.0 ? 0.15 : 0.06);
}

TEST_P(SweepingOrder, OfMoreauYosidaFollowsItsDistance) {
  // d = (R V)^(1 / (alpha - 1)) with R proportional to h; at a cusp V itself is h^(-1/2).
  const bool rough = GetParam().name == "rough_play";
  // Where the distance is large, a point that lags turns back late: from smaller steps on.
  EXPECT_NEAR(order({"moreau_yosida", {}}, 700.0), rough ? 0.5 : 1.0, 0.06);
  EXPECT_NEAR(order({"moreau_yosida", {{"alpha", 3.0}}}, 700.0), rough ? 1.0 / 3.0 : 0.5, 0.06);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SweepingOrder, ::testing::ValuesIn(sweeping_problems()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(MoreauYosida, ErrorIsThatOfLambdaBesideThatOfTheStep) {
  // A disc drawn along: at 1e-3 s of lambda and more, errors in lambda alone, of order 1; and with
  // lambda held, finer steps stop at it.
  const Problem problem = problem_entry("swept_disc").make({});
  const auto truth = truth_of(problem);
  std::vector<double> lambdas, errors;
  for (double lambda = 1e-3; lambda < 0.05; lambda *= 2.0) {
    lambdas.push_back(lambda);
    errors.push_back(error_of({"moreau_yosida", {{"lambda", lambda}, {"lambda_per_step", 0.0}}},
                              problem, *truth, 40000));
  }
  EXPECT_NEAR(slope_of(lambdas, errors), 1.0, 0.05);
  const Swept held{"moreau_yosida", {{"lambda", 1e-2}, {"lambda_per_step", 0.0}}};
  const double coarse = error_of(held, problem, *truth, 4000);
  const double fine = error_of(held, problem, *truth, 16000);
  EXPECT_NEAR(fine, coarse, 0.05 * coarse);
  EXPECT_GT(fine, 1e-3);
}

/// A convex set in n dimensions of Lipschitz constant L in time that keeps Moreau's bound busy: in
/// the k-th part of the time the k-th coordinate alone is pushed, by L T / 2n, and let go.
class PushesInTurn final : public SweepingSystem {
 public:
  PushesInTurn(int n, double speed, double horizon)
      : SweepingSystem(n), speed_(speed), part_(horizon / n) {}
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] Eigen::Index constraints() const override { return dofs(); }
  [[nodiscard]] double constraint(Eigen::Index a, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    return x[a] - low(a, set.time);
  }
  void constraint_gradient(Eigen::Index a, SetAt, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[a] = 1.0;
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    z = w;
    for (Eigen::Index a = 0; a < z.size(); ++a)
      z[a] = std::max(z[a], low(a, set.time));
  }

 private:
  [[nodiscard]] double low(Eigen::Index a, double t) const {
    const double s = t - part_ * static_cast<double>(a);
    return speed_ * std::max(0.0, std::min(s, part_ - s));
  }
  double speed_, part_;
};

TEST(CatchingUp, HasOrderOneHalfOnConvexSetsOfALipschitzConstant) {
  // Steps of T / n see none of the pushes: each is an error L h / 2 in a direction of its own, n of
  // them L sqrt(h T) / 2, of Moreau's bound L sqrt(2 h T) the share 1 / sqrt(8), whatever n.
  constexpr double speed = 3.0, horizon = 2.0;
  std::vector<double> steps, errors;
  for (int n = 8; n <= 512; n *= 2) {
    const PushesInTurn system(n, speed, horizon);
    const double h = horizon / n;
    const auto method = scheme_entry("catching_up").make({});
    State state{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n)};
    const auto scheme = method->instance(system, state, h, {});
    Eigen::VectorXd exact = Eigen::VectorXd::Zero(n);
    for (int k = 0; k < n; ++k) {
      ASSERT_EQ(scheme->step(state).status, StepStatus::done);
      exact[k] = 0.5 * speed * h;
    }
    steps.push_back(h);
    errors.push_back((state.q - exact).norm());
    EXPECT_NEAR(errors.back() / (speed * std::sqrt(2.0 * h * horizon)), 1.0 / std::sqrt(8.0), 1e-9);
  }
  EXPECT_NEAR(slope_of(steps, errors), 0.5, 1e-6);
}

}  // namespace
}  // namespace impactbench::testing
