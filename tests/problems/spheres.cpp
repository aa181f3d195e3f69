#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"
#include "problems/contact/gap.hpp"
#include "problems/contact/pair_tree.hpp"
#include "problems/model/sphere_setup.hpp"
#include "problems/support/sphere_file.hpp"
#include "problems/support/sphere_packing.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace impactbench::testing {
namespace {

const Vec3 zero = Vec3::Zero();

std::string complaint(int dimension, const std::function<void(SphereSetup&)>& fill,
                      double horizon = 1.0) {
  SphereSetup setup(dimension, SphereCommon{});
  fill(setup);
  try {
    (void)std::move(setup).make("test", {}, horizon);
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "";
}

#define EXPECT_SAYS(text, words) EXPECT_NE((text).find(words), std::string::npos) << (text)

TEST(SphereStart, EveryMistakeGetsASentence) {
  const auto one = [](SphereSetup& s) { s.sphere(1.0, 0.5, zero, zero); };
  EXPECT_EQ(complaint(3, one), "");
  EXPECT_SAYS(complaint(3, [](SphereSetup&) {}), "there is no sphere");
  EXPECT_SAYS(complaint(4, one), "dimension = 4");
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_SAYS(complaint(3, [&](SphereSetup& s) { s.sphere(bad, 0.5, zero, zero); }),
                "sphere 1: mass");
    EXPECT_SAYS(complaint(3, [&](SphereSetup& s) { s.sphere(1.0, bad, zero, zero); }),
                "sphere 1: radius");
    EXPECT_SAYS(complaint(3, one, bad), "horizon");
  }
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    EXPECT_SAYS(complaint(2,
                          [&](SphereSetup& s) {
                            s.sphere(1.0, 0.5, {0.0, bad, 0.0}, zero);
                          }),
                "sphere 1: position along y");
    EXPECT_SAYS(complaint(1,
                          [&](SphereSetup& s) {
                            s.sphere(1.0, 0.5, zero, {bad, 0.0, 0.0});
                          }),
                "sphere 1: velocity along x");
    EXPECT_SAYS(complaint(3,
                          [&](SphereSetup& s) {
                            one(s), s.gravity({0.0, 0.0, bad});
                          }),
                "gravity along z");
    EXPECT_SAYS(complaint(3,
                          [&](SphereSetup& s) {
                            one(s), s.half_space({bad, 0, 0}, {1, 0, 0});
                          }),
                "obstacle 1");
  }
  EXPECT_SAYS(complaint(2,
                        [](SphereSetup& s) {
                          s.sphere(1.0, 0.5, {0.0, 0.0, 1.0}, zero);
                        }),
              "in dimension 2 it must be 0");
  const auto two = [](double x) {
    return [x](SphereSetup& s) {
      s.sphere(1.0, 0.5, zero, zero);
      s.sphere(1.0, 0.5, {x, 0.0, 0.0}, zero);
    };
  };
  for (const int dimension : {1, 2, 3}) {
    EXPECT_EQ(complaint(dimension, two(1.0)), "");
    EXPECT_SAYS(complaint(dimension, two(0.9)), "sphere 1 and sphere 2 overlap by 0.09999");
    EXPECT_SAYS(complaint(dimension, two(0.0)), "sphere 1 and sphere 2 share their centre");
  }
}

