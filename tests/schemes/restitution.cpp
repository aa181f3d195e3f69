#include "problems/contact/geometry.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

struct Compliant {
  const char* scheme;
  ParameterSet parameters;
};

std::vector<Compliant> compliant_schemes() {
  std::vector<Compliant> out;
  for (const char* name : {"overlap", "force"}) {
    const std::string end(name);
    for (const char* scheme : {"dem", "md", "snc"})
      out.push_back({scheme, {{"contact_end", end}}});
    for (const char* scheme : {"dem", "md", "snc"}) {
      out.push_back(
          {scheme, {{"contact_end", end}, {"normal", std::string("hertz")}, {"young", 1e6}}});
    }
    for (const char* variant : {"ec", "thesis"}) {
      out.push_back({"inc",
                     {{"variant", std::string(variant)},
                      {"law", std::string("hertz")},
                      {"young", 1e6},
                      {"contact_end", end}}});
      for (const double alpha : {2.0, 2.5, 3.0}) {
        out.push_back(
            {"inc", {{"variant", std::string(variant)}, {"alpha", alpha}, {"contact_end", end}}});
      }
    }
  }
  return out;
}

bool ends_with_force(const Compliant& scheme) {
  return scheme.parameters.at("contact_end") == Value{std::string("force")};
}

std::ostream& operator<<(std::ostream& out, const Compliant& c) {
  out << c.scheme;
  for (const auto& [name, value] : c.parameters)
    out << ' ' << name << ' ' << to_text(value);
  return out;
}

/// Two free discs, m1 = 1 and m2 = 3 kg, that meet at 0.8 m/s: the speed of separation over the
/// speed of approach, and the least impulse that the contact transmitted in a step [N s].
struct Hit {
  double restitution, least_impulse;
};
Hit measured_hit(const Compliant& scheme, double e, double h) {
  DiscCommon common;
  common.restitution = e;
  DiscSetup setup(common);
  setup.disc(1.0, 0.1, {0.0, 0.0}, {1.0, 0.0});
  setup.disc(3.0, 0.1, {0.21, 0.0}, {0.2, 0.0});
  const Problem hit = std::move(setup).make("hit", {}, 1.0);
  ParameterSet parameters = scheme.parameters;
  parameters["R"] = 1e-4;
  Session session(scheme_entry(scheme.scheme), parameters, hit, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  double least = 0.0;
  session.run(static_cast<std::int64_t>(0.4 / h), [&](const State&) {
    for (const double p : recorded.impulse)
      least = std::min(least, p);
  });
  return {(session.state.v[3] - session.state.v[0]) / 0.8, least};
}

double measured_restitution(const Compliant& scheme, double e, double h) {
  return measured_hit(scheme, e, h).restitution;
}

TEST(Restitution, TheMeasuredRatioIsTheOneAskedFor) {
  // Whatever the exponent of the contact, the masses and the speed. e = 0 is critical damping: the
  // speed of separation dies away in time, the more slowly the larger alpha, and never reaches 0.
  for (const Compliant& scheme : compliant_schemes()) {
    for (const double e : {0.0, 0.05, 0.25, 0.5, 0.75, 0.9, 1.0}) {
      if (e == 0.0 && ends_with_force(scheme)) continue;  // refused
      const double tolerance = e == 0.0 ? 2e-2 : 6e-3;
      EXPECT_NEAR(measured_restitution(scheme, e, 1e-5), e, tolerance) << scheme;
    }
  }
}

TEST(Restitution, TheRatioConverges) {
  for (const Compliant& scheme : compliant_schemes()) {
    // The largest of three: a single one may cross zero.
    const auto error = [&](double h) {
      double largest = 0.0;
      for (const double e : {0.3, 0.6, 0.85})
        largest = larger(largest, std::abs(measured_restitution(scheme, e, h) - e));
      return largest;
    };
    const double coarse = error(1e-4);
    const double fine = error(1e-4 / 8.0);
    EXPECT_LT(fine, std::max(coarse / 4.0, 2e-5)) << scheme << ' ' << coarse << ' ' << fine;
  }
}

TEST(Restitution, AContactPullsExactlyWhereItEndsWithItsOverlap) {
  // The pull of a dashpot transmits some hundredths of m v (1 + e) at e = 0.3 if it may. Newton's
  // last linearisation leaves less than k h tol = 1e4 1e-4 1e-9 N s.
  for (const Compliant& scheme : compliant_schemes()) {
    const double least = measured_hit(scheme, 0.3, 1e-4).least_impulse;
    if (ends_with_force(scheme)) {
      EXPECT_GE(least, -1e-9) << scheme;
    } else {
      EXPECT_LT(least, -1e-4) << scheme;
    }
  }
}

TEST(Restitution, ZeroIsRefusedWhereContactsEndWithTheirForce) {
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.0}});
  for (const char* scheme : {"dem", "md", "snc", "inc"}) {
    const auto reason = [&](const char* end) {
      return scheme_entry(scheme)
          .make({{"contact_end", std::string(end)}})
          ->refuses(p.traits, 1e-5);
    };
    EXPECT_FALSE(reason("overlap").has_value()) << scheme;
    ASSERT_TRUE(reason("force").has_value()) << scheme;
    EXPECT_NE(reason("force")->find("restitution 0"), std::string::npos) << *reason("force");
  }
}

