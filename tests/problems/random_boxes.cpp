#include "problems/base/error.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/files/scene.hpp"
#include "problems/model/round_system.hpp"
#include "problems/support/libgfortran_random.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace impactbench::testing {
namespace {

const RoundSystem& discs_of(const Problem& p) {
  return *disc_system(*p.system);
}

double smallest_gap(const Problem& p) {
  const auto& r = discs_of(p).bodies().radius;
  double gap = HUGE_VAL;
  for (std::size_t i = 0; i < r.size(); ++i) {
    for (std::size_t j = i + 1; j < r.size(); ++j) {
      const Vec2 d =
          centre(p.initial.q, static_cast<int>(j)) - centre(p.initial.q, static_cast<int>(i));
      gap = std::min(gap, d.norm() - r[i] - r[j]);
    }
  }
  return gap;
}

TEST(LibgfortranRandom, GivesTheNumbersOfAFortranProgramThatSetsNoSeed) {
  LibgfortranRandom next;
  // Numbers as a Fortran program prints them with F11.9.
  for (const double printed : {0.000007629, 0.131537676, 0.755605221, 0.458650112})
    EXPECT_NEAR(next(), printed, 0.5e-9);
  // s_1 = 16807, without its nine lowest bits (16806 = 32 * 512 + 422) 32 * 512: u = 2^14 / 2^31.
  EXPECT_EQ(LibgfortranRandom(1)(), 0x1p-17);
}

TEST(LibgfortranRandom, FollowsParkAndMillersRecurrence) {
  // Their check of an implementation: from seed 1 the 10 000th state is 1 043 618 065.
  LibgfortranRandom next(1);
  double u = 0.0;
  for (int k = 0; k < 10000; ++k)
    u = next();
  EXPECT_EQ(u, static_cast<double>(1043618064 / 512 * 512) * 0x1p-31);
}

TEST(LibgfortranRandom, IsExactInSinglePrecision) {
  LibgfortranRandom next(12345);
  double largest = 0.0;
  for (int k = 0; k < 100000; ++k) {
    const double u = next();
    ASSERT_EQ(static_cast<double>(static_cast<float>(u)), u);
    ASSERT_EQ(static_cast<double>(static_cast<float>(u) - 0.5F), u - 0.5);
    largest = larger(largest, u);
  }
  EXPECT_TRUE(largest > 0.999 && largest < 1.0);
}

/// Sums over the starts of nguyen2024's boxes as its listing makes them, compiled with gfortran:
/// evidence from outside of this program that numbers, order and arithmetic are the same.
struct CheckSums {
  const char* name;
  int discs;
  double sum_radius, sum_x;  ///< [m]
  double energy;             ///< kinetic for the box without gravity, else potential [J]
  double energy_digit;       ///< one unit of its last digit
  double gap;                ///< smallest between two discs, four decimals [m]
  double mass, width, height, gravity, horizon;
};
const CheckSums check_sums[] = {
    {"box_81_random", 81, 81 * 0.2, 210.62449119, 6.724895975, 1e-9, 0.0192, 1, 5.3, 6, 0, 4.4984},
    {"box_25", 25, 5.9653003693, 45.18144792, 102.260122, 1e-6, 0.0730, 0.25, 3.5, 4, 9.80665, 5},
    {"box_100_random", 100, 19.7039385557, 263.67547815, 543.437275, 1e-6, 0.0213, 0.21, 5.3, 5.3,
     9.80665, 4},
    {"box_529", 529, 99.2605948329, 3173.36698186, 31130.943117, 1e-6, 0.0100, 1, 12, 12, 9.80665,
     7.5},
    {"box_1225", 1225, 199.1535732591, 10521.27906218, 103207.719064, 1e-6, 0.0147, 1, 17, 17,
     9.80665, 7.5},
};

TEST(RandomBoxes, HaveTheCheckSumsOfTheListing) {
  for (const CheckSums& row : check_sums) {
    const Problem p = problem_entry(row.name).make({});
    const BodyTable& discs = discs_of(p).bodies();
    ASSERT_EQ(discs.size(), static_cast<std::size_t>(row.discs)) << row.name;
    double sum_radius = 0.0;
    double sum_x = 0.0;
    for (int i = 0; i < row.discs; ++i) {
      sum_radius += discs.radius[static_cast<std::size_t>(i)];
      sum_x += centre(p.initial.q, i).x();
      EXPECT_EQ(discs.mass[static_cast<std::size_t>(i)], row.mass);
    }
    EXPECT_NEAR(sum_radius, row.sum_radius, 0.51e-10) << row.name;
    EXPECT_NEAR(sum_x, row.sum_x, 0.51e-8) << row.name;
    const double energy =
        kinetic_energy(*p.system, p.initial.v) + p.system->external_potential(0.0, p.initial.q);
    EXPECT_NEAR(energy, row.energy, 0.51 * row.energy_digit) << row.name;
    EXPECT_NEAR(smallest_gap(p), row.gap, 0.51e-4) << row.name;
    const auto& walls = discs_of(p).walls();
    EXPECT_EQ(walls[3].point, Vec2(0.0, row.height)) << row.name;
    EXPECT_EQ(walls[1].point, Vec2(row.width, 0.0)) << row.name;
    EXPECT_EQ(discs_of(p).gravity(), Vec3(0.0, -row.gravity, 0.0)) << row.name;
    EXPECT_EQ(p.horizon, row.horizon) << row.name;
  }
}

TEST(RandomBoxes, The81StartAtTheRightOnTopAndMoveDown) {
  const Problem p = problem_entry("box_81_random").make({});
  // u_1 = 2^-17, u_2 = 0.131537676: x = 4.6 - 0.05 + 0.1 u_1, y = 4.32 - 0.05 + 0.1 u_2.
  EXPECT_NEAR(p.initial.q[0], 4.550000763, 0.51e-9);
  EXPECT_NEAR(p.initial.q[1], 4.283153768, 0.51e-9);
  EXPECT_NEAR(p.initial.v[0], 0.755605221 - 0.5, 0.51e-9);
  EXPECT_NEAR(p.initial.v[1], -0.5 * 0.458650112, 0.51e-9);
  for (Eigen::Index k = 0; k < p.initial.v.size(); k += 3) {
    EXPECT_LT(std::abs(p.initial.v[k]), 0.5);
    EXPECT_TRUE(p.initial.v[k + 1] <= 0.0 && p.initial.v[k + 1] > -0.5);
    EXPECT_EQ(p.initial.v[k + 2], 0.0);
  }
}

TEST(RandomBoxes, AreOthersFromOtherSeedsAndAtOtherSpeeds) {
  for (const CheckSums& row : check_sums) {
    const ProblemEntry& entry = problem_entry(row.name);
    EXPECT_NE(entry.make({{"seed", std::int64_t{2}}}).initial.q, entry.make({}).initial.q);
  }
  const Problem rest = problem_entry("box_100_random").make({});
  const Problem moving = problem_entry("box_100_random").make({{"speed", 1.0}});
  EXPECT_EQ(rest.initial.v.norm(), 0.0);
  EXPECT_GT(moving.initial.v.norm(), 1.0);
  // Radii are drawn before any velocity, the first place too.
  EXPECT_EQ(discs_of(rest).bodies().radius, discs_of(moving).bodies().radius);
  EXPECT_EQ(Vec2(rest.initial.q.head<2>()), Vec2(moving.initial.q.head<2>()));
}

std::string complaint(const char* name, const ParameterSet& given) {
  try {
    (void)problem_entry(name).make(given);
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "made";
}

TEST(RandomBoxes, RefuseWhatDoesNotFitWithASentence) {
  // 0.4 m apart at least 0.3 m between centres, minus the displacements: radius 0.25 overlaps.
  EXPECT_NE(complaint("box_81_random", {{"radius", 0.25}}).find("overlap by"), std::string::npos);
  EXPECT_NE(complaint("box_25", {{"radius", 1.5}}).find("into obstacle"), std::string::npos);
  EXPECT_NE(complaint("box_25", {{"radius", 0.001}}).find("radius"), std::string::npos)
      << "the spread exceeds it";
  for (const std::int64_t seed : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{2147483647}}) {
    EXPECT_NE(complaint("box_529", {{"seed", seed}}).find("seed"), std::string::npos) << seed;
  }
  EXPECT_EQ(complaint("box_81_random", {{"radius", 0.2}}), "made");
}

TEST(RandomBoxes, BeginWhereAFileOfTheSameDiscsSays) {
  const Scratch scratch;
  const std::string path = scratch / "discs.toml";
  const ParameterSet from_file{{"start", path}};
  const Problem plain = problem_entry("box_25").make({});
  Scene scene = scene_of(plain);
  for (int i = 0; i < 25; ++i) {
    scene.start.q[3 * i + 2] = 0.1 / (i + 1);
    scene.start.v.segment<3>(3 * i) = Vec3(1.0 / 3.0 + i, -2.0, -i);
  }
  const auto write = [&](const Scene& what) { scratch.write("discs.toml", scene_text(what)); };
  write(scene);
  const Problem begun = problem_entry("box_25").make(from_file);
  for (int i = 0; i < 25; ++i) {
    const Eigen::Index at = 3 * i;
    EXPECT_EQ(centre(begun.initial.q, i), centre(plain.initial.q, i));
    EXPECT_EQ(begun.initial.q[at + 2], 0.1 / (i + 1)) << "every digit";
    EXPECT_EQ(begun.initial.v.segment<3>(at), Vec3(1.0 / 3.0 + i, -2.0, -i));
  }
  EXPECT_EQ(begun.system->mass(), plain.system->mass());
  EXPECT_TRUE(begun.traits.rotation) << "the discs of the file spin";

  // The radii go down from 0.25 m: a hundredth of the largest diameter is 5 mm. The last of the
  // first column is the lowest there: between it and the floor is nothing.
  const auto pressed = [&](double depth) {
    Scene moved = scene;
    moved.start.q[3 * 4 + 1] = moved.bodies.radius[4] - depth;
    write(moved);
    return complaint("box_25", from_file);
  };
  EXPECT_EQ(pressed(4.9e-3), "made") << "what a rigid scheme may have left";
  EXPECT_FALSE(problem_entry("box_25").make(from_file).traits.initial_penetration)
      << "with no force in it";
  EXPECT_NE(pressed(5.1e-3).find("into obstacle 1; at most 0.00499"), std::string::npos);
  Scene other = scene;
  other.bodies.radius[3] *= 1.001;
  write(other);
  EXPECT_NE(complaint("box_25", from_file).find("gives disc 4 the radius"), std::string::npos);
  write(scene_of(problem_entry("four_stacked").make({})));
  EXPECT_NE(complaint("box_25", from_file).find("has 4 discs in dimension 2; there must be 25"),
            std::string::npos);
  scratch.write("discs.toml", "x,y,radius\n");
  EXPECT_NE(complaint("box_25", from_file).find("discs.toml:1:2: not TOML"), std::string::npos);
  std::filesystem::remove(path);
  EXPECT_NE(complaint("box_25", from_file).find("places or the path of a file that can be read"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