TEST(SphereStart, ObstaclesAreCheckedAndKeptClearOf) {
  const auto at = [](double height, const std::function<void(SphereSetup&)>& add) {
    return complaint(2, [&](SphereSetup& s) {
      s.sphere(1.0, 0.5, {0.0, height, 0.0}, zero);
      add(s);
    });
  };
  const auto floor = [](SphereSetup& s) { s.half_space(zero, {0.0, 1.0, 0.0}); };
  const auto plank = [](SphereSetup& s) { s.segment({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}); };
  const auto block = [](SphereSetup& s) { s.box({-1.0, -1.0, 0.0}, {1.0, 0.0, 0.0}); };
  for (const auto& obstacle :
       {std::function<void(SphereSetup&)>(floor), std::function<void(SphereSetup&)>(plank),
        std::function<void(SphereSetup&)>(block)}) {
    EXPECT_EQ(at(0.5, obstacle), "");
    EXPECT_SAYS(at(0.4, obstacle), "reaches 0.09999");
    EXPECT_SAYS(at(0.4, obstacle), "into obstacle 1");
  }
  EXPECT_SAYS(at(-0.4, block), "into obstacle 1");
  EXPECT_SAYS(at(5.0,
                 [](SphereSetup& s) {
                   s.half_space(zero, {0.0, 2.0, 0.0});
                 }),
              "length 2; it must be 1");
  EXPECT_SAYS(at(5.0, [](SphereSetup& s) { s.segment(zero, zero); }), "must differ");
  EXPECT_SAYS(at(5.0,
                 [](SphereSetup& s) {
                   s.segment(zero, {1.0, 0.0, 0.5});
                 }),
              "component 3 must be 0 in dimension 2");
  EXPECT_SAYS(at(5.0, [](SphereSetup& s) { s.box(zero, {1.0, 0.0, 0.0}); }), "lower corner");
  EXPECT_SAYS(complaint(3,
                        [](SphereSetup& s) {
                          s.sphere(1.0, 0.5, zero, zero);
                          s.segment({5.0, 0.0, 0.0}, {6.0, 0.0, 0.0});
                        }),
              "in the plane only");
}

template <int Dim>
void expect_gradients(std::int64_t seed) {
  // D(x + eps e) - D(x - eps e) = 2 eps grad D.e, and |grad D| = 1, at points outside of obstacles.
  PortableRandom random(seed);
  const auto any = [&] {
    Vec<Dim> x;
    for (int k = 0; k < Dim; ++k)
      x[k] = 4.0 * random.uniform() - 2.0;
    return x;
  };
  const auto wide = [](const Vec<Dim>& x) {
    Vec3 out = zero;
    out.template head<Dim>() = x;
    return out;
  };
  for (int trial = 0; trial < 100; ++trial) {
    const Vec<Dim> x = any(), y = any();
    std::vector<std::function<Gap<Dim>(const Vec<Dim>&)>> gaps{
        [&](const Vec<Dim>& z) { return pair_gap<Dim>(y, 0.1, z, 0.2); }};
    const Obstacle box{Obstacle::Shape::box, wide(y.cwiseMin(any())), wide(y)};
    gaps.emplace_back([&](const Vec<Dim>& z) { return obstacle_gap<Dim>(z, 0.2, box); });
    const Obstacle plane{Obstacle::Shape::half_space, wide(y), wide(any().normalized())};
    gaps.emplace_back([&](const Vec<Dim>& z) { return obstacle_gap<Dim>(z, 0.2, plane); });
    const Obstacle segment{Obstacle::Shape::segment, wide(any()), wide(y)};
    if (Dim == 2) {
      gaps.emplace_back([&](const Vec<Dim>& z) { return obstacle_gap<Dim>(z, 0.2, segment); });
    }
    for (const auto& gap : gaps) {
      const Gap<Dim> here = gap(x);
      if (here.distance < -0.19) continue;  // inside of an obstacle there are ridges
      EXPECT_NEAR(here.normal.norm(), 1.0, 1e-14);
      for (int k = 0; k < Dim; ++k) {
        const Vec<Dim> e = 1e-6 * Vec<Dim>::Unit(k);
        EXPECT_NEAR(gap(x + e).distance - gap(x - e).distance, 2e-6 * here.normal[k], 1e-9);
      }
    }
  }
}

TEST(Gap, NormalIsTheGradientOfTheDistance) {
  expect_gradients<1>(1);
  expect_gradients<2>(2);
  expect_gradients<3>(3);
}

TEST(Gap, FromInsideABoxTheNearestFaceIsTheWayOut) {
  const Obstacle box{Obstacle::Shape::box, {0.0, 0.0, 0.0}, {4.0, 2.0, 8.0}};
  const auto gap = obstacle_gap<3>(Vec3(1.5, 1.9, 3.0), 0.25, box);
  EXPECT_DOUBLE_EQ(gap.distance, -0.1 - 0.25);
  EXPECT_EQ(gap.normal, Vec3(0.0, 1.0, 0.0));
}

