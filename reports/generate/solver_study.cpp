#include "reports/generate/solver_study.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "reports/generate/naming.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <span>

namespace impactbench {
namespace {

std::string instance_of(const Row& row) {
  Cell cell = row.cell;
  cell.solver.clear();
  cell.solver_parameters = {};
  cell.frames = 0;
  return canonical_text(cell, row.revision, row.build);
}

std::string solver_of(const Cell& cell) {
  const auto method = cell.solver_parameters.find("method");
  if (method != cell.solver_parameters.end()) return cell.solver + ":" + to_text(method->second);
  const auto step = cell.solver_parameters.find("step");
  if (cell.solver != "uzawa" || step == cell.solver_parameters.end()) return cell.solver;
  return cell.solver + ", step " + to_text(step->second);
}

/// Nothing without round bodies, since coordinates then have their own units, and for a row of an
/// earlier program, which does not hold the radius.
std::optional<double> velocity_unit(const Row& row) {
  if (!row.judged_by || !row.judged_by->radius) return std::nullopt;
  return *row.judged_by->radius / row.cell.dt;
}

/// Slope of log y against log x with the half width of its 95 % interval (Student's t, as many
/// degrees of freedom as points above two); nothing for fewer than three points.
void fit_exponent(const std::vector<double>& x, const std::vector<double>& y, SizeFamily& out) {
  double n = 0.0, u = 0.0, w = 0.0, uu = 0.0, uw = 0.0, ww = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(x[k] > 0.0) || !(y[k] > 0.0)) continue;
    const double a = std::log(x[k]), b = std::log(y[k]);
    n += 1.0, u += a, w += b, uu += a * a, uw += a * b, ww += b * b;
  }
  const double xx = uu - u * u / n, xy = uw - u * w / n, yy = ww - w * w / n;
  if (n < 3.0 || !(xx > 0.0)) return;
  out.exponent = xy / xx;
  const double rest = std::max(0.0, yy - xy * xy / xx);
  const double t = boost::math::quantile(boost::math::students_t(n - 2.0), 0.975);
  out.half_width = t * std::sqrt(rest / (n - 2.0) / xx);
}

}  // namespace

std::vector<SolverRun> solver_runs(std::span<const Row> rows) {
  std::vector<SolverRun> out;
  for (const Row& row : rows) {
    const auto tolerance = number(row.cell.solver_parameters, "tolerance");
    if (row.cell.scheme != "maury" || !tolerance || row.status == RowStatus::not_applicable) {
      continue;
    }
    SolverRun run{&row, instance_of(row), solver_of(row.cell), *tolerance,
                  0.0,  std::nullopt,     std::nullopt};
    const auto residual = quantity(row, "complementarity_residual");
    if (ran_to_the_end(row.status) && residual) {
      const auto unit = velocity_unit(row);
      if (!unit) continue;
      run.residual = *residual / *unit;
      run.iterations = quantity(row, "newton_iterations").value_or(0.0);
    }
    if (row.timing && row.timing->repeats > 0) run.cpu = row.timing->cpu_min;
    out.push_back(std::move(run));
  }
  return out;
}

std::vector<SolverRun> file_runs(std::span<const Row> rows) {
  const auto name_of = [](const Row& row) {
    return std::filesystem::path(file_of(row.cell)).filename().string();
  };
  std::map<std::string, std::set<ParameterSet>> of_name;
  for (const Row& row : rows)
    of_name[name_of(row)].insert(row.cell.problem_parameters.get());
  // A file is called by its name alone where no other file, nor other data of it, has that name.
  const auto instance = [&](const Row& row) {
    const std::string name = name_of(row);
    if (of_name.at(name).size() == 1) return name;
    const auto data = row.cell.problem_parameters.find("data");
    return file_of(row.cell) +
           (data == row.cell.problem_parameters.end() ? "" : ", " + to_text(data->second));
  };
  std::vector<SolverRun> out;
  for (const Row& row : rows) {
    if (row.status == RowStatus::not_applicable) continue;
    SolverRun run{&row,
                  instance(row),
                  solver_label(row.cell),
                  wanted_residual(row.cell),
                  0.0,
                  quantity(row, "solve_residual"),
                  std::nullopt};
    run.iterations = quantity(row, "newton_iterations").value_or(0.0);
    run.verified = row.status == RowStatus::passed;
    if (row.timing && row.timing->repeats > 0)
      run.cpu = row.timing->cpu_min, run.setup = row.timing->setup;
    out.push_back(std::move(run));
  }
  return out;
}

