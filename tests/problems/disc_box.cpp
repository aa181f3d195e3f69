#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/files/scene.hpp"
#include "problems/model/round_system.hpp"
#include "problems/support/disc_columns.hpp"
#include "tests/support/run.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

Problem box(const ParameterSet& given) {
  return problem_entry("disc_box").make(given);
}
const BodyTable& discs_of(const Problem& p) {
  return disc_system(*p.system)->bodies();
}

TEST(PortableRandom, GivesTheBitsThatTheStandardFixes) {
  // C++20 [rand.predef]: the 10 000th value of a mt19937_64 with default seed 5489 is
  // 9981545732273789042.
  PortableRandom random(5489);
  double u = 0.0;
  for (int k = 0; k < 10000; ++k)
    u = random.uniform();
  EXPECT_EQ(u, static_cast<double>(9981545732273789042U >> 11U) * 0x1p-53);
}

TEST(DiscColumns, GoFromRightToLeftAndTopToBottom) {
  std::vector<double> x, y;
  for_each_place({5, 2, 10.0, 20.0, 1.0}, [&](double a, double b) {
    x.push_back(a);
    y.push_back(b);
  });
  EXPECT_EQ(x, (std::vector<double>{10.0, 10.0, 9.0, 9.0, 8.0}));
  EXPECT_EQ(y, (std::vector<double>{20.0, 19.0, 20.0, 19.0, 20.0}));
}

TEST(DiscBox, HasAsManyDiscsAsAskedForWhateverTheirNumber) {
  for (const std::int64_t n : {1, 2, 3, 7, 99, 100, 101, 2500}) {
    for (const double aspect : {1e-3, 0.3, 1.0, 4.0, 1e3}) {
      // jitter 1: displaced as far as they may be; the start is refused if any two overlap.
      const Problem p = box({{"n", n}, {"aspect", aspect}, {"jitter", 1.0}});
      EXPECT_EQ(discs_of(p).size(), static_cast<std::size_t>(n));
    }
  }
}

TEST(DiscBox, OutlineOfAMillionDiscsStoresNone) {
  const auto most_so_far = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;  // [KiB] on Linux
  };
  // The peak is of all that the process has done: memory that earlier tests had, freed or not,
  // would hide a list. A child begins with the peak of what is resident.
  const auto outlines = [] {
    const ProblemOutline outline =
        problem_entry("disc_box").outline({{"n", std::int64_t{1000000}}, {"radius_ratio", 0.5}});
    return outline.traits.body_count == 1000000 && outline.dofs == 3000000;
  };
  malloc_trim(0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto before = most_so_far();
    if (!outlines()) _exit(1);
    // Any list of them has at least 8 bytes for each: 7812 KiB.
    _exit(most_so_far() - before < 4000 ? 0 : 2);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "1: another outline, 2: memory for each disc";
}

TEST(DiscBox, OutlineKnowsWhatTheFileOfAStartSays) {
  const Scratch scratch;
  const ParameterSet three{{"n", std::int64_t{3}}};
  Scene scene = scene_of(box(three));
  const std::string path = scratch / "start.toml";
  for (const double spin : {0.0, 2.0}) {
    scene.start.v[5] = spin;
    std::ofstream(path) << scene_text(scene);
    ParameterSet given = three;
    given["start"] = path;
    EXPECT_EQ(problem_entry("disc_box").traits(given), box(given).traits);
    EXPECT_EQ(problem_entry("disc_box").traits(given).rotation, spin != 0.0);
  }
  const ParameterSet other{{"n", std::int64_t{4}}, {"start", path}};
  EXPECT_THROW((void)problem_entry("disc_box").traits(other), ConfigurationError);
}

