// Farthest, support and nearest points of the sets that theorems are held against.
#include "problems/base/error.hpp"
#include "reference/theorems/bounded_sets.hpp"
#include "reference/theorems/regular_sets.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <string>

namespace impactbench::theorems {
namespace {

class EveryBoundedSet : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryBoundedSet, HasNoPointBeyondItsFarthestAndItsSupportPoints) {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const auto set = draw_bounded(GetParam(), random);
    const Vector x = set->centre + random.between(0.0, 4.0) * random.direction(set->dimension());
    const Vector v = random.direction(set->dimension());
    const double far = set->farthest_distance(x), height = v.dot(set->support(v));
    double met = 0.0;
    for (int i = 0; i < 3000; ++i) {
      const Vector y = set->support(random.direction(set->dimension()));
      EXPECT_LE((x - y).norm(), far * (1.0 + 1e-12));
      EXPECT_LE(v.dot(y), height + 1e-12);
      met = testing::larger(met, (x - y).norm());
    }
    // In five dimensions 3000 directions leave angles of 0.3 between them.
    EXPECT_GT(met, 0.95 * far) << "no point of the set is as far as that";
  }
}

/// A hyperplane across x - y supports C at a farthest point y of x.
TEST_P(EveryBoundedSet, IsSupportedAtItsFarthestPoints) {
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    const auto set = draw_bounded(GetParam(), random);
    const Vector x = set->centre + random.between(0.5, 4.0) * random.direction(set->dimension());
    const Vector y = set->farthest(x);
    EXPECT_LT((set->support((y - x).normalized()) - y).norm(), 1e-7);
  }
}

/// Where all points are as far, or two are, one of them is given.
TEST_P(EveryBoundedSet, HasAFarthestPointFromItsCentre) {
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    const auto set = draw_bounded(GetParam(), random);
    const Vector y = set->farthest(set->centre);
    ASSERT_TRUE(y.allFinite());
    EXPECT_GE((y - set->centre).norm(),
              (set->support(random.direction(set->dimension())) - set->centre).norm() - 1e-12);
  }
}

std::vector<std::string> names(std::span<const std::string_view> all) {
  return {all.begin(), all.end()};
}
std::string name_of(const ::testing::TestParamInfo<std::string>& info) {
  return info.param;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryBoundedSet, ::testing::ValuesIn(names(bounded_families())),
                         name_of);

class EveryRegularSet : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryRegularSet, HasNoPointNearerThanTheProjection) {
  Random random(8);
  for (int k = 0; k < 20; ++k) {
    const auto set = draw_regular(GetParam(), random);
    const Vector x = set->outside(random), y = set->projection(x);
    ASSERT_GT(set->distance(x), 0.0);
    EXPECT_NEAR((x - y).norm(), set->distance(x), 1e-12);
    EXPECT_NEAR(set->distance(y), 0.0, 1e-9) << "the projection is no point of the set";
    for (int i = 0; i < 500; ++i)
      EXPECT_GE((x - set->boundary(random).y).norm(), set->distance(x) - 1e-9);
  }
}

/// v is a proximal normal at y: y is the nearest point of y + t v for some t > 0.
TEST_P(EveryRegularSet, HasProximalNormals) {
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const auto set = draw_regular(GetParam(), random);
    const BoundaryPoint at = set->boundary(random);
    const double t = 1e-4 * set->radius;
    EXPECT_NEAR(at.normal.norm(), 1.0, 1e-12);
    // A box has normals as near to its edges as one likes.
    if (set->distance(at.y + t * at.normal) < 0.99 * t && GetParam() == "outside_boxes") continue;
    EXPECT_LT((set->projection(at.y + t * at.normal) - at.y).norm(), 1e-7) << GetParam();
  }
}
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRegularSet, ::testing::ValuesIn(names(regular_families())),
                         name_of);

TEST(Families, ThatAreUnknownAreRefusedByName) {
  Random random(1);
  try {
    (void)draw_bounded("eggs", random);
    ADD_FAILURE();
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("'eggs'; known: [\"balls\""), std::string::npos)
        << e.what();
  }
  EXPECT_THROW((void)draw_regular("balls", random), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::theorems
