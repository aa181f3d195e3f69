// The instants at which constraints act, from the impulses of a run: exact runs have no error,
// planted delays and losses are measured as what they are.
#include "reference/yardsticks/constraint_events.hpp"
#include "reference/api/reference.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <stdexcept>
#include <string>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

const ReferenceEntry& exact() {
  for (const ReferenceEntry& entry : reference_catalogue()) {
    if (entry.name == "stop_oscillator") return entry;
  }
  throw std::logic_error("no reference stop_oscillator");
}

struct Wrong {
  double late{0.0};    ///< all that happens, by this [s]
  int lost{-1};        ///< the impulse of this impact
  bool silent{false};  ///< records nothing
  double rounds{0.0};  ///< leaves the stop at this speed [m/s], from inside by it times h
};

/// Steps of h through the exact motion, which transmit an impulse where an impact is in a step.
Quantities events_of(const Problem& problem, const Truth& truth, double h, const Wrong& wrong) {
  ConstraintEvents events(*generalised_system(*problem.system), truth, h, problem.horizon);
  State before = problem.initial, after = before;
  ContactImpulses recorded;
  const auto steps = std::llround(problem.horizon / h);
  int hit = 0;
  for (std::int64_t k = 1; k <= steps; ++k) {
    const double t = static_cast<double>(k) * h;
    EXPECT_TRUE(truth.at(std::max(0.0, t - wrong.late), after.q, after.v));
    after.step = k;
    recorded.clear(1, 1);
    for (const double time : truth.event_times) {
      const double at = time + wrong.late;
      if (!(at > t - h && at <= t) || hit++ == wrong.lost) continue;
      recorded.body_a.push_back(0);
      recorded.impulse.push_back(1.0);
      after.q[0] += wrong.rounds * h;
      after.v[0] -= wrong.rounds;
    }
    recorded.known = !wrong.silent;
    events.after_step(before, after, t, &recorded);
    before = after;
  }
  Quantities out;
  events.finish(out);
  return out;
}

TEST(ConstraintEvents, OfAnExactRunAreExactAndPlantedErrorsAreMeasured) {
  // Three impacts on a floor; each closes and opens within a step.
  const Problem problem = problem_entry("stop_dropped").make({});
  const Truth truth = exact().truth(problem, std::nullopt).value();
  ASSERT_EQ(truth.event_times.size(), 3U);
  const double h = 1e-3;
  const auto right = events_of(problem, truth, h, {});
  EXPECT_EQ(right.at("event_count"), 6.0);
  EXPECT_EQ(right.at("event_count_error"), 0.0);
  // Gaps are parabolas: a line is off by g s^2 / 2 over the speed, 6.4 m/s, within a step.
  EXPECT_LE(right.at("event_time_error"), 0.5 * 10.0 * h * h / 6.4 * 1.01);
  EXPECT_GT(right.at("event_time_error"), 1e-9);
  EXPECT_NEAR(right.at("events_apart"), truth.event_times[1] - truth.event_times[0], 1e-12);
  const auto late = events_of(problem, truth, h, {.late = 0.05});
  EXPECT_NEAR(late.at("event_time_error"), 0.05, 1e-6);
  const auto lost = events_of(problem, truth, h, {.lost = 1});
  EXPECT_EQ(lost.at("event_count_error"), 2.0) << "one that does not close, nor open";
  EXPECT_NEAR(lost.at("event_time_error"), truth.event_times[2] - truth.event_times[1], 1e-5)
      << "the third for the second";
  EXPECT_TRUE(events_of(problem, truth, h, {.silent = true}).empty());
  EXPECT_EQ(right.at("events_lone"), 0.0);
  // Late by so much that the last impact comes after the end.
  const double left = problem.horizon - truth.event_times.back();
  const auto gone = events_of(problem, truth, h, {.late = left + 1e-6});
  EXPECT_EQ(gone.at("event_count_error"), 2.0);
  EXPECT_NEAR(gone.at("events_lone"), left, 1e-12);
}