TEST(Restitution, ConservingVariantLosesEnergyInEveryStepAndNeverGains) {
  DiscCommon common;
  common.restitution = 0.4;
  DiscSetup setup(common);
  setup.disc(1.0, 0.1, {0.0, 0.0}, {1.0, 0.2});
  setup.disc(2.5, 0.15, {0.5, 0.13}, {-0.4, 0.1}, 0.7);
  const Problem oblique = std::move(setup).make("oblique", {}, 1.0);
  const double R = 1e-4;
  // A step far too long for the contact: the loss is a sum of squares all the same.
  for (const double h : {1e-4, 1e-2}) {
    Session session(scheme_entry("inc"), {{"alpha", 2.0}, {"R", R}}, oblique, h);
    const auto energy = [&](const State& s) {
      const double depth = 0.25 - (centre(s.q, 1) - centre(s.q, 0)).norm();
      return kinetic_energy(*oblique.system, s.v) + (depth > 0.0 ? depth * depth / (2.0 * R) : 0.0);
    };
    double last = energy(oblique.initial);
    double lost = 0.0;
    session.run(static_cast<std::int64_t>(1.0 / h), [&](const State& s) {
      const double now = energy(s);
      EXPECT_LE(now, last + 1e-12);
      lost += last - now;
      last = now;
    });
    EXPECT_GT(lost, 0.05) << h;
  }
}

TEST(Restitution, DampingRatioIsTheKnownFormula) {
  EXPECT_EQ(Dissipation::damping_ratio(1.0), 0.0);
  EXPECT_EQ(Dissipation::damping_ratio(0.0), 1.0);
  EXPECT_EQ(Dissipation::damping_ratio(1.0, ContactEnd::force), 0.0);
  EXPECT_NEAR(Dissipation::damping_ratio(std::exp(-2.0), ContactEnd::force), 1.0, 1e-15);
  for (const double e : {0.99, 0.5, 0.14, 0.13, 0.01}) {
    // In Schwager and Poeschel's words, by arctan and logarithm.
    const double zeta = Dissipation::damping_ratio(e, ContactEnd::force);
    const double s = std::sqrt(std::abs(1.0 - zeta * zeta));
    const double decay = zeta < 1.0 ? zeta / s * std::atan2(2.0 * zeta * s, zeta * zeta - s * s)
                                    : zeta / s * std::log((zeta + s) / (zeta - s));
    EXPECT_NEAR(std::exp(-decay), e, 1e-13) << zeta;
  }
  for (const double e : {1e-300, 0.01, 0.5, 0.999}) {
    const double zeta = Dissipation::damping_ratio(e);
    // e = exp(-pi zeta / sqrt(1 - zeta^2)) of the damped linear oscillator
    EXPECT_NEAR(std::exp(-M_PI * zeta / std::sqrt(1.0 - zeta * zeta)), e, 1e-10) << e;
  }
}

TEST(EndWeight, OfSection44IsNoRestitutionCoefficient) {
  // A ball of 1 kg hits a wall at 1 m/s, c = 1e6, dt = 1e-4: the ratio of speeds that the thesis's
  // e gives (recomputed independently), which falls while e rises, and goes to 1 with dt.
  DiscSetup setup{DiscCommon{}};
  setup.box(0.0, 2.0, 0.0, 2.0);
  setup.disc(1.0, 0.2, {1.5, 1.0}, {1.0, 0.0});
  const Problem hit = std::move(setup).make("hit", {}, 1.0);
  const auto ratio = [&](double alpha, double e, double h) {
    Session session(scheme_entry("inc"),
                    {{"variant", "thesis"}, {"alpha", alpha}, {"R", 5e-7}, {"end_weight", e}}, hit,
                    h);
    session.run(static_cast<std::int64_t>(0.6 / h));
    return -session.state.v[0];
  };
  EXPECT_NEAR(ratio(2.0, 0.0, 1e-4), 0.9994, 2e-3);
  EXPECT_NEAR(ratio(2.0, 0.25, 1e-4), 0.9870, 2e-3);
  EXPECT_NEAR(ratio(2.0, 1.0, 1e-4), 0.9668, 2e-3);
  EXPECT_NEAR(ratio(3.0, 0.25, 1e-4), 0.9660, 2e-3);
  EXPECT_NEAR(ratio(3.0, 1.0, 1e-4), 0.9466, 2e-3);
  EXPECT_NEAR(ratio(2.0, 1.0, 1e-5), 0.9968, 5e-4);
  EXPECT_NEAR(ratio(3.0, 1.0, 1e-5), 0.9945, 5e-4);
}

}  // namespace
}  // namespace impactbench::testing
