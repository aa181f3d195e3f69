// A mass on a spring before a stop: the exact pieces against power series in more digits, against
// the general reference for springs, and against numbers that are known without either.
#include "problems/model/behaviour.hpp"
#include "problems/model/generalised_system.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

using Long = long double;
using Kind = ConstraintEvent::Kind;

/// The same motion by power series of order 24 in steps of 0.1 / w: a derivation of its own.
class Series {
 public:
  Series(const Problem& problem, double stop) : stop_(stop) {
    const auto number = [&](const char* key) {
      return static_cast<Long>(std::get<double>(problem.parameters.at(key)));
    };
    m_ = number("mass"), k_ = number("stiffness"), g_ = number("gravity"), f_ = number("force");
    w_ = 2.0L * std::numbers::pi_v<Long> * number("frequency");
    gap_ = number("gap"), e_ = number("restitution");
    x_ = problem.initial.q[0], v_ = problem.initial.v[0];
    pressed_ = stop > 0.0 && x_ >= gap_ && v_ > 0.0L;
    if (pressed_) closes.push_back(0.0L);
  }

  void run(Long end) {
    while (t_ < end) {
      const Long own = std::sqrt((k_ + (pressed_ ? stop_ : 0.0L)) / m_);
      expand();
      Long h = std::min(0.1L / std::max(own, w_), end - t_);
      const auto beyond = [&](Long s) {
        const Long depth = value(s) - gap_;
        return pressed_ ? depth < 0.0L : depth > 0.0L;
      };
      const bool event = beyond(h);
      if (event) {
        Long low = 0.0L;
        for (int i = 0; i < 70; ++i) {
          const Long middle = 0.5L * (low + h);
          (beyond(middle) ? h : low) = middle;
        }
      }
      const Long x = value(h), v = slope(h);
      t_ += h, x_ = event ? gap_ : x, v_ = v;
      if (!event) continue;
      (pressed_ ? opens : closes).push_back(t_);
      if (stop_ > 0.0L) {
        pressed_ = !pressed_;
      } else {
        v_ = -e_ * v_;
      }
    }
  }

  std::vector<Long> closes, opens;
  [[nodiscard]] Long x() const { return x_; }

 private:
  static constexpr int order = 24;
  void expand() {
    const Long all = k_ + (pressed_ ? stop_ : 0.0L);
    c_[0] = x_, c_[1] = v_;
    Long power = 1.0L;  // w^n / n!
    for (int n = 0; n + 2 <= order; ++n) {
      Long force =
          f_ * power * std::sin(w_ * t_ + 0.5L * std::numbers::pi_v<Long> * n) - all * c_[n];
      if (n == 0) force += m_ * g_ + (pressed_ ? stop_ * gap_ : 0.0L);
      c_[n + 2] = force / (m_ * (n + 1) * (n + 2));
      power *= w_ / (n + 1);
    }
  }
  [[nodiscard]] Long value(Long s) const {
    Long out = 0.0L;
    for (int n = order; n >= 0; --n)
      out = out * s + c_[n];
    return out;
  }
  [[nodiscard]] Long slope(Long s) const {
    Long out = 0.0L;
    for (int n = order; n >= 1; --n)
      out = out * s + static_cast<Long>(n) * c_[n];
    return out;
  }

  Long stop_, m_{}, k_{}, g_{}, f_{}, w_{}, gap_{}, e_{}, t_{0.0L}, x_{}, v_{};
  bool pressed_;
  Long c_[order + 1]{};
};

Truth truth_of_stop(const Problem& problem, double stiffness) {
  ContactModel contact;
  if (stiffness > 0.0) contact = Compliance{2.0, 0.5 * stiffness};
  return reference("stop_oscillator").truth(problem, contact).value();
}

std::vector<double> instants(const Truth& truth, Kind kind) {
  std::vector<double> out;
  for (const ConstraintEvent& event : truth.constraint_events) {
    if (event.kind == kind) out.push_back(event.time);
  }
  return out;
}

