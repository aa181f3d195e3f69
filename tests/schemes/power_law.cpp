#include "schemes/support/laws/power_law.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>

namespace impactbench {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;

TEST(PowerLaw, QuotientLosesNoDigitsWhereTheDepthsNearlyAgree) {
  // Against (x^a - y^a) / (x - y) in 50 digits, from equal magnitudes to 1e-15 apart.
  for (const double alpha : {2.0, 2.5, 3.0, 3.7, 4.0, 5.0}) {
    for (const double gap : {1e-15, 1e-12, 1e-8, 1e-4, 0.3, 20.0}) {
      const double y = 3.1e-3;
      const double x = y * (1.0 + gap);
      if (x == y) continue;
      const Wide a(alpha), X(x), Y(y);
      const Wide exact = (pow(X, a) - pow(Y, a)) / (X - Y);
      const PowerLaw law{alpha};
      const double relative = static_cast<double>(abs(Wide(law.quotient(x, y)) - exact) / exact);
      EXPECT_LT(relative, 1e-14) << "alpha " << alpha << ", gap " << gap;
      EXPECT_DOUBLE_EQ(law.quotient(x, y), law.quotient(y, x));
    }
  }
}

TEST(PowerLaw, QuotientHasItsLimits) {
  for (const double alpha : {2.0, 2.5, 3.0, 4.0}) {
    const PowerLaw law{alpha};
    // x -> y: the derivative alpha y^(alpha-1);  y = 0: x^(alpha-1).
    EXPECT_NEAR(law.quotient(0.2, 0.2), alpha * std::pow(0.2, alpha - 1.0), 1e-15);
    EXPECT_NEAR(law.quotient(0.2, 0.0), std::pow(0.2, alpha - 1.0), 1e-16);
    EXPECT_EQ(law.quotient(0.0, 0.0), 0.0);
  }
}

TEST(PowerLaw, PowerIsTruncatedAndLetsNaNThrough) {
  EXPECT_EQ(PowerLaw::power(-1.0, 3.0), 0.0);
  EXPECT_EQ(PowerLaw::power(0.0, 2.5), 0.0);
  // [x]_+^0 is the stiffness of a linear spring: none where discs just touch.
  EXPECT_EQ(PowerLaw::power(0.0, 0.0), 0.0);
  EXPECT_TRUE(std::isnan(PowerLaw::power(std::nan(""), 2.0)));
  EXPECT_DOUBLE_EQ(PowerLaw::power(1.5, 4.0), 5.0625);
}

}  // namespace
}  // namespace impactbench
