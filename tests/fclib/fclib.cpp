// Contact problems that runs dump are read by the FCLIB library and solved by Siconos, neither of
// which knows us, to the residual that our yardstick asks for.

#include "benchmarks/contact_problems/contact_file.hpp"
#include "benchmarks/matrix/save_problems.hpp"
#include "reference/yardsticks/residual.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>

extern "C" {
#include <fclib.h>
}

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::testing {
namespace {

struct Deleter {
  void operator()(fclib_local* p) const { fclib_delete_local(p); }
};

/// W of a file as FCLIB has read it, dense by columns.
std::vector<double> dense(const fclib_matrix& w) {
  const auto n = static_cast<std::size_t>(w.n);
  std::vector<double> out(n * n, 0.0);
  EXPECT_EQ(w.nz, -1) << "by columns";
  for (std::size_t j = 0; j < n; ++j) {
    for (int k = w.p[j]; k < w.p[j + 1]; ++k)
      out[j * n + static_cast<std::size_t>(w.i[k])] += w.x[k];
  }
  return out;
}

std::vector<SavedProblem> dumped(const Scratch& scratch, const char* problem, const char* scheme,
                                 ParameterSet settings, const StepChoice& steps) {
  const Cell cell = plan_cell({problem, scheme, std::nullopt, std::move(settings)}, "default").cell;
  return save_problems(cell, scratch / ".", 1, steps, {});
}

TEST(Fclib, ReadsWhatARunDumpedAndSiconosSolvesIt) {
  const Scratch scratch;
  const ParameterSet settings{
      {"dt", 1e-2}, {"friction", 0.3}, {"restitution", 0.0}, {"horizon", 2.0}};
  const auto saved =
      dumped(scratch, "box_25", "nscd", settings, {.evenly = 0, .at = {}, .worst = true});
  ASSERT_EQ(saved.size(), 1U);
  const std::string path = scratch / saved[0].file;
  const ContactFile ours = read_contact_file(path);
  const std::unique_ptr<fclib_local, Deleter> theirs(fclib_read_local(path.c_str()));
  ASSERT_TRUE(theirs);
  EXPECT_EQ(theirs->spacedim, 2);
  const std::size_t n = ours.problem.size(), contacts = ours.problem.contacts();
  ASSERT_EQ(static_cast<std::size_t>(theirs->W->n), n);
  ASSERT_GT(contacts, 5U);
  for (std::size_t c = 0; c < contacts; ++c)
    EXPECT_EQ(theirs->mu[c], ours.problem.friction[c]);
  // u = W r + q of the run's impulses, by their matrix.
  std::vector<double> w = dense(*theirs->W);
  fclib_solution* run = fclib_read_solution(path.c_str());
  ASSERT_NE(run, nullptr);
  double pressed = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double u = theirs->q[i];
    for (std::size_t j = 0; j < n; ++j)
      u += w[j * n + i] * run->r[j];
    EXPECT_NEAR(u, run->u[i], 1e-10);
    pressed = larger(pressed, run->r[i]);
  }
  EXPECT_GT(pressed, 0.0);
  ResidualYardstick residual;
  EXPECT_NEAR(residual(ours.problem, {run->r, n}) / ours.problem.velocity_unit, saved[0].residual,
              1e-3 * saved[0].residual + 1e-12);
  fclib_delete_solutions(run, 1);
  // Siconos, from their structures.
  NumericsMatrix* matrix =
      NM_create_from_data(NM_DENSE, static_cast<int>(n), static_cast<int>(n), w.data());
  FrictionContactProblem posed{};
  posed.dimension = 2;
  posed.numberOfContacts = static_cast<int>(contacts);
  posed.M = matrix;
  posed.q = theirs->q;
  posed.mu = theirs->mu;
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_2D_NSGS);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
  options->dparam[SICONOS_DPARAM_TOL] = 1e-7;
  std::vector<double> r(n, 0.0), u(n, 0.0);
  EXPECT_EQ(fc2d_driver(&posed, r.data(), u.data(), options), 0);
  EXPECT_LT(residual(ours.problem, r) / ours.problem.velocity_unit, 1e-6);
  EXPECT_GT(*std::max_element(r.begin(), r.end()), 0.0);
  matrix->matrix0 = nullptr;  // ours
  NM_clear(matrix);
  std::free(matrix);
  solver_options_delete(options);
  std::free(options);
}

TEST(Fclib, TheWorstStepIsThatOfTheLargestResidual) {
  // A solver that is stopped early leaves residuals of all sizes; among all steps, dumped one by
  // one, the worst is the one that --worst finds alone.
  const Scratch scratch;
  const ParameterSet settings{
      {"dt", 1e-2}, {"friction", 0.3}, {"max_sweeps", std::int64_t{3}}, {"horizon", 1.0}};
  const auto every =
      dumped(scratch, "box_25", "nscd", settings, {.evenly = 100, .at = {}, .worst = false});
  const auto worst =
      dumped(scratch, "box_25", "nscd", settings, {.evenly = 0, .at = {}, .worst = true});
  ASSERT_EQ(worst.size(), 1U);
  ASSERT_GT(every.size(), 3U);
  const auto largest = std::max_element(
      every.begin(), every.end(),
      [](const SavedProblem& a, const SavedProblem& b) { return a.residual < b.residual; });
  EXPECT_EQ(worst[0].file, largest->file);
  EXPECT_EQ(worst[0].residual, largest->residual);
  EXPECT_GT(largest->residual, every.front().residual) << "else any step would do";
  const auto named =
      dumped(scratch, "box_25", "nscd", settings, {.evenly = 0, .at = {100}, .worst = false});
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named[0].file, every.back().file);
  EXPECT_THROW(
      (void)dumped(scratch, "box_25", "nscd", settings, {.evenly = 0, .at = {101}, .worst = false}),
      std::runtime_error);
}

}  // namespace
}  // namespace impactbench::testing
