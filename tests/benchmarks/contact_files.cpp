// Contact problems in files: what is written is read back as it was, and what is wrong with a file
// is said.

#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "tests/benchmarks/contact_file_cases.hpp"
#include "tests/solvers/systems.hpp"

namespace impactbench::testing {
namespace {

TEST(ContactFile, GivesBackWhatWasWritten) {
  const Scratch scratch;
  for (const int rows : {1, 2}) {
    ContactProblem problem = random_contacts(8, 20, rows, 0.3, 5, true);
    problem.velocity_unit = 0.125;
    const ContactFile file = read_contact_file(written(scratch, problem, 2));
    EXPECT_TRUE(file.factors);
    EXPECT_EQ(file.title, "a title");
    EXPECT_EQ(file.problem.rows, rows);
    EXPECT_EQ(file.problem.body_b, problem.body_b);
    EXPECT_EQ(file.problem.jacobian_a, problem.jacobian_a);
    EXPECT_EQ(file.problem.jacobian_b, problem.jacobian_b);
    EXPECT_EQ(file.problem.inverse_mass, problem.inverse_mass);
    EXPECT_EQ(file.problem.b, problem.b);
    EXPECT_EQ(file.problem.velocity_unit, 0.125);
    if (rows == 2) {
      EXPECT_EQ(file.problem.friction, problem.friction);
    }
  }
  const ContactFile space = read_contact_file(written(scratch, balls_on_a_floor(), 3));
  EXPECT_EQ(space.problem.rows, 3);
  EXPECT_EQ(space.dimension, 3);
}

TEST(ContactFile, WIsTheDelassusOperatorPaddedWhereThereIsNoFriction) {
  // By definition W = H^T M^-1 H; tangents that the problem does not have get W_nn, alone.
  const ContactProblem problem = random_contacts(6, 12, 1, 0.0, 3);
  const std::vector<double> dense = dense_delassus(problem);
  const SparseMatrix w = sparse_delassus(problem, 3);
  ASSERT_EQ(w.size(), 36u);
  int seen = 0;
  w.each([&](std::size_t i, std::size_t j, double value) {
    if (i % 3 == 0 && j % 3 == 0) {
      EXPECT_NEAR(value, dense[j / 3 * 12 + i / 3], 1e-14);
      ++seen;
    } else {
      EXPECT_EQ(i, j);
      EXPECT_NEAR(value, dense[j / 3 * 12 + j / 3], 1e-14);
    }
  });
  EXPECT_GT(seen, 12) << "some contacts must share a body";
}

TEST(ContactFile, TripletsColumnsAndRowsAreTheSameMatrix) {
  const Scratch scratch;
  const ContactProblem problem = random_contacts(5, 12, 2, 0.4, 9, true);
  const std::string own = written(scratch, problem, 2);
  const auto as_rows = [](Parts& f) { f.nz = {-2}; };
  const auto as_triplets = [](Parts& f) {
    std::vector<int> columns;
    for (std::size_t j = 0; j + 1 < f.p.size(); ++j)
      columns.insert(columns.end(), static_cast<std::size_t>(f.p[j + 1] - f.p[j]),
                     static_cast<int>(j));
    f.nz = {static_cast<int>(columns.size())};
    f.p = columns;
    // The order of triplets is free, and entries of one place add up.
    std::reverse(f.p.begin(), f.p.end());
    std::reverse(f.i.begin(), f.i.end());
    std::reverse(f.x.begin(), f.x.end());
    f.p.push_back(f.p[0]);
    f.i.push_back(f.i[0]);
    f.x.push_back(0.25 * f.x[0]);
    f.x[0] *= 0.75;
    ++f.nz[0];
  };
  for (const auto& change :
       std::initializer_list<std::function<void(Parts&)>>{[](Parts&) {}, as_rows, as_triplets}) {
    const ContactFile file = read_contact_file(rewritten(scratch, own, change));
    EXPECT_FALSE(file.factors);
    EXPECT_EQ(file.rest.size(), 0u);
    expect_same_velocities(file.problem, problem);
  }
}

TEST(ContactFile, WithoutFrictionOnlyNormalRowsAreLeft) {
  const Scratch scratch;
  const ContactProblem problem = random_contacts(5, 12, 1, 0.0, 9);
  const ContactFile file =
      read_contact_file(rewritten(scratch, written(scratch, problem, 2), [](Parts&) {}));
  EXPECT_EQ(file.problem.rows, 1);
  expect_same_velocities(file.problem, problem);
}

TEST(ContactFile, AMatrixThatIsNotSymmetricKeepsItsOtherHalf) {
  // W(0, 2) up and W(2, 0) down by 0.01: u = W p + q is that of the file all the same.
  const Scratch scratch;
  const ContactProblem problem = random_contacts(3, 6, 2, 0.4, 9, true);
  const auto skewed = [](Parts& f) {
    for (std::size_t j = 0; j + 1 < f.p.size(); ++j) {
      for (int k = f.p[j]; k < f.p[j + 1]; ++k) {
        const int i = f.i[static_cast<std::size_t>(k)];
        if (i == 0 && j == 2) f.x[static_cast<std::size_t>(k)] += 0.01;
        if (i == 2 && j == 0) f.x[static_cast<std::size_t>(k)] -= 0.01;
      }
    }
  };
  for (const int kind : {-1, -2}) {
    const ContactFile file =
        read_contact_file(rewritten(scratch, written(scratch, problem, 2), [&](Parts& f) {
          skewed(f);
          f.nz = {kind};
        }));
    expect_same_velocities(file.problem, problem);
    std::vector<double> p(problem.size(), 0.0);
    p[2] = 1.0;
    ASSERT_EQ(file.rest.size(), p.size());
    EXPECT_NEAR(file.rest.times(p)[0], kind == -1 ? 0.01 : -0.01, 1e-15);
    p[2] = 0.0, p[0] = 1.0;
    EXPECT_NEAR(file.rest.times(p)[2], kind == -1 ? -0.01 : 0.01, 1e-15);
  }
}

/// A row of discs between two walls: contact c couples with its neighbours alone.
ContactProblem row_of_discs(int contacts, double mu) {
  ContactProblem out;
  out.rows = 2;
  out.resize(static_cast<std::size_t>(contacts));
  for (int c = 0; c < contacts; ++c) {
    const auto at = static_cast<std::size_t>(c);
    out.body_a[at] = c;
    out.body_b[at] = c + 1 < contacts ? c + 1 : ContactProblem::fixed;
    out.friction[at] = mu;
    const double j[] = {-1.0, 0.0, 0.0, 0.0, -1.0, 0.1};
    for (std::size_t k = 0; k < 6; ++k) {
      out.jacobian_a[6 * at + k] = j[k];
      out.jacobian_b[6 * at + k] = c + 1 == contacts ? 0.0 : (k == 5 ? 0.1 : -j[k]);
    }
    out.b[2 * at] = c % 3 == 0 ? -1.0 : 0.2;
    out.b[2 * at + 1] = 0.3;
    for (const double w : {1.0, 1.0, 50.0})
      out.inverse_mass.push_back(w + 0.1 * c);
  }
  return out;
}

TEST(ContactFile, FactorsKeepTheSparsityOfW) {
  // 400 contacts in a row: 800 rows, of which each sees two levels of a contact or two.
  const Scratch scratch;
  const ContactProblem problem = row_of_discs(400, 0.3);
  const ContactFile file =
      read_contact_file(rewritten(scratch, written(scratch, problem, 2), [](Parts&) {}));
  EXPECT_EQ(file.problem.dofs, 2) << "a contact a level, from one end to the other";
  EXPECT_EQ(file.problem.inverse_mass.size(), 800u);
  EXPECT_EQ(file.shift, 0.0);
  expect_same_velocities(file.problem, problem);
}

TEST(ContactFile, ANegativeEigenvalueOfRoundingIsShiftedAndTakenBack) {
  // Five contacts on one body of three dofs: W has seven zeros, which six digits make negative.
  const Scratch scratch;
  const ContactProblem problem = random_contacts(1, 5, 2, 0.4, 9, true);
  const auto cut = [](double digits) {
    return [digits](Parts& f) {
      for (double& x : f.x) {
        const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x) + 1e-300)) - digits);
        x = std::round(x / unit) * unit;
      }
    };
  };
  const std::string own = written(scratch, problem, 2);
  const std::string path = rewritten(scratch, own, cut(5.0));
  const ContactFile file = read_contact_file(path);
  EXPECT_GT(file.shift, 1e-11);
  EXPECT_LT(file.shift, 1e-4);
  // u = (L L^T + rest) p + b is that of the file all the same.
  std::vector<double> p(file.problem.size()), momentum, u;
  for (std::size_t k = 0; k < p.size(); ++k)
    p[k] = std::cos(3.0 * static_cast<double>(k));
  relative_velocity(file.problem, p, momentum, u);
  const std::vector<double> rest = file.rest.times(p), given = file.entries.times(p);
  for (std::size_t k = 0; k < u.size(); ++k)
    EXPECT_NEAR(u[k] + rest[k], given[k] + file.problem.b[k], 1e-8);
  const std::string said =
      refusal([&] { (void)read_contact_file(rewritten(scratch, own, cut(0.0))); });
  EXPECT_NE(said.find("that 1/1000 of its diagonal does not compensate"), std::string::npos)
      << said;
}

