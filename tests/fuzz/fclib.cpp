// Contact problems in FCLIB's layout. The container is written by HDF5, whose own reader is not
// what is tried here; which groups there are, their types, sizes and numbers are what the fuzzer
// says. Contact solvers then have a few iterations on what was read.

#include "benchmarks/contact_problems/contact_file.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "problems/base/error.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <algorithm>
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

/// A matrix of FCLIB, some of it missing or wrong.
void write_matrix(FuzzedDataProvider& in, Hdf5File& file, const std::string& at, std::size_t rows,
                  std::size_t columns) {
  const auto there = [&] { return in.ConsumeProbability<float>() < 0.97F; };
  const auto size = [&](std::size_t usual) {
    return std::vector<int>{there() ? static_cast<int>(usual) : in.ConsumeIntegral<int>()};
  };
  const auto entries = in.ConsumeIntegralInRange<std::size_t>(0, 12);
  if (there()) file.write(at + "m", size(rows));
  if (there()) file.write(at + "n", size(columns));
  const int kind = in.PickValueInArray({-2, -1, static_cast<int>(entries), 1 << 30, -3});
  if (there()) file.write(at + "nz", std::vector<int>{kind});
  if (there()) {
    std::vector<int> p = some_integers(in, kind >= 0 ? entries : (kind == -1 ? columns : rows) + 1);
    if (kind < 0 && there()) {
      std::sort(p.begin(), p.end());
      if (!p.empty()) p.front() = 0;
    }
    file.write(at + "p", p);
  }
  if (there()) file.write(at + "i", some_integers(in, entries));
  if (there()) file.write(at + "x", some_numbers(in, entries));
}

/// A global problem.
void write_global(FuzzedDataProvider& in, const std::string& path) {
  Hdf5File file(path, Hdf5File::Mode::write);
  const bool rolling = in.ConsumeProbability<float>() < 0.3F;
  const std::string root = rolling ? "/fclib_global_rolling/" : "/fclib_global/";
  const auto there = [&] { return in.ConsumeProbability<float>() < 0.97F; };
  const int space = rolling ? 5 : in.ConsumeIntegralInRange(2, 3);
  const auto contacts = in.ConsumeIntegralInRange<std::size_t>(0, 3),
             unknowns = in.ConsumeIntegralInRange<std::size_t>(0, 5),
             constraints = in.ConsumeIntegralInRange<std::size_t>(0, 2);
  const std::size_t rows = contacts * static_cast<std::size_t>(space);
  file.write(root + "spacedim", std::vector<int>{space});
  write_matrix(in, file, root + "M/", unknowns, unknowns);
  write_matrix(in, file, root + "H/", unknowns, rows);
  if (there()) file.write(root + "vectors/f", some_numbers(in, unknowns));
  if (there()) file.write(root + "vectors/w", some_numbers(in, rows));
  if (there()) file.write(root + "vectors/mu", some_numbers(in, contacts));
  if (rolling && there()) file.write(root + "vectors/mu_r", some_numbers(in, contacts));
  if (!in.ConsumeBool()) return;
  write_matrix(in, file, root + "G/", unknowns, constraints);
  if (there()) file.write(root + "vectors/b", some_numbers(in, constraints));
}

/// A local problem, and at times factors of its W.
void write_local(FuzzedDataProvider& in, const std::string& path) {
  Hdf5File file(path, Hdf5File::Mode::write);
  const std::string root = "/fclib_local/";
  const int space = in.ConsumeIntegralInRange(1, 4);
  const auto contacts = in.ConsumeIntegralInRange<std::size_t>(0, 4);
  const std::size_t rows = contacts * static_cast<std::size_t>(space);
  const auto there = [&] { return in.ConsumeProbability<float>() < 0.97F; };
  if (there()) file.write(root + "spacedim", std::vector<int>{space});
  if (there()) file.write(root + "vectors/q", some_numbers(in, rows));
  if (there()) file.write(root + "vectors/mu", some_numbers(in, contacts));
  write_matrix(in, file, root + "W/", rows, rows);
  if (in.ConsumeProbability<float>() < 0.2F) {
    const auto constraints = in.ConsumeIntegralInRange<std::size_t>(0, 2);
    write_matrix(in, file, root + "V/", rows, constraints);
    write_matrix(in, file, root + "R/", constraints, constraints);
    if (there()) file.write(root + "vectors/s", some_numbers(in, constraints));
  }
  const auto entries = in.ConsumeIntegralInRange<std::size_t>(0, 12);
  if (!in.ConsumeBool()) return;
  const std::string own = "/impactbench/";
  const int own_rows = in.ConsumeIntegralInRange(0, 3), dofs = in.ConsumeIntegralInRange(0, 3);
  const auto blocks = contacts * static_cast<std::size_t>(own_rows * dofs);
  if (there()) file.write(own + "rows", std::vector<int>{own_rows});
  if (there())
    file.write(own + "dofs", std::vector<int>{in.ConsumeBool() ? dofs : in.ConsumeIntegral<int>()});
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

/// The solver takes the problem, and where it says "converged" it returns numbers.
void solve(const SolverEntry& entry, const ContactProblem& problem) {
  if (entry.refuses({SolverKind::contact, true, problem.rows > 1, problem.rows == 5})) return;
  const auto solver = short_solver(entry);
  solver->prepare(problem.contacts(),
                  problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs),
                  problem.rows);
  std::vector<double> p(problem.size(), 0.0);
  const SolveReport report = solver->solve(problem, p);
  if (report.status != SolveStatus::converged) return;
  if (p.size() != problem.size()) std::abort();
  for (const double x : p)
    if (!std::isfinite(x)) std::abort();
}

/// Solving takes much longer than reading: one solver, by a hash of the input (FNV-1a), or all of
/// them for one input in sixteen. At first all of them for each, so that an input that is tried
/// again alone, and those of the corpus, meet every solver.
void solve_some(const ContactProblem& problem, const std::uint8_t* data, std::size_t size) {
  static const std::vector<SolverEntry> entries = contact_solvers();
  static int tried = 0;
  if (entries.empty()) std::abort();
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t k = 0; k < size; ++k)
    hash = (hash ^ data[k]) * 0x100000001b3U;
  if (++tried > 100 && hash % 16 != 0) {
    solve(entries[hash / 16 % entries.size()], problem);
    return;
  }
  for (const SolverEntry& entry : entries)
    solve(entry, problem);
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
    in.ConsumeProbability<float>() < 0.3F ? write_global(in, path) : write_local(in, path);
    solve_some(read_contact_file(path).problem, data, size);
  } catch (const ConfigurationError&) {
    // a sentence
  }
  std::filesystem::remove(path);
  return 0;
}
