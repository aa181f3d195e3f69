// The linear plane-strain kernel: the same discrete equations as the general scheme, and Lamb's
// problem against its exact solution.

#include "schemes/mka3d_linear/plane_strain.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "tests/schemes/mka3d_linear/lamb_run.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include "problems/base/error.hpp"
#include "problems/base/parallel.hpp"
#include "problems/model/polyhedral_system.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "schemes/mka3d/largest_step.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

Problem lamb(const ParameterSet& given) {
  return problem_entry("lamb").make(given);
}

TEST(PlaneStrain, IsTheGeneralSchemeAtSmallAmplitude) {
  // A force that moves cells of 10 m by 1e-5 m: the nonlinear terms are 1e-6 of the linear ones.
  for (const char* recipe : {"corrected", "printed"}) {
    const ParameterSet given{{"edge", 20.0},     {"width", 300.0},  {"depth", 300.0},
                             {"distance", 80.0}, {"horizon", 0.15}, {"recipe", std::string(recipe)},
                             {"amplitude", 1e5}};
    ParameterSet polyhedra = given;
    polyhedra["cells"] = std::string("polyhedra");
    const Problem grid = lamb(given), body = lamb(polyhedra);
    const double h = 2e-3;
    Session linear(scheme_entry("mka3d_linear"), {}, grid, h);
    Session general(scheme_entry("mka3d"), {}, body, h);
    linear.run(75);
    general.run(75);
    ASSERT_EQ(grid.observables.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
      const double expected = grid.observables[k].value(linear.state.q);
      ASSERT_GT(std::abs(expected), 1e-9);
      EXPECT_NEAR(body.observables[k].value(general.state.q), expected, 1e-5 * std::abs(expected))
          << recipe << " " << grid.observables[k].name;
    }
  }
}

TEST(PlaneStrain, ForcesAreTheGradientOfTheEnergy) {
  // One step from rest at any place: v = h M^-1 (F(q) + F(q')) / 2, so that the first half shows in
  // the displacement: q' - q = h^2 / 2 M^-1 F(q).
  const Problem p = lamb({{"edge", 60.0}, {"amplitude", 0.0}});
  const auto& grid = *plane_grid_system(*p.system);
  State start = p.initial;
  for (Eigen::Index k = 0; k < start.q.size(); ++k)
    start.q[k] = std::sin(1.0 + 0.7 * static_cast<double>(k * k % 97));
  for (int row = 0; row < grid.layout().rows; ++row)
    start.q[grid.index(0, 0, row)] = start.q[grid.index(2, 0, row)] = 0.0;
  const double h = 1e-3;
  Session session(scheme_entry("mka3d_linear"), {}, p, h);
  session.state = start;
  session.run(1);
  double worst = 0.0, largest = 0.0;
  for (Eigen::Index k = 0; k < start.q.size(); k += 7) {
    const int line = static_cast<int>(k / grid.layout().columns);
    if (k % grid.layout().columns == 0 && line % 3 != 1) continue;  // what symmetry holds
    Eigen::VectorXd up = start.q, down = start.q;
    up[k] += 1e-2;
    down[k] -= 1e-2;  // quadratic: exact but for rounding
    const double force = -(grid.internal_energy(0.0, up) - grid.internal_energy(0.0, down)) / 2e-2;
    const double seen = 2.0 / (h * h) * grid.mass()[k] * (session.state.q[k] - start.q[k]);
    worst = larger(worst, std::abs(force - seen));
    largest = larger(largest, std::abs(force));
  }
  EXPECT_LT(worst, 1e-7 * largest);
}

TEST(PlaneStrain, AReceiverSeesEveryPlaceUpToTheLastCentres) {
  // Cubic interpolation takes a linear field over as it is, also at the corner of the last cells,
  // where all four of a row lie on one side; beyond the last centres there is nothing to take.
  const PlaneGridSystem grid(Elastic{1.0, 0.25, 1.0}, {.edge = 0.5, .columns = 9, .rows = 7});
  Eigen::VectorXd q = Eigen::VectorXd::Zero(grid.dofs());
  for (int k = 0; k < 7; ++k) {
    for (int i = 0; i < 9; ++i) {
      const double x = 0.5 * i, z = 0.5 * (k + 0.5);
      q[grid.index(0, i, k)] = 3.0 * x - z;
      q[grid.index(1, i, k)] = x + 2.0 * z;
    }
  }
  for (const double x : {0.0, 0.2, 2.1, 4.0}) {
    for (const double z : {0.0, 0.25, 1.7, 3.25}) {
      const PlanePoint at = grid.receiver(x, z)(q);
      EXPECT_NEAR(at.x, 3.0 * x - z, 1e-13) << x << ' ' << z;
      EXPECT_NEAR(at.z, x + 2.0 * z, 1e-13) << x << ' ' << z;
    }
  }
  for (const auto& [x, z] : {std::pair{4.001, 1.0}, {-0.001, 1.0}, {1.0, 3.251}, {1.0, -0.001}})
    EXPECT_THROW((void)grid.receiver(x, z), ConfigurationError) << x << ' ' << z;
}

