// Problems of the FCLIB format that pose more than W: global ones and equality constraints, which
// are eliminated.

#include "benchmarks/contact_problems/condense.hpp"
#include "tests/benchmarks/contact_file_cases.hpp"

#include <Eigen/Dense>

namespace impactbench::testing {
namespace {

/// A matrix by triplets.
struct Triplets {
  int m, n;
  std::vector<int> rows, columns;
  std::vector<double> values;
};

class Writer {
 public:
  Writer(const std::string& path, std::string root)
      : file_(path, Hdf5File::Mode::write), root_("/" + std::move(root) + "/") {}
  Writer& matrix(const std::string& name, const Triplets& t, bool swapped = false) {
    const std::string at = root_ + name + "/";
    file_.write(at + "m", std::vector{t.m});
    file_.write(at + "n", std::vector{t.n});
    file_.write(at + "nz", std::vector{static_cast<int>(t.values.size())});
    file_.write(at + "p", swapped ? t.rows : t.columns);
    file_.write(at + "i", swapped ? t.columns : t.rows);
    file_.write(at + "x", t.values);
    return *this;
  }
  Writer& vector(const std::string& name, const std::vector<double>& x) {
    file_.write(root_ + "vectors/" + name, x);
    return *this;
  }
  Writer& space(int dimension) {
    file_.write(root_ + "spacedim", std::vector{dimension});
    return *this;
  }