TEST(StopOscillator, HasEveryInstantOfContactThatPowerSeriesFind) {
  // 4 s of code_aster's SDND121 with its stop of 1e10 N/m and with a rigid one, and the others.
  struct Case {
    const char* problem;
    double stiffness;
    std::size_t impacts;
  };
  for (const Case& c :
       {Case{"stop_forced", 1e10, 70}, Case{"stop_forced", 0.0, 70}, Case{"stop_launched", 1e6, 6},
        Case{"stop_dropped", 100.0, 3}, Case{"stop_dropped", 0.0, 3}}) {
    SCOPED_TRACE(std::string(c.problem) + " with a stop of " + std::to_string(c.stiffness));
    const Problem problem = problem_entry(c.problem).make({});
    const Truth truth = truth_of_stop(problem, c.stiffness);
    Series series(problem, c.stiffness);
    series.run(problem.horizon);
    const std::vector<double> closes = instants(truth, Kind::closes),
                              opens = instants(truth, Kind::opens);
    EXPECT_EQ(closes.size(), c.impacts);
    ASSERT_EQ(closes.size(), series.closes.size());
    for (std::size_t k = 0; k < closes.size(); ++k)
      EXPECT_NEAR(closes[k], static_cast<double>(series.closes[k]), 1e-11) << k;
    const auto& ends = c.stiffness > 0.0 ? series.opens : series.closes;
    ASSERT_EQ(opens.size(), ends.size());
    for (std::size_t k = 0; k < opens.size(); ++k)
      EXPECT_NEAR(opens[k], static_cast<double>(ends[k]), 1e-11) << k;
    const Sample end(truth, problem.horizon, 1);
    EXPECT_NEAR(end.q[0], static_cast<double>(series.x()), 1e-11);
    EXPECT_LT(truth.growth, 10.0) << "what the instants are worth";
  }
}

TEST(StopOscillator, IsWhatTheReferenceForSpringsComputes) {
  const Problem problem = problem_entry("stop_forced").make({{"horizon", 0.3}});
  const Truth exact = truth_of_stop(problem, 1e8);
  const Truth computed =
      reference("spring_constraints").truth(problem, Compliance{2.0, 5e7}).value();
  ASSERT_EQ(exact.event_times.size(), computed.event_times.size());
  EXPECT_GT(exact.event_times.size(), 5U);
  for (std::size_t k = 0; k < exact.event_times.size(); ++k)
    EXPECT_NEAR(exact.event_times[k], computed.event_times[k], 1e-10);
  EXPECT_NEAR(exact.scalars.at("penetration_relative"), computed.scalars.at("penetration_relative"),
              1e-9);
}

TEST(StopOscillator, LaunchedIsHalfAPeriodInTheStopAndHalfAPeriodOutOfIt) {
  // SDND101: pi / sqrt((k + k_s) / m) pressed, pi / sqrt(k / m) free, depth v / sqrt((k + k_s) /
  // m).
  const Problem problem = problem_entry("stop_launched").make({});
  const Truth truth = truth_of_stop(problem, 1e6);
  const double in = std::numbers::pi / std::sqrt(1.01e4), out = std::numbers::pi / 10.0;
  const auto closes = instants(truth, Kind::closes), opens = instants(truth, Kind::opens);
  ASSERT_EQ(closes.size(), 6U);
  for (std::size_t k = 0; k < closes.size(); ++k) {
    EXPECT_NEAR(closes[k], static_cast<double>(k) * (in + out), 1e-13);
    if (k < opens.size()) {
      EXPECT_NEAR(opens[k], closes[k] + in, 1e-13);
    }
  }
  EXPECT_NEAR(
      truth.scalars.at("penetration_relative") * generalised_system(*problem.system)->length(),
      1.0 / std::sqrt(1.01e4), 1e-12);
}