TEST(ContactFile, SaysWhatIsWrong) {
  const Scratch scratch;
  const std::string own = written(scratch, random_contacts(3, 6, 2, 0.4, 9, true), 2);
  struct Case {
    const char* says;
    std::function<void(Parts&)> change;
  };
  for (const auto& [says, change] : std::initializer_list<Case>{
           {"spacedim = 4: must be 2 or 3", [](Parts& f) { f.spacedim = {4}; }},
           {"mu[0] = -1: must be at least 0", [](Parts& f) { f.mu[0] = -1.0; }},
           {"q[1] = nan: must be finite", [](Parts& f) { f.q[1] = std::nan(""); }},
           {"W/x[0] = inf", [](Parts& f) { f.x[0] = INFINITY; }},
           {"an index of W that is not within its 12 x 12", [](Parts& f) { f.i[0] = 12; }},
           {"W of 12 x 11", [](Parts& f) { f.n = {11}; }},
           {"for 5 contacts", [](Parts& f) { f.mu.resize(5); }},
           {"growing list", [](Parts& f) { f.p[1] = 1000; }},
           {"W/nz = -3", [](Parts& f) { f.nz = {-3}; }},
           {"fewer than 100000 triplets", [](Parts& f) { f.nz = {100000}; }},
           {"negative eigenvalue", [](Parts& f) {
              for (double& x : f.x)
                x = -x;
            }}}) {
    const std::string path = rewritten(scratch, own, change);
    const std::string said = refusal([&] { (void)read_contact_file(path); });
    EXPECT_NE(said.find(says), std::string::npos) << said;
    EXPECT_NE(said.find("changed.hdf5"), std::string::npos) << said;
  }
  EXPECT_NE(refusal([&] {
              (void)read_contact_file(scratch.write("text.hdf5", "text"));
            }).find("is not an HDF5 file"),
            std::string::npos);
  EXPECT_NE(
      refusal([&] { (void)read_contact_file(scratch / "none.hdf5"); }).find("there is no file"),
      std::string::npos);
}