 private:
  Hdf5File file_;
  std::string root_;
};

/// Masses of 1 and 3 kg at (x, y) each: M, and H of a contact of the first with a floor, y up.
const Triplets masses{4, 4, {0, 1, 2, 3}, {0, 1, 2, 3}, {1.0, 1.0, 3.0, 3.0}};
const Triplets floor_of_the_first{4, 2, {1, 0}, {0, 1}, {1.0, 1.0}};
/// G of a rod that keeps their heights the same.
const Triplets rod{4, 1, {1, 3}, {0, 0}, {1.0, -1.0}};
const std::vector<double> load{0.5, -2.0, 0.0, -9.0};

std::string global_file(const Scratch& scratch, const Triplets& m, const Triplets& h,
                        bool swapped = false) {
  const std::string path = scratch / "global.hdf5";
  Writer(path, "fclib_global")
      .space(2)
      .matrix("M", m)
      .matrix("H", h, swapped)
      .vector("f", load)
      .vector("w", {0.25, 0.0})
      .vector("mu", {0.5});
  return path;
}

TEST(FclibProblem, AGlobalOneIsCondensedToItsContacts) {
  // M v = H r + f, u = H^T v + w: the first mass alone, u_n = r_n - 2 + 0.25, u_t = r_t + 0.5.
  const Scratch scratch;
  const ContactFile file = read_contact_entries(global_file(scratch, masses, floor_of_the_first));
  EXPECT_EQ(file.problem.rows, 2);
  EXPECT_EQ(file.problem.b, (std::vector<double>{-1.75, 0.5}));
  EXPECT_EQ(file.entries.times({1.0, 0.0}), (std::vector<double>{1.0, 0.0}));
  EXPECT_EQ(file.entries.times({0.0, 1.0}), (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(file.problem.velocity_unit, 1.75);
}

TEST(FclibProblem, TripletsMayHaveRowsFirst) {
  // The second mass touches: its rows 2 and 3 can be no columns of H, of which there are two.
  const Scratch scratch;
  const Triplets second{4, 2, {3, 2}, {0, 1}, {1.0, 1.0}};
  for (const bool swapped : {false, true}) {
    const ContactFile file = read_contact_entries(global_file(scratch, masses, second, swapped));
    EXPECT_EQ(file.problem.b, (std::vector<double>{-2.75, 0.0}));
    EXPECT_NEAR(file.entries.times({1.0, 0.0})[0], 1.0 / 3.0, 1e-16);
  }
}

TEST(FclibProblem, AMassMatrixMayBeUnsymmetric) {
  // Gyroscopic terms: v = M^-1 (H r + f), M = (1 .5; -.5 1) of the first mass, M^-1 = (.8 -.4; .4
  // .8), whose rows are in the order (x, y) and those of the contact (y, x).
  const Scratch scratch;
  const Triplets m{4, 4, {0, 0, 1, 1, 2, 3}, {0, 1, 0, 1, 2, 3}, {1.0, 0.5, -0.5, 1.0, 3.0, 3.0}};
  const ContactFile file = read_contact_file(global_file(scratch, m, floor_of_the_first));
  const std::vector<double> normal = file.entries.times({1.0, 0.0}),
                            tangent = file.entries.times({0.0, 1.0});
  EXPECT_NEAR(normal[0], 0.8, 1e-15);
  EXPECT_NEAR(normal[1], -0.4, 1e-15);
  EXPECT_NEAR(tangent[0], 0.4, 1e-15);
  EXPECT_NEAR(file.problem.b[0], 0.4 * 0.5 + 0.8 * -2.0 + 0.25, 1e-15);
  ASSERT_EQ(file.rest.size(), 2u);
  EXPECT_NEAR(file.rest.times({1.0, 0.0})[1], -0.4, 1e-15);
}

TEST(FclibProblem, ConstraintsOfAGlobalOneAreEliminated) {
  // G^T v + b = 0: v_2 = v_1 + b. Both together have 4 kg: 4 v_1 + 3 b = r - 2 - 9.
  const Scratch scratch;
  const std::string path = scratch / "rod.hdf5";
  Writer(path, "fclib_global")
      .space(2)
      .matrix("M", masses)
      .matrix("H", floor_of_the_first)
      .matrix("G", rod)
      .vector("f", load)
      .vector("b", {0.5})
      .vector("w", {0.0, 0.0})
      .vector("mu", {0.5});
  const ContactFile file = read_contact_entries(path);
  EXPECT_NEAR(file.problem.b[0], (-11.0 - 1.5) / 4.0, 1e-15);
  EXPECT_NEAR(file.problem.b[1], 0.5, 1e-15) << "the rod does not hold tangents";
  EXPECT_NEAR(file.entries.times({1.0, 0.0})[0], 0.25, 1e-15);
  EXPECT_NEAR(file.entries.times({0.0, 1.0})[1], 1.0, 1e-15);
}

TEST(FclibProblem, ConstraintsOfALocalOneAreEliminated) {
  // The same rod: V = H^T M^-1 G, R = G^T M^-1 G = 1 + 1/3, s = G^T M^-1 f + b = -2 + 3 + 0.5.
  const Scratch scratch;
  const std::string path = scratch / "local.hdf5";
  Writer(path, "fclib_local")
      .space(2)
      .matrix("W", {2, 2, {0, 1}, {0, 1}, {1.0, 1.0}})
      .matrix("V", {2, 1, {0}, {0}, {1.0}})
      .matrix("R", {1, 1, {0}, {0}, {4.0 / 3.0}})
      .vector("q", {-2.0, 0.5})
      .vector("s", {1.5})
      .vector("mu", {0.5});
  const ContactFile file = read_contact_entries(path);
  EXPECT_NEAR(file.problem.b[0], (-11.0 - 1.5) / 4.0, 1e-15);
  EXPECT_NEAR(file.entries.times({1.0, 0.0})[0], 0.25, 1e-15);
}

/// A ball of 1 kg and unit radius on the floor, whose pressure bears moments of at most mu_r.
std::string rolling_file(const Scratch& scratch, double mu, double mu_r, int dimension = 5) {
  const std::string path = scratch / "rolling.hdf5";
  Writer(path, "fclib_global_rolling")
      .space(dimension)
      .matrix("M", {6, 6, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {1.0, 1.0, 1.0, 0.4, 0.4, 0.4}})
      .matrix("H", {6, 5, {2, 0, 4, 1, 3, 3, 4}, {0, 1, 1, 2, 2, 3, 4}, {1, 1, -1, 1, 1, 1, 1}})
      .vector("f", {3.0, 0.0, -1.0, 0.0, 1.2, 0.0})
      .vector("w", {0.0, 0.0, 0.0, 0.0, 0.0})
      .vector("mu", {mu})
      .vector("mu_r", {mu_r});
  return path;
}

TEST(FclibProblem, ARollingOneHasFiveRows) {
  const Scratch scratch;
  const ContactFile file = read_contact_file(rolling_file(scratch, 0.5, 0.02));
  EXPECT_EQ(file.problem.rows, 5);
  EXPECT_EQ(file.problem.rolling, std::vector<double>{0.02});
  const double b[] = {-1.0, 0.0, 0.0, 0.0, 3.0};
  for (std::size_t r = 0; r < 5; ++r)
    EXPECT_NEAR(file.problem.b[r], b[r], 1e-15);
  // The factors make its W: 1, then 1 + 1 / .4 of tangents, 1 / .4 of moments.
  EXPECT_NEAR(tangential_weight(file.problem, 0), 3.5, 1e-14);
  EXPECT_NEAR(rolling_weight(file.problem, 0), 2.5, 1e-14);
  EXPECT_NEAR(rolling_arm(file.problem, 0), std::sqrt(1.4), 1e-14);
  // Written as a local one it is the same.
  const ContactFile again = read_contact_file(written(scratch, file.problem, 5));
  EXPECT_EQ(again.problem.rolling, file.problem.rolling);
  expect_same_velocities(again.problem, file.problem);
}

TEST(FclibProblem, RowsWithoutFrictionAreLeftOut) {
  const Scratch scratch;
  EXPECT_EQ(read_contact_file(rolling_file(scratch, 0.0, 0.02)).problem.rows, 5);
  EXPECT_EQ(read_contact_file(rolling_file(scratch, 0.5, 0.0)).problem.rows, 3);
  EXPECT_EQ(read_contact_file(rolling_file(scratch, 0.0, 0.0)).problem.rows, 1);
  EXPECT_TRUE(read_contact_file(rolling_file(scratch, 0.5, 0.0)).problem.rolling.empty());
  const auto said = [&](double mu_r, int dimension) {
    return refusal([&] { (void)read_contact_file(rolling_file(scratch, 0.5, mu_r, dimension)); });
  };
  EXPECT_NE(said(-1.0, 5).find("mu_r[0] = -1: must be at least 0"), std::string::npos);
  EXPECT_NE(said(0.1, 3).find("spacedim = 3: must be 5"), std::string::npos);
}

TEST(FclibProblem, WhatCannotBeEliminatedIsSaid) {
  const Scratch scratch;
  const auto said = [&](const Triplets& m, const Triplets& h) {
    return refusal([&] { (void)read_contact_entries(global_file(scratch, m, h)); });
  };
  Triplets massless = masses;
  massless.values[0] = 0.0;
  EXPECT_NE(said(massless, floor_of_the_first).find("has M that is singular"), std::string::npos);
  // Rows that differ by rounding alone.
  const Triplets near{4, 4, {0, 0, 1, 1, 2, 3}, {0, 1, 0, 1, 2, 3}, {1, 1, 1, 1 + 1e-14, 3, 3}};
  EXPECT_NE(said(near, floor_of_the_first).find("has M that is singular"), std::string::npos);
  Triplets small = floor_of_the_first;
  small.m = 3;
  EXPECT_NE(said(masses, small).find("has H of 3 x 2: must be 4 x 2"), std::string::npos);
  Triplets beyond = floor_of_the_first;
  beyond.rows[0] = 4;
  EXPECT_NE(said(masses, beyond).find("index of H that is not within its 4 x 2"),
            std::string::npos);
  // The same rod twice.
  const std::string path = scratch / "rods.hdf5";
  Writer(path, "fclib_global")
      .space(2)
      .matrix("M", masses)
      .matrix("H", floor_of_the_first)
      .matrix("G", {4, 2, {1, 3, 1, 3}, {0, 0, 1, 1}, {1.0, -1.0, 1.0, -1.0}})
      .vector("f", load)
      .vector("b", {0.5, 0.5})
      .vector("w", {0.0, 0.0})
      .vector("mu", {0.5});
  EXPECT_NE(refusal([&] {
              (void)read_contact_entries(path);
            }).find("M with its constraints G that is singular"),
            std::string::npos);
}

TEST(FclibProblem, PartsAreCondensedAsTheWhole) {
  // Three bodies of three unknowns each, numbered so that no part lies in one piece, against a
  // dense factorisation of everything.
  constexpr int n = 9, contacts = 4;
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(n, n), b(n, contacts);
  Eigen::VectorXd f(n);
  for (int i = 0; i < n; ++i) {
    f[i] = std::cos(2.0 * i);
    for (int j = 0; j < n; ++j)
      if (i % 3 == j % 3) k(i, j) = std::sin(1.0 + i + 5.0 * j) + (i == j ? 3.0 : 0.0);
    // Contacts on one body, on two and on all.
    for (int c = 0; c < contacts; ++c)
      b(i, c) = i % 3 == c || (c > 0 && i % 3 == 0) || c == 3 ? std::cos(i + 7.0 * c) : 0.0;
  }
  Condensed made;
  ASSERT_TRUE(condense(k.sparseView(), b.sparseView(), f, made));
  const Eigen::PartialPivLU<Eigen::MatrixXd> whole(k);
  EXPECT_LT((Eigen::MatrixXd(made.w) - b.transpose() * whole.solve(b)).norm(), 1e-13);
  EXPECT_LT((made.q - b.transpose() * whole.solve(f)).norm(), 1e-13);
}

}  // namespace
}  // namespace impactbench::testing