TEST(PlaneStrain, LimitIsThatOfTheGeneralScheme) {
  for (const double poisson : {0.0, 0.25, 0.4, 0.45}) {
    const Elastic material{1.0, poisson, 1.0};
    const PolyhedralSystem body(box_mesh({.count = {24, 1, 24},
                                          .low = {0, 0, 0},
                                          .size = {24, 1, 24},
                                          .endless = {false, true, false}}),
                                material, {});
    const double limit = mka3d_linear::stability_limit(material, 1.0);
    EXPECT_NEAR(mka3d::largest_step(body, body.at_rest().q), limit, 0.01 * limit) << poisson;
    if (poisson < 0.3) {
      EXPECT_NEAR(limit, std::sqrt(1.0 / 6.0 / material.mu()), 1e-9);
    }
  }
}

TEST(PlaneStrain, BlocksAndThreadsChangeNoBit) {
  // Just enough cells for threads.
  const Problem p = lamb({{"edge", 2.5}});
  ASSERT_GE(static_cast<std::size_t>(p.traits.body_count), least_parallel);
  const auto after = [&](int block, int threads) {
    omp_set_num_threads(threads);
    Session session(scheme_entry("mka3d_linear"), {{"block", std::int64_t{block}}}, p, 4e-4);
    session.scheme().advance(session.state, 12);
    session.state.q[3] += 1e-6;  // whatever is in the state, not what was left in the kernel
    session.scheme().advance(session.state, 12);
    omp_set_num_threads(1);
    return session.state;
  };
  const State one = after(1, 1);
  EXPECT_GT(one.q.norm(), 1e-7);
  for (const auto& [block, threads] : {std::pair{2, 1}, {8, 1}, {8, 2}, {8, 3}, {40, 2}}) {
    const State other = after(block, threads);
    EXPECT_EQ(one.q, other.q) << block << " " << threads;
    EXPECT_EQ(one.v, other.v) << block << " " << threads;
  }
}

TEST(PlaneStrain, ReproducesLambsProblem) {
  // Largest error over largest value, u_x and u_z, at 300 m on the surface and on the line 60
  // degrees below it. Regression values of a separate program, to 5 %.
  struct Expected {
    double edge;
    LambErrors errors;
  };
  LambErrors last{};
  for (const Expected& e :
       {Expected{20.0, {.366, .453, .184, .282}}, Expected{10.0, {.148, .189, .0316, .0660}},
        Expected{5.0, {.0426, .0562, .00601, .0168}}}) {
    const LambErrors found = lamb_errors(e.edge, "corrected");
    for (const auto part : {&LambErrors::surface_x, &LambErrors::surface_z, &LambErrors::below_x,
                            &LambErrors::below_z}) {
      EXPECT_NEAR(found.*part, e.errors.*part, 0.05 * e.errors.*part) << e.edge;
      if (e.edge == 5.0) {
        EXPECT_GT(std::log2(last.*part / found.*part), 1.7);
      }
    }
    last = found;
  }
}

TEST(PlaneStrain, ThePrintedSourceIsOfFirstOrder) {
  // A force on the centre of a surface cell is one at the depth h/2: an error of O(h), and so is
  // reading that row as if it were the surface.
  const LambErrors coarse = lamb_errors(10.0, "printed"), fine = lamb_errors(5.0, "printed");
  EXPECT_NEAR(fine.below_x, 0.0295, 0.05 * 0.0295);
  EXPECT_NEAR(fine.below_z, 0.0237, 0.05 * 0.0237);
  EXPECT_NEAR(fine.surface_x, 0.179, 0.05 * 0.179);
  EXPECT_NEAR(fine.surface_z, 0.0732, 0.05 * 0.0732);
  EXPECT_NEAR(std::log2(coarse.surface_x / fine.surface_x), 0.93, 0.1);
}

/// u_z of the lower receiver over time.
std::vector<double> trace(const ParameterSet& given, double h, int steps) {
  const Problem p = lamb(given);
  Session session(scheme_entry("mka3d_linear"), {}, p, h);
  std::vector<double> out;
  session.run(steps, [&](const State& s) { out.push_back(p.observables[3].value(s.q)); });
  return out;
}