TEST(ContactFile, FactorsOfAnotherMatrixAreNoticed) {
  // A file whose W was edited must not be solved as the old one.
  const Scratch scratch;
  const ContactProblem problem = random_contacts(3, 6, 2, 0.4, 9, true);
  ContactProblem other = problem;
  other.inverse_mass[0] *= 1.001;
  const std::string path = written(scratch, other, 2);
  const std::string theirs = written(scratch, problem, 2, "theirs.hdf5");
  std::vector<double> x;
  { x = Hdf5File(theirs, Hdf5File::Mode::read).numbers("/fclib_local/W/x"); }
  const Hdf5File in(path, Hdf5File::Mode::read);
  Hdf5File out(scratch / "mixed.hdf5", Hdf5File::Mode::write);
  for (const char* name :
       {"/fclib_local/spacedim", "/fclib_local/W/m", "/fclib_local/W/n", "/fclib_local/W/nz",
        "/fclib_local/W/p", "/fclib_local/W/i", "/impactbench/rows", "/impactbench/dofs",
        "/impactbench/body_a", "/impactbench/body_b"})
    out.write(name, in.integers(name));
  for (const char* name :
       {"/fclib_local/vectors/q", "/fclib_local/vectors/mu", "/impactbench/velocity_unit",
        "/impactbench/jacobian_a", "/impactbench/jacobian_b", "/impactbench/inverse_mass"})
    out.write(name, in.numbers(name));
  out.write("/fclib_local/W/x", x);
  const std::string said = refusal([&] { (void)read_contact_file(scratch / "mixed.hdf5"); });
  EXPECT_NE(said.find("factors that do not make its W"), std::string::npos) << said;
}

