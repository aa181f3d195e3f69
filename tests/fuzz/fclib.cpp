// Contact problems in FCLIB's layout. The container is written by HDF5, whose own reader is not
// what is tried here; which groups there are, their types, sizes and numbers are what the fuzzer
// says. Every contact solver then has a few iterations on what was read.

#include "benchmarks/hdf5/hdf5.hpp"
#include "benchmarks/library/contact_file.hpp"
#include "problems/model/error.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>

std::vector<impactbench::SolverEntry> contact_solvers();

namespace impactbench {

namespace {

/// Mostly small whole numbers, as indices are; sometimes anything.
std::vector<int> some_integers(FuzzedDataProvider& in, std::size_t usual) {
  std::vector<int> out(in.ConsumeBool() ? usual : in.ConsumeIntegralInRange<std::size_t>(0, 12));
  for (int& x : out)
    x = in.ConsumeProbability<float>() < 0.9F ? in.ConsumeIntegralInRange(-2, 12)
                                              : in.ConsumeIntegral<int>();
  return out;
}

std::vector<double> some_numbers(FuzzedDataProvider& in, std::size_t usual) {
  std::vector<double> out(in.ConsumeBool() ? usual : in.ConsumeIntegralInRange<std::size_t>(0, 12));
  for (double& x : out)
    x = in.ConsumeProbability<float>() < 0.9F ? in.ConsumeIntegralInRange(-3, 3)
                                              : in.ConsumeFloatingPoint<double>();
  return out;
}

void write_file(FuzzedDataProvider& in, const std::string& path) {
  Hdf5File file(path, Hdf5File::Mode::write);
  const std::string root = "/fclib_local/";
  const int space = in.ConsumeIntegralInRange(1, 4);
  const auto contacts = in.ConsumeIntegralInRange<std::size_t>(0, 4);
  const std::size_t rows = contacts * static_cast<std::size_t>(space);
  const auto entries = in.ConsumeIntegralInRange<std::size_t>(0, 12);
  const auto there = [&] { return in.ConsumeProbability<float>() < 0.97F; };
  if (there()) file.write(root + "spacedim", std::vector<int>{space});
  if (there()) file.write(root + "vectors/q", some_numbers(in, rows));
  if (there()) file.write(root + "vectors/mu", some_numbers(in, contacts));
  const int size = in.ConsumeBool() ? static_cast<int>(rows) : in.ConsumeIntegral<int>();
  for (const char* name : {"W/m", "W/n"})
    if (there()) file.write(root + name, std::vector<int>{size});
  const int kind = in.PickValueInArray({-2, -1, static_cast<int>(entries), 1 << 30, -3});
  if (there()) file.write(root + "W/nz", std::vector<int>{kind});
  if (there()) file.write(root + "W/p", some_integers(in, kind < 0 ? rows + 1 : entries));
  if (there()) file.write(root + "W/i", some_integers(in, entries));
  if (there()) file.write(root + "W/x", some_numbers(in, entries));
  if (in.ConsumeBool()) file.write(root + "V/m", std::vector<int>{size});
  if (!in.ConsumeBool()) return;
  const std::string own = "/impactbench/";
  const int own_rows = in.ConsumeIntegralInRange(0, 3), dofs = in.ConsumeIntegralInRange(0, 3);
  const auto blocks = contacts * static_cast<std::size_t>(own_rows * dofs);
  if (there()) file.write(own + "rows", std::vector<int>{own_rows});
  if (there()) file.write(own + "dofs", std::vector<int>{in.ConsumeBool() ? dofs : size});
  if (there()) file.write(own + "velocity_unit", some_numbers(in, 1));
  for (const char* name : {"body_a", "body_b"})
    if (there()) file.write(own + name, some_integers(in, contacts));
  for (const char* name : {"jacobian_a", "jacobian_b"})
    if (there()) file.write(own + name, some_numbers(in, blocks));
  if (there()) file.write(own + "inverse_mass", some_numbers(in, entries));
}

/// Few iterations of each kind, so that an execution takes a millisecond.
std::unique_ptr<ContactSolver> short_solver(const SolverEntry& entry) {
  ParameterSet few;
  const ParameterSet fields = entry.parameters.resolve({}, entry.name);
  for (const char* limit : {"max_iterations", "max_sweeps", "max_steps"})
    if (fields.contains(limit)) few[limit] = std::int64_t{40};
  return std::get<MakeContact>(entry.make)(few);
}

/// Every solver takes the problem, and one that says "converged" returns numbers.
void solve_all(const ContactProblem& problem) {
  static const std::vector<SolverEntry> entries = contact_solvers();
  if (entries.empty()) std::abort();
  for (const SolverEntry& entry : entries) {
    if (entry.refuses({SolverKind::contact, true, problem.rows > 1})) continue;
    const auto solver = short_solver(entry);
    solver->prepare(problem.contacts(),
                    problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs),
                    problem.rows);
    std::vector<double> p(problem.size(), 0.0);
    const SolveReport report = solver->solve(problem, p);
    if (report.status != SolveStatus::converged) continue;
    if (p.size() != problem.size()) std::abort();
    for (const double x : p)
      if (!std::isfinite(x)) std::abort();
  }
}

}  // namespace
}  // namespace impactbench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  static const std::string path =
      (std::filesystem::exists("/dev/shm") ? "/dev/shm/fuzz_" : "/tmp/fuzz_") +
      std::to_string(getpid()) + ".h5";
  FuzzedDataProvider in(data, size);
  try {
    write_file(in, path);
    solve_all(read_contact_file(path).problem);
  } catch (const ConfigurationError&) {
    // a sentence
  }
  std::filesystem::remove(path);
  return 0;
}