TEST(PlaneStrain, EchoesOfTheFarSidesComeWhenTheyMust) {
  ParameterSet near{{"edge", 5.0},       {"width", 400.0}, {"depth", 400.0},
                    {"distance", 100.0}, {"horizon", 0.2}, {"frequency", 25.0}};
  const Problem small = lamb(near);
  const double start = 0.1 - 1.16 / 25.0;
  const double echo =
      start + plane_grid_system(*small.system)->echo_time(50.0, 50.0 * std::sqrt(3.0));
  ASSERT_GT(echo, 0.2);
  ASSERT_LT(echo, 0.3);
  ParameterSet far = near;
  far["width"] = far["depth"] = 900.0;
  near["horizon"] = far["horizon"] = 0.4;
  near["border"] = std::string("absorbing");  // in name: without damping it is held
  near["damping"] = 0.0;
  near["border_width"] = 100.0;
  const std::vector<double> exact = trace(far, 5e-4, 800), echoed = trace(near, 5e-4, 800);
  double largest = 0.0, before = 0.0, after = 0.0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    largest = larger(largest, std::abs(exact[n]));
    double& worst = 5e-4 * static_cast<double>(n + 1) < echo ? before : after;
    worst = larger(worst, std::abs(echoed[n] - exact[n]));
  }
  EXPECT_LT(before, 1e-3 * largest);
  EXPECT_GT(after, 0.05 * largest);
}

TEST(PlaneStrain, AnAbsorbingBorderSendsBackLessThanAFiftieth) {
  // A domain of 800 m, whose outer 500 m absorb, against one beyond the light cone; without damping
  // echoes are about as large as the waves.
  const ParameterSet far{{"edge", 20.0}, {"horizon", 1.0}, {"width", 1800.0}, {"depth", 1800.0}};
  ParameterSet small{{"edge", 20.0},
                     {"horizon", 1.0},
                     {"width", 800.0},
                     {"depth", 800.0},
                     {"border", std::string("absorbing")}};
  const double h = 0.5 * 20.0 / 3202.2719;
  const std::vector<double> exact = trace(far, h, 320), absorbed = trace(small, h, 320);
  small["damping"] = 0.0;
  const std::vector<double> echoed = trace(small, h, 320);
  double largest = 0.0, left = 0.0, sent_back = 0.0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    largest = larger(largest, std::abs(exact[n]));
    left = larger(left, std::abs(absorbed[n] - exact[n]));
    sent_back = larger(sent_back, std::abs(echoed[n] - exact[n]));
  }
  EXPECT_LT(left, 0.02 * largest);
  EXPECT_GT(sent_back, 0.5 * largest);
}

TEST(PlaneStrain, AWiderAbsorbingBorderSendsBackLessThanAHundredth) {
  // 1000 m, of which the outer 700 absorb: both components at both receivers.
  const double h = 0.5 * 20.0 / 3202.2719;
  const auto traces = [h](const ParameterSet& given) {
    const Problem p = lamb(given);
    Session session(scheme_entry("mka3d_linear"), {}, p, h);
    std::array<std::vector<double>, 4> out;
    session.run(320, [&](const State& s) {
      for (std::size_t k = 0; k < 4; ++k)
        out[k].push_back(p.observables[k].value(s.q));
    });
    return out;
  };
  const auto exact =
      traces({{"edge", 20.0}, {"horizon", 1.0}, {"width", 1800.0}, {"depth", 1800.0}});
  const auto absorbed = traces({{"edge", 20.0},
                                {"horizon", 1.0},
                                {"width", 1000.0},
                                {"depth", 1000.0},
                                {"border", std::string("absorbing")},
                                {"border_width", 700.0}});
  for (std::size_t k = 0; k < 4; ++k) {
    double largest = 0.0, left = 0.0;
    for (std::size_t n = 0; n < exact[k].size(); ++n) {
      largest = larger(largest, std::abs(exact[k][n]));
      left = larger(left, std::abs(absorbed[k][n] - exact[k][n]));
    }
    EXPECT_LT(left, 0.01 * largest) << k;
  }
}

template <class Wrong>
std::string sentence(Wrong&& wrong) {
  try {
    wrong();
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(PlaneStrain, WrongInputIsASentence) {
  const auto refused = [](const ParameterSet& given, const char* what) {
    const std::string text = sentence([&] { (void)lamb(given); });
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  refused({{"poisson", 0.5}}, "poisson");
  refused({{"poisson", -1.0}}, "poisson");
  refused({{"width", 30.0}}, "number of columns is 3; it must be at least 4");
  refused({{"distance", 900.0}}, "x of a receiver is 900; it must be in [0, 830] m");
  refused({{"horizon", 0.5}},
          "an echo of the far sides reaches the receiver at (300, 0) m at t = ");
  refused({{"depth", 500.0}}, "an echo of the far sides");
  refused({{"border", std::string("absorbing")}, {"cells", std::string("polyhedra")}},
          "it must be held, or cells = grid");
  refused({{"border", std::string("absorbing")}, {"border_width", 5000.0}},
          "width of the sponge is 500; it must be in [0, 81] cells");
  // 0.7071 h / cp = 2.2e-3 s.
  const Problem p = lamb({});
  const std::string step = sentence([&] { Session(scheme_entry("mka3d_linear"), {}, p, 2.3e-3); });
  EXPECT_NE(step.find("scheme mka3d_linear: the step is 0.0023 s; it must be below the stability "
                      "limit, 0.0022"),
            std::string::npos)
      << step;
}

}  // namespace
}  // namespace impactbench::testing