template <int Dim>
void expect_pairs_of_brute_force(std::size_t n, double fastest, std::int64_t seed) {
  PortableRandom random(seed);
  BodyTable spheres;
  Eigen::VectorXd q(static_cast<Eigen::Index>(Dim * n)), u = q;
  for (std::size_t i = 0; i < n; ++i) {
    spheres.radius.push_back(0.02 + 0.3 * std::pow(random.uniform(), 8));  // many small, few large
    spheres.mass.push_back(1.0);
  }
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    q[k] = random.uniform();
    u[k] = fastest * std::pow(2.0 * random.uniform() - 1.0, 5);
  }
  const RoundSystem system({Dim, false}, spheres, {}, zero, {.restitution = 0.0});
  const RoundBodies bodies = round_bodies(system);
  PairTree<Dim> tree;
  tree.prepare(n);
  tree.build(bodies, q);
  tree.set_velocities(u);
  using Pairs = std::multiset<std::pair<int, int>>;
  Pairs near, closing, closing_in, near_found, closing_found, closing_in_found;
  constexpr double reach = 0.02, h = 0.5;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    for (int j = i + 1; j < static_cast<int>(n); ++j) {
      const auto gap = pair_gap<Dim>(centre<Dim>(bodies, q, i), spheres.radius[std::size_t(i)],
                                     centre<Dim>(bodies, q, j), spheres.radius[std::size_t(j)]);
      const Vec<Dim> rate = u.segment<Dim>(Dim * j) - u.segment<Dim>(Dim * i);
      if (gap.distance < reach) near.emplace(i, j);
      const double later = gap.distance + h * gap.normal.dot(rate);
      if (later < 0.0) closing.emplace(i, j);
      if (later < reach) closing_in.emplace(i, j);
    }
  }
  tree.near(reach, [&](int i, int j) { near_found.emplace(i, j); });
  tree.closing(h, 0.0, [&](int i, int j) { closing_found.emplace(i, j); });
  tree.closing(h, reach, [&](int i, int j) { closing_in_found.emplace(i, j); });
  EXPECT_EQ(near_found, near) << "dimension " << Dim << ", n " << n;
  EXPECT_EQ(closing_found, closing) << "dimension " << Dim << ", n " << n;
  EXPECT_EQ(closing_in_found, closing_in) << "dimension " << Dim << ", n " << n;
  if (n > 30) {
    EXPECT_GT(near.size(), 5U);
    EXPECT_GT(closing.size(), near.size() / 3);
    EXPECT_LT(closing.size(), n * (n - 1) / 2);
  }
}

TEST(PairTree, FindsThePairsOfBruteForceEachOnce) {
  for (const std::size_t n : {1U, 2U, 8U, 9U, 17U, 100U, 333U}) {
    for (const double fastest : {0.1, 1.0, 10.0}) {
      expect_pairs_of_brute_force<1>(n, fastest, 7);
      expect_pairs_of_brute_force<2>(n, fastest, 8);
      expect_pairs_of_brute_force<3>(n, fastest, 9);
    }
  }
}