TEST(DiscBox, RadiiFollowTheirLaws) {
  const auto radii = [](const char* law) {
    const Problem p = box({{"n", std::int64_t{20000}},
                           {"radius_law", std::string(law)},
                           {"radius_ratio", 0.25},
                           {"radius", 0.4}});
    const BodyTable& discs = discs_of(p);
    for (std::size_t i = 0; i < discs.size(); ++i) {
      EXPECT_TRUE(discs.radius[i] >= 0.1 - 1e-15 && discs.radius[i] <= 0.4);
      EXPECT_NEAR(discs.mass[i], std::pow(discs.radius[i] / 0.4, 2), 1e-14);
    }
    return discs.radius;
  };
  const auto share_of_area_below = [](const std::vector<double>& r, double limit) {
    double below = 0.0;
    double all = 0.0;
    for (const double x : r) {
      all += x * x;
      if (x < limit) below += x * x;
    }
    return below / all;
  };
  for (const double r : radii("equal"))
    EXPECT_EQ(r, 0.4);
  // Uniform between 0.1 and 0.4: mean 0.25, standard error 0.3 / sqrt(12 * 20000) = 6e-4.
  const auto uniform = radii("uniform");
  double mean = 0.0;
  for (const double r : uniform)
    mean += r / 20000.0;
  EXPECT_NEAR(mean, 0.25, 3e-3);
  // By area: half of the area belongs to radii below the middle 0.25. Uniform radii have
  // (0.25^3 - 0.1^3) / (0.4^3 - 0.1^3) = 0.232 there.
  EXPECT_NEAR(share_of_area_below(radii("by_area"), 0.25), 0.5, 0.02);
  EXPECT_NEAR(share_of_area_below(uniform, 0.25), 0.232, 0.02);
}

TEST(DiscBox, OneSettingDoesNotChangeWhatAnotherDraws) {
  const Problem plain = box({});
  const Problem other = box({{"jitter", 0.0}, {"speed", 2.0}});
  EXPECT_EQ(discs_of(plain).radius, discs_of(other).radius);
  EXPECT_EQ(plain.initial.v.norm(), 0.0);
  EXPECT_LT(other.initial.v.cwiseAbs().maxCoeff(), 2.0);
  EXPECT_GT(other.initial.v.cwiseAbs().maxCoeff(), 1.5);
  EXPECT_NE(box({{"seed", std::int64_t{2}}}).initial.q, plain.initial.q);
  // No jitter: places 2 * 0.2 * 1.25 = 0.5 m apart, 10 x 10 in a square of 5 m.
  EXPECT_NEAR(other.initial.q[0], 4.75, 1e-14);
  EXPECT_NEAR(other.initial.q[1], 4.75, 1e-14);
  EXPECT_NEAR(other.initial.q[3 * 99], 0.25, 1e-13);
}

TEST(DiscBox, RefusesWhatIsOutOfRangeWithASentence) {
  const auto complaint = [](const ParameterSet& given) -> std::string {
    try {
      (void)box(given);
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "made";
  };
  for (const std::int64_t n : {0, -1, 1000001}) {
    EXPECT_NE(complaint({{"n", n}}).find("n = " + std::to_string(n)), std::string::npos)
        << complaint({{"n", n}});
  }
  EXPECT_NE(complaint({{"spacing", 0.99}}).find("spacing"), std::string::npos);
  EXPECT_NE(complaint({{"jitter", 1.01}}).find("jitter"), std::string::npos);
  EXPECT_NE(complaint({{"radius_ratio", 0.0}}).find("radius_ratio"), std::string::npos);
  EXPECT_NE(complaint({{"headroom", 0.9}}).find("headroom"), std::string::npos);
  EXPECT_NE(complaint({{"radius_law", std::string("normal")}}).find("by_area"), std::string::npos);
  EXPECT_EQ(complaint({{"spacing", 1.0}, {"jitter", 1.0}}), "made");
}

TEST(DiscBox, IsSetUpWithoutComparingAllPairs) {
  // 2e5 discs take a tenth of a second; to compare all 2e10 pairs would take half a minute.
  const std::clock_t start = std::clock();
  const Problem p = box({{"n", std::int64_t{200000}}, {"radius_ratio", 0.3}});
  EXPECT_EQ(p.traits.body_count, 200000);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 8.0);
}

}  // namespace
}  // namespace impactbench::testing