TEST(ContactFile, AContactOfABodyWithItselfHasTheSumOfItsRows) {
  // u = (J_a + J_b) v = (3 - 1) v: W = 4, and not the 9 + 1 of two bodies.
  ContactProblem problem;
  problem.rows = problem.dofs = 1;
  problem.resize(1);
  problem.body_a = {0};
  problem.body_b = {ContactProblem::fixed};
  problem.jacobian_a = {2.0};
  problem.inverse_mass = {1.0};
  problem.b = {-1.0};
  const Scratch scratch;
  const std::string path = written(scratch, problem, 2);
  problem.body_b = {0};
  problem.jacobian_a = {3.0};
  problem.jacobian_b = {-1.0};
  const std::string own = "/impactbench/", itself = scratch / "itself.hdf5";
  {
    const Hdf5File from(path, Hdf5File::Mode::read);
    Hdf5File to(itself, Hdf5File::Mode::write);
    const std::string root = "/fclib_local/";
    for (const char* name : {"spacedim", "W/m", "W/n", "W/nz", "W/p", "W/i"})
      to.write(root + name, from.integers(root + name));
    for (const char* name : {"W/x", "vectors/q", "vectors/mu"})
      to.write(root + name, from.numbers(root + name));
    to.write(own + "rows", std::vector{1});
    to.write(own + "dofs", std::vector{1});
    to.write(own + "velocity_unit", std::vector{1.0});
    to.write(own + "body_a", problem.body_a);
    to.write(own + "body_b", problem.body_b);
    to.write(own + "jacobian_a", problem.jacobian_a);
    to.write(own + "jacobian_b", problem.jacobian_b);
    to.write(own + "inverse_mass", problem.inverse_mass);
  }
  const ContactProblem read = read_contact_file(itself).problem;
  expect_same_velocities(read, problem);
  EXPECT_EQ(sparse_delassus(read, 1).value, std::vector{4.0});
  EXPECT_EQ(read.body_b[0], ContactProblem::fixed);
}

TEST(ContactFile, NormalVelocitiesOfRoundingAreNoUnit) {
  // A body slides on a plane: q_n is what rounding makes of 0, and a share of it is no tolerance.
  // It need not be large: a hit at 1e-9 of the slip counts.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(3, 2, 2, 0.3, 1), 2);
  const auto unit = [&](const std::vector<double>& q) {
    return read_contact_file(rewritten(scratch, path, [&](Parts& f) { f.q = q; }))
        .problem.velocity_unit;
  };
  EXPECT_EQ(unit({1e-17, 0.5, -2e-17, -3.0}), 3.0);
  EXPECT_EQ(unit({0.0, 0.5, 0.0, -3.0}), 3.0);
  EXPECT_EQ(unit({3e-9, 0.5, 0.0, -3.0}), 3e-9);
  EXPECT_EQ(unit({0.0, 0.0, 0.0, 0.0}), 1.0);
}

TEST(ContactFile, FractionsAreNoIndices) {
  const Scratch scratch;
  const std::string path = scratch / "numbers.hdf5";
  {
    Hdf5File out(path, Hdf5File::Mode::write);
    out.write("/whole", std::vector{0.0, 2.0, -7.0});
    out.write("/half", std::vector{0.0, 1.5, 2.0});
    out.write("/large", std::vector{3e9});
  }
  const Hdf5File in(path, Hdf5File::Mode::read);
  EXPECT_EQ(in.integers("/whole"), (std::vector{0, 2, -7}));
  for (const auto& [name, words] : {std::pair{"/half", "[1] = 1.5: must be a whole number"},
                                    std::pair{"/large", "[0] = 3000000000: must be"}}) {
    const std::string said = refusal([&] { (void)in.integers(name); });
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_NE(said.find(path), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace impactbench::testing