TEST(StopOscillator, ComesToRestWhereRestitutionIsBelowOneAndStaysUntilTheForceTurns) {
  // A mass on a floor: parabolas of a geometric series end at t_1 + 2 e v_1 / (g (1 - e)).
  const Problem dropped = problem_entry("stop_dropped").make({{"restitution", 0.5}});
  const Truth fall = truth_of_stop(dropped, 0.0);
  const double v1 = std::sqrt(41.0), t1 = (v1 - 1.0) / 10.0;
  const double rest = t1 + 2.0 * 0.5 * v1 / (10.0 * 0.5);
  EXPECT_NEAR(fall.event_times.front(), t1, 1e-13);
  EXPECT_NEAR(fall.event_times.back(), rest, 1e-9);
  const Sample late(fall, rest + 0.1, 1);
  EXPECT_EQ(late.q[0], 0.0);
  EXPECT_EQ(late.v[0], 0.0);
  // Without restitution the driven mass stays where k gap < F sin(w t): it opens where they are
  // equal, a time that no oscillation is needed for.
  const Problem driven =
      problem_entry("stop_forced").make({{"restitution", 0.0}, {"horizon", 0.1}});
  const Truth held = truth_of_stop(driven, 0.0);
  const auto opens = instants(held, Kind::opens);
  ASSERT_FALSE(opens.empty());
  EXPECT_NEAR(opens.front(), (std::numbers::pi - std::asin(2.0 / 3.0)) / (10.0 * std::numbers::pi),
              1e-13);
}

TEST(StopOscillator, IsThrownOffAShakenFloorWhereThatFallsFasterThanIt) {
  // It leaves at sin(W t) = -m g / F, each period again; each flight of its own by its parabola and
  // the floor's way, a/W^2 (sin(W t) - sin(W t_0)), with no piece of the reference.
  const Problem shaken = problem_entry("shaken_floor").make({});
  const Truth truth = truth_of_stop(shaken, 0.0);
  const auto closes = instants(truth, Kind::closes), opens = instants(truth, Kind::opens);
  ASSERT_EQ(closes.size(), 5U);
  ASSERT_EQ(opens.size(), 5U);
  const double W = 10.0 * std::numbers::pi, a = 15.0, g = 10.0;
  for (std::size_t k = 0; k < opens.size(); ++k) {
    const double off = (std::numbers::pi + std::asin(g / a)) / W + 0.2 * static_cast<double>(k);
    EXPECT_NEAR(opens[k], off, 1e-13) << k;
    if (k + 1 == closes.size()) continue;
    const auto height = [&](double t) {  // above the floor
      const double s = t - off;
      return -0.5 * g * s * s + a / (W * W) * (std::sin(W * t) - std::sin(W * off)) -
             a / W * std::cos(W * off) * s;
    };
    double low = off + 0.05, high = off + 0.15;
    ASSERT_GT(height(low), 0.0);
    ASSERT_LT(height(high), 0.0);
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (height(middle) > 0.0 ? low : high) = middle;
    }
    EXPECT_NEAR(closes[k + 1], high, 1e-12) << k;
  }
  const Sample carried(truth, 0.1, 1);
  EXPECT_EQ(carried.v[0], 0.0);
  EXPECT_EQ(carried.q[0], 0.01);
}

TEST(StopOscillator, SaysNothingOfWhatItsPiecesAreNotMadeFor) {
  const auto& entry = reference("stop_oscillator");
  const auto make = [](const ParameterSet& p) { return problem_entry("stop_forced").make(p); };
  EXPECT_FALSE(entry.truth(make({}), Compliance{3.0, 1e9})) << "a power law";
  EXPECT_FALSE(entry.truth(make({{"restitution", 0.5}}), Compliance{2.0, 1e9})) << "a dashpot";
  EXPECT_FALSE(entry.truth(make({{"stiffness", 156.0 * std::pow(10.0 * std::numbers::pi, 2)}}),
                           std::nullopt))
      << "resonance";
  EXPECT_FALSE(entry.truth(problem_entry("bouncing_point").make({}), std::nullopt));
}