// After half a swing, pi / 10 s, it comes to rest where the spring is at rest too. What rounding
// leaves of its gap and its speed has any ratio, and moves the instant no farther than to the end
// of the step, 0.3145 s, while a speed that is one moves it by another step.
TEST(ConstraintEvents, ARateThatIsRoundingMovesNoInstant) {
  const Problem problem =
      problem_entry("stop_launched").make({{"velocity", -1.0}, {"restitution", 0.0}});
  const Truth truth = exact().truth(problem, std::nullopt).value();
  const double h = 5e-4, hit = std::numbers::pi / 10.0;
  ASSERT_EQ(truth.constraint_events.size(), 2U);
  EXPECT_NEAR(truth.constraint_events[1].time, hit, 1e-12);
  const auto late = [&](double rounds) {
    return events_of(problem, truth, h, {.rounds = rounds}).at("event_time_error");
  };
  EXPECT_NEAR(late(0.0), 0.3145 - hit, 1e-9);
  EXPECT_NEAR(late(1e-16), 0.3145 - hit, 1e-9);
  EXPECT_NEAR(late(1e-6), 0.3145 + h - hit, 1e-9);
}

/// Two coordinates on a floor that carries them, whose tangent turns: slip s = dx/dt - x dy/dt.
class Turning final : public GeneralisedSystem {
 public:
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setIdentity(); }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g << 0.0, 1.0;
  }
  [[nodiscard]] double restitution() const override { return 0.0; }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = 0.0, .friction = 0.5};
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index, int, const Eigen::VectorXd& q,
                          Eigen::VectorXd& t) const override {
    t << 1.0, -q[0];
  }

 private:
  Eigen::VectorXd mass_{Eigen::Vector2d(1.0, 1.0)};
};

/// Whether slip was seen where the exact motion sticks: steps of h from x = 1 with dy/dt = 1 that
/// slip by s(t, what the tangent turns by in the step).
double slips_seen(double h, int steps, const std::function<double(double, double)>& slip,
                  double rubbed = 0.5) {
  const Turning system;
  Truth truth;
  truth.constraint_events.push_back({0.0, 0, ConstraintEvent::Kind::closes});
  ConstraintEvents events(system, truth, h, h * steps);
  State before{Eigen::Vector2d(1.0, 0.0), Eigen::Vector2d(1.0, 1.0)}, after = before;
  ContactImpulses recorded;
  for (int k = 1; k <= steps; ++k) {
    after.step = k;
    const double turned = h * before.v[0] * before.v[1];
    after.q[0] = before.q[0] + h * before.v[0];
    after.v[0] = after.q[0] * after.v[1] + slip(k * h, turned);
    recorded.clear(2, 2);
    recorded.body_a.push_back(0);
    recorded.impulse = {1.0, rubbed};
    events.after_step(before, after, k * h, &recorded);
    before = after;
  }
  Quantities out;
  events.finish(out);
  return out.at("event_count_error");
}

TEST(ConstraintEvents, SlipBelowWhatSolversLeaveIsNone) {
  // The top speed is 1; a tenth of the threshold of 1e-9 is at rest, whatever its sign.
  const auto shakes = [](double size) {
    return [size](double t, double) { return std::llround(t / 1e-9) % 2 == 0 ? size : -size; };
  };
  EXPECT_EQ(slips_seen(1e-9, 50, shakes(1e-10)), 0.0);
  EXPECT_GT(slips_seen(1e-9, 50, shakes(1e-8)), 0.0);
}

TEST(ConstraintEvents, WithinItsConeAContactSticks) {
  // A contact that sticks may end a step with 1e-5 of the top speed, not with a hundredth of it.
  const auto creeps = [](double, double) { return 3e-7; };
  EXPECT_GT(slips_seen(1e-9, 50, creeps, 0.5), 0.0) << "mu p_n = 0.5";
  EXPECT_EQ(slips_seen(1e-9, 50, creeps, 0.4999), 0.0);
  const auto slides = [](double, double) { return 0.01; };
  EXPECT_GT(slips_seen(1e-9, 50, slides, 0.4999), 0.0) << "in the step in which slip begins";
}

TEST(ConstraintEvents, SlipWithinTwiceTheTurnOfItsTangentIsThatOfAPlaceInTheStep) {
  // A law that holds in the middle of the step leaves half of the turn at its end.
  for (const double share : {0.5, -0.5, 1.0, 1.5}) {
    EXPECT_EQ(slips_seen(1e-3, 50, [&](double, double turned) { return share * turned; }), 0.0)
        << share;
  }
  for (const double share : {4.0, -4.0}) {
    EXPECT_GT(slips_seen(1e-3, 50, [&](double, double turned) { return share * turned; }), 0.0)
        << share;
  }
}

}  // namespace
}  // namespace impactbench::testing
