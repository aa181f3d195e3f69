// Which contacts are closed, as the laws of contact see it.
#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/contact_laws.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace impactbench::testing {
namespace {

constexpr double h = 0.125;

constexpr ContactStep newton{
    .place = ContactPlace::middle, .normal = NormalRule::velocity, .slip = SlipRule::velocity};

// Far from the origin the middle of a step is known to the spacing of its coordinate, 1.2e-10 m at
// 2^20 m, more than 1e-11 radii: what is closed to a scheme may be open here, or the other way.
TEST(ContactLaws, AGapFarAwayIsRoundedAsItsPlaceIs) {
  const double far = 0x1p20, spacing = 0x1p-32;
  const auto law = [&](double gap, bool records, const char* name) {
    DiscCommon common;
    common.restitution = 0.5;
    DiscSetup setup(common);
    setup.allow_overlap(1.0);
    setup.box(-10.0, 10.0, far, far + 10.0);
    setup.disc(2.0, 0.5, {0.0, far + 0.5 + 2.0 * (0.5 * h) + gap}, {0.0, -2.0});
    const Problem p = std::move(setup).make("far_disc", {}, 1.0);
    State after = p.initial;
    after.step = 1;
    ContactImpulses recorded;
    recorded.clear(1, 3);
    if (records) {
      after.v[1] = 1.0;
      recorded.body_a = {0};
      recorded.body_b = {ContactProblem::fixed};
      recorded.jacobian_a = {0.0, 1.0, 0.0};
      recorded.jacobian_b.assign(3, 0.0);
      recorded.impulse = {6.0};
    }
    after.q += 0.5 * h * (p.initial.v + after.v);
    ContactLaws laws(p, std::nullopt, newton, h);
    laws.after_step(p.initial, after, h, &recorded);
    std::map<std::string, double> q;
    laws.finish(q);
    const auto at = q.find(name);
    return at == q.end() ? 0.0 : at->second;
  };
  EXPECT_EQ(law(spacing, true, "law_distance"), 0.0);
  EXPECT_EQ(law(-spacing, false, "law_normal"), 0.0);
  EXPECT_NEAR(law(16.0 * spacing, true, "law_distance"), 1.0, 1e-12);
  EXPECT_NEAR(law(-16.0 * spacing, false, "law_normal"), 1.0, 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