// Under a uniform weight an impact with e = 1 that comes early by t moves all later ones by 2 t,
// whatever the steps: it reverses a motion of the same energy. A spring and a force that is driven
// turn the mass by other speeds.
TEST(StopOscillator, ErrorsGrowAsThoseOfItsImpacts) {
  const auto growth = [](const char* name, const ParameterSet& given) {
    return reference("stop_oscillator").truth(problem_entry(name).make(given), {}).value().growth;
  };
  EXPECT_NEAR(growth("stop_dropped", {}), 1.0, 1e-5);
  EXPECT_NEAR(growth("stop_launched", {}), 1.0, 1e-5);
  const double driven = growth("stop_forced", {{"mass", 193.1},
                                               {"stiffness", 2.18e6},
                                               {"force", 3000.0},
                                               {"gap", 8.999e-4},
                                               {"horizon", 1.0}});
  EXPECT_GT(driven, 2.0);
  EXPECT_LT(driven, 10.0);
  // A motion that grazes the stop, where a step decides whether it touches.
  EXPECT_GT(growth("stop_forced", {{"stiffness", 2.37e6}, {"horizon", 1.0}}), 10.0);
}

// A stop without rebound takes all of the speed of a mass that a spring pulls back at once: it
// leaves the stop from rest, where rounding may have it move by 1e-18 m/s towards it.
TEST(StopOscillator, LeavesAStopFromRest) {
  for (const double mass : {144.7, 156.0, 160.0, 171.3}) {
    const Problem problem =
        problem_entry("stop_forced")
            .make({{"mass", mass}, {"stiffness", 2.276e6}, {"restitution", 0.0}, {"horizon", 1.0}});
    const Truth truth = reference("stop_oscillator").truth(problem, {}).value();
    EXPECT_LT(truth.event_times.size(), 100U) << mass;
    Eigen::VectorXd q(1), v(1);
    for (const double t : truth.event_times) {
      ASSERT_TRUE(truth.at(t + 1e-4, q, v));
      EXPECT_LE(v[0], 1e-12) << "at " << t << ", mass " << mass;
    }
  }
}

// A mass that a stop has brought to rest comes back to it without speed at every swing, 2 pi / 10 s
// later: which of these touches a run has, rounding and O(h^2) decide, and no events are stated.
// They are where the run ends before the first of them, where the stop holds the mass, and where it
// rebounds; a mass let go at the stop, or as far on the other side, comes back to it so too.
TEST(StopOscillator, StatesNoEventsWhereItGrazesTheStop) {
  const auto events = [](ParameterSet given) {
    given.insert({"restitution", 0.0});
    return reference("stop_oscillator")
        .truth(problem_entry("stop_launched").make(given), {})
        .value()
        .constraint_events.size();
  };
  const double hits = std::asin(0.3) / 10.0, swing = 2.0 * std::numbers::pi / 10.0;
  EXPECT_EQ(events({{"gap", 0.03}}), 0U);
  EXPECT_EQ(events({{"gap", 0.03}, {"horizon", hits + swing + 1e-6}}), 0U);
  EXPECT_EQ(events({{"gap", 0.03}, {"horizon", hits + swing - 1e-6}}), 2U) << "on and off";
  EXPECT_EQ(events({{"gap", 0.03}, {"gravity", 3.001}}), 1U) << "held";
  EXPECT_GT(events({{"gap", 0.03}, {"restitution", 0.5}}), 2U);
  EXPECT_EQ(events({{"gap", 0.0}, {"velocity", -1.0}}), 2U) << "the spring is at rest there";
  for (const double place : {0.03, -0.03 + 2.0 * 0.01})
    EXPECT_EQ(events({{"gap", 0.03}, {"gravity", 1.0}, {"velocity", 0.0}, {"position", place}}), 0U)
        << place;
}

}  // namespace
}  // namespace impactbench::testing