std::vector<SolverRun> tolerance_study(const std::vector<SolverRun>& runs) {
  std::map<std::string, std::set<double>> tolerances;
  for (const SolverRun& run : runs)
    tolerances[run.instance].insert(run.tolerance);
  const auto most = std::max_element(
      tolerances.begin(), tolerances.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  std::vector<SolverRun> out;
  if (most == tolerances.end() || most->second.size() < 3) return out;
  for (const SolverRun& run : runs) {
    if (run.instance == most->first) out.push_back(run);
  }
  std::sort(out.begin(), out.end(), [](const SolverRun& a, const SolverRun& b) {
    return a.solver != b.solver ? a.solver < b.solver : a.tolerance > b.tolerance;
  });
  return out;
}

std::optional<PerformanceProfile> performance_profile(const std::vector<SolverRun>& runs,
                                                      double limit) {
  using Times = std::map<std::string, double>;  // by solver; infinite where not solved in time
  std::map<double, std::map<std::string, Times>> by_tolerance;
  for (const SolverRun& run : runs) {
    const bool in_time = run.solved() && run.cpu && *run.cpu <= limit;
    by_tolerance[run.tolerance][run.instance][run.solver] =
        in_time ? *run.cpu : std::numeric_limits<double>::infinity();
  }
  PerformanceProfile out{0.0, 0, {}};
  std::map<std::string, Times> instances;
  for (auto& [tolerance, found] : by_tolerance) {
    std::erase_if(found, [](const auto& entry) { return entry.second.size() < 3; });
    if (found.size() <= instances.size()) continue;
    instances = found;
    out.tolerance = tolerance;
  }
  if (instances.empty()) return std::nullopt;
  out.instances = instances.size();
  std::map<std::string, std::size_t> counts;
  for (const auto& [name, times] : instances) {
    for (const auto& [solver, time] : times)
      ++counts[solver];
  }
  for (const auto& [solver, count] : counts) {
    if (count < instances.size()) continue;
    PerformanceProfile::Line line{solver, {}, 0, 0};
    for (const auto& [name, times] : instances) {
      double best = std::numeric_limits<double>::infinity();
      for (const auto& [other, time] : times) {
        if (counts[other] == instances.size()) best = std::min(best, time);
      }
      const double time = times.at(solver);
      if (!std::isfinite(time)) continue;
      ++line.solved;
      line.ratios.push_back(time / best);
      line.fastest += time == best ? 1 : 0;
    }
    std::sort(line.ratios.begin(), line.ratios.end());
    out.lines.push_back(std::move(line));
  }
  return out;
}

std::vector<SizeFamily> size_families(const std::vector<SolverRun>& runs) {
  std::map<std::string, std::map<double, std::vector<const SolverRun*>>> found;
  for (const SolverRun& run : runs) {
    const auto n = number(run.row->cell.problem_parameters, "n");
    if (!n || !run.solved()) continue;
    Cell others = run.row->cell;
    others.problem_parameters.erase("n");
    others.problem_parameters.erase("seed");
    found[canonical_text(others, run.row->revision, run.row->build)][*n].push_back(&run);
  }
  std::vector<SizeFamily> out;
  for (const auto& [key, sizes] : found) {
    if (sizes.size() < 3 || sizes.rbegin()->first < 10.0 * sizes.begin()->first) continue;
    const SolverRun& first = *sizes.begin()->second.front();
    const auto dimension = number(first.row->cell.problem_parameters, "dimension");
    SizeFamily family{
        first.solver, first.tolerance, static_cast<int>(dimension.value_or(1.0)), {}, {},
        std::nullopt, std::nullopt};
    for (const auto& [n, same] : sizes) {
      double sum = 0.0;
      for (const SolverRun* run : same)
        sum += run->iterations;
      family.n.push_back(n);
      family.iterations.push_back(sum / static_cast<double>(same.size()));
    }
    fit_exponent(family.n, family.iterations, family);
    out.push_back(std::move(family));
  }
  std::sort(out.begin(), out.end(), [](const SizeFamily& a, const SizeFamily& b) {
    return a.dimension != b.dimension ? a.dimension < b.dimension : a.solver < b.solver;
  });
  return out;
}

}  // namespace impactbench