TEST(PairTree, ItsCostDoesNotDependOnTheNumbering) {
  // Bodies are sorted by where they are: numbered in any order, neighbours cost what they cost
  // numbered row by row. A tree over the numbers would compare all with all, a thousand times as
  // much.
  constexpr int side = 240;
  std::vector<int> order(side * side);
  std::iota(order.begin(), order.end(), 0);
  const auto search = [&](std::size_t& found) {
    BodyTable spheres;
    Eigen::VectorXd q(2 * side * side);
    for (std::size_t i = 0; i < order.size(); ++i) {
      spheres.radius.push_back(0.45);
      spheres.mass.push_back(1.0);
      q.segment<2>(2 * static_cast<Eigen::Index>(i)) << order[i] % side, order[i] / side;
    }
    const RoundSystem system({2, false}, spheres, {}, zero, {.restitution = 0.0});
    const RoundBodies bodies = round_bodies(system);
    PairTree<2> tree;
    tree.prepare(order.size());
    const std::clock_t start = std::clock();
    tree.build(bodies, q);
    tree.near(0.2, [&](int, int) { ++found; });
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  std::size_t by_rows = 0, shuffled = 0;
  const double usual = search(by_rows) + 0.005;
  PortableRandom random(3);
  for (std::size_t k = order.size() - 1; k > 0; --k)
    std::swap(order[k],
              order[static_cast<std::size_t>(random.uniform() * static_cast<double>(k + 1))]);
  EXPECT_LT(search(shuffled), 10.0 * usual);
  EXPECT_EQ(shuffled, by_rows);
  EXPECT_EQ(by_rows, std::size_t{2 * side * (side - 1)}) << "four neighbours inside";
}

TEST(Packing, FillsItsBallWithoutOverlapAndTheSameOnEveryMachine) {
  for (const int dimension : {2, 3}) {
    const double fraction = dimension == 2 ? 0.45 : 0.28;
    const SpherePacking packing = random_packing(dimension, 500, 0.1, 0.2, fraction, 5);
    double volume = 0.0;
    for (std::size_t i = 0; i < 500; ++i) {
      volume += std::pow(packing.radius[i], dimension);
      EXPECT_LE(packing.position[i].norm(), packing.extent);
      EXPECT_TRUE(packing.radius[i] >= 0.08 && packing.radius[i] <= 0.12);
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_GE((packing.position[i] - packing.position[j]).norm(),
                  packing.radius[i] + packing.radius[j]);
      }
    }
    EXPECT_NEAR(volume / std::pow(packing.extent, dimension), fraction, 1e-12);
    EXPECT_EQ(random_packing(dimension, 500, 0.1, 0.2, fraction, 5).position, packing.position);
    EXPECT_NE(random_packing(dimension, 500, 0.1, 0.2, fraction, 6).position, packing.position);
  }
  EXPECT_THROW((void)random_packing(3, 300, 0.1, 0.0, 0.6, 1), ConfigurationError);
}

TEST(SphereFile, SaysWhatIsWrongAndWhere) {
  const Scratch scratch;
  const std::string path = scratch / "spheres.csv";
  const auto read = [&](const char* text) -> std::string {
    std::ofstream(path) << text;
    try {
      const SphereFile file = read_sphere_file(path);
      return std::to_string(file.dimension) + " " + std::to_string(file.radius.size()) +
             (file.velocity.empty() ? "" : " " + std::to_string(file.velocity[0].y()));
    } catch (const ConfigurationError& e) {
      return e.what();
    }
  };
  EXPECT_EQ(read("x,z,radius\n0.5,1,0.25\r\n-1,2e-1,0.5\n"), "2 2");
  EXPECT_EQ(read("x,y,z,radius\n0,1,2,3\n"), "3 1");
  EXPECT_EQ(read("x,z,radius,vx,vz\n0,1,2,3,-4\n"), "2 1 -4.000000");
  EXPECT_EQ(read("x,y,z,radius,vx,vy,vz\n0,1,2,3,4,5,6\n"), "3 1 5.000000");
  EXPECT_SAYS(read("x,y,z,radius,vx,vy\n"), ":1 names 6 columns");
  EXPECT_SAYS(read(""), "cannot be read, or is empty");
  EXPECT_SAYS(read("x,radius\n"), ":1 names 2 columns");
  EXPECT_SAYS(read("x,z,radius\n"), "no sphere");
  EXPECT_SAYS(read("x,z,radius\n1,2,3\n1,2\n"), ":3 has 2 columns");
  EXPECT_SAYS(read("x,z,radius\n1,two,3\n"), ":2 has 'two'");
  EXPECT_SAYS(read("x,z,radius\n1,,3\n"), ":2 has ''");
  EXPECT_SAYS(read("x,z,radius\n1,2,3\n1,nan,3\n"), ":3 has 'nan', which is not a finite number");
  EXPECT_SAYS(read("x,z,radius\n1,2,-inf\n"), ":2 has '-inf'");
  EXPECT_SAYS(read("x,z,radius\n1,2,1e999\n"), ":2 has '1e999'");
  std::filesystem::remove(path);
  EXPECT_THROW((void)read_sphere_file(path), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
