#include "benchmarks/matrix/run_cell.hpp"

#include "benchmarks/files/machine_error.hpp"
#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/ensemble.hpp"
#include "benchmarks/matrix/judge_row.hpp"
#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/run_observers.hpp"
#include "benchmarks/matrix/short_of_horizon.hpp"
#include "benchmarks/matrix/timed_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// Wall clock between the phases of a step, for their shares only: a monotonic clock costs 50 ns,
/// the CPU clock of the process is a system call.
class PhaseTimer final : public PhaseListener {
 public:
  void start() { last_ = now(), current_ = 0; }
  void enter(Phase phase) override { charge(1 + static_cast<std::size_t>(phase)); }
  void stop() { charge(0); }

  [[nodiscard]] std::map<std::string, double> shares() const {
    static constexpr std::array names{"other", "detection", "assembly", "solve", "update"};
    double sum = 0.0;
    for (const double t : spent_)
      sum += t;
    std::map<std::string, double> out;
    for (std::size_t k = 0; k < names.size() && sum > 0.0; ++k)
      out[names[k]] = spent_[k] / sum;
    return out;
  }

 private:
  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void charge(std::size_t next) {
    const double t = now();
    spent_[current_] += t - last_;
    last_ = t;
    current_ = next;
  }

  std::array<double, 5> spent_{};
  double last_{0.0};
  std::size_t current_{0};
};

/// ", q = (...)" where it fits a sentence.
std::string configuration(const Eigen::VectorXd& q) {
  constexpr Eigen::Index most = 6;
  if (q.size() > most) return "";
  return fmt::format(", q = ({:.6g})", fmt::join(q.data(), q.data() + q.size(), ", "));
}

struct Counts {
  double nonlinear{0.0}, largest_nonlinear{0.0}, linear{0.0}, unconverged{0.0}, residual{0.0},
      two_cycles{0.0};

  std::string first_unconverged, first_remark;

  void add(const StepReport& step, double t) {
    if (step.status == StepStatus::not_converged && first_unconverged.empty()) {
      first_unconverged = fmt::format("first at t = {:.6g} s: {} ({} iterations, residual {:.3g})",
                                      t, step.reason, step.nonlinear_iterations, step.own_residual);
    }
    if (step.status == StepStatus::done && !step.reason.empty() && first_remark.empty()) {
      first_remark = fmt::format("first at t = {:.6g} s: {}", t, step.reason);
    }
    nonlinear += step.nonlinear_iterations;
    largest_nonlinear = std::max(largest_nonlinear, double(step.nonlinear_iterations));
    linear += step.linear_iterations;
    unconverged += step.status == StepStatus::not_converged ? 1.0 : 0.0;
    two_cycles += step.two_cycle ? 1.0 : 0.0;
    residual = std::max(residual, step.own_residual);
  }
  void write(std::map<std::string, double>& q, SolverKind kind) const {
    if (kind == SolverKind::none) return;
    q["newton_iterations"] = nonlinear;
    q["max_newton_iterations"] = largest_nonlinear;
    q["unconverged_steps"] = unconverged;
    if (two_cycles > 0.0) q["two_cycle_steps"] = two_cycles;
    q["own_residual"] = residual;
    if (kind == SolverKind::linear) q["linear_iterations"] = linear;
  }
};

/// Adds remarks of steps, and cases that the scheme's theory does not cover, as warnings.
void warn(Row& row, const Problem& problem, const std::string& remark) {
  const auto add = [&](const std::string& text) {
    row.reason += (row.reason.empty() ? "warning: " : "; warning: ") + text;
  };
  const auto method = find_scheme(row.cell.scheme).make(row.cell.scheme_parameters);
  if (const auto warning = method->warns(problem.traits)) add(*warning);
  if (!remark.empty()) add(remark);
}

/// One step. A sentence that a module throws before the first step is done refuses the cell; a
/// later one ends the run at that time, and `refusal` keeps it.
StepReport step(Scheme& scheme, State& state, std::int64_t done, std::string& refusal) {
  try {
    return scheme.step(state);
  } catch (const MachineError&) {
    throw;
  } catch (const ConfigurationError& e) {
    if (done == 0) throw;
    refusal = e.what();
    return {.status = StepStatus::breakdown, .reason = refusal};
  }
}

/// A run with instruments, as far as it came.
struct Course {
  Counts counts;
  double reached{0.0};  ///< [s]
  std::string stop;     ///< why it stopped early; empty: it did not
};

/// Makes the steps, and shows each to the observers until one of them objects.
Course follow(const Machine& machine, const Problem& problem, const StepCount& count,
              PhaseTimer& timer, std::span<const std::unique_ptr<RunObserver>> observers) {
  machine.scheme->listen(&timer);
  ContactImpulses recorded;
  machine.scheme->record_impulses(&recorded);
  Course out;
  std::string refusal;
  State before = problem.initial;
  State state = problem.initial;
  for (std::int64_t k = 0; k < count.steps && out.stop.empty(); ++k) {
    before = state;
    timer.start();
    const StepReport report = step(*machine.scheme, state, k, refusal);
    timer.stop();
    const double t = out.reached = static_cast<double>(k + 1) * count.h;
    out.counts.add(report, t);
    if (report.status == StepStatus::breakdown) {
      out.stop = fmt::format("at t = {:.6g} s{}: {}", t, configuration(before.q), report.reason);
      break;
    }
    const SeenStep seen{before, state, machine.scheme->contact_problem(),
                        machine.scheme->impulses(), &recorded};
    for (const auto& observer : observers)
      observer->after_step(seen);
    for (const auto& observer : observers) {
      if (out.stop.empty()) out.stop = observer->objection();
    }
  }
  return out;
}

/// Removes quantities without a number, which must not stay among the numbers; returns their names.
std::vector<std::string> remove_not_finite(std::map<std::string, double>& quantities) {
  std::vector<std::string> out;
  std::erase_if(quantities, [&](const auto& named) {
    if (std::isfinite(named.second)) return false;
    out.push_back(named.first);
    return true;
  });
  return out;
}

/// The run with instruments, judged; false if it stopped early.
bool instrumented_run(Row& row, const Problem& problem, const SchemeClaims& claims,
                      const StepCount& count, double cpu_budget,
                      const std::optional<TrajectoryRequest>& wanted, const MakeMachine& make) {
  SolveAudit audit(solver_tolerance(row.cell));
  const Machine machine =
      make ? make(row.cell, problem, count.h, &audit) : Machine(row.cell, problem, count.h, &audit);
  std::optional<Truth> truth = find_truth(problem, claims.contact);
  if (truth)
    row.truth =
        TruthNote{truth->source, std::string(to_text(truth->provenance)), truth->uncertainty};
  const auto observers =
      make_observers(row.cell, problem, claims, std::move(truth), count.h, count.steps, wanted);
  PhaseTimer timer;
  const Course course = follow(machine, problem, count, timer, observers);
  row.status = course.stop.empty() ? RowStatus::passed : RowStatus::stopped;
  row.reason = course.stop;
  std::map<std::string, double> quantities;
  for (const auto& observer : observers)
    observer->finish(row, quantities);
  course.counts.write(quantities, machine.linear    ? SolverKind::linear
                                  : machine.contact ? SolverKind::contact
                                                    : SolverKind::none);
  audit.finish(quantities);
  row.timing = Timing{0, 0.0, 0.0, 0.0, timer.shares(), peak_memory()};
  std::string remark = short_of_horizon(count, problem.horizon);
  const auto add_remark = [&](const std::string& text) {
    if (!text.empty()) remark += (remark.empty() ? "" : "; ") + text;
  };
  add_remark(course.counts.first_remark);
  if (row.status == RowStatus::passed && row.cell.ensemble.size > 0) {
    add_remark(run_ensemble(row.cell, problem, claims.contact, count, cpu_budget, quantities));
  }
  const std::vector<std::string> not_finite = remove_not_finite(quantities);
  row.quantities = quantities;
  if (row.status == RowStatus::passed && !not_finite.empty()) {
    row.status = RowStatus::stopped;
    row.reason = fmt::format("not a number: {}", fmt::join(not_finite, ", "));
  }
  const bool stopped = row.status == RowStatus::stopped;
  judge_row(row, problem, claims, stopped ? std::optional(course.reached) : std::nullopt);
  if (row.status == RowStatus::missed && !course.counts.first_unconverged.empty()) {
    row.reason += "; steps without convergence, " + course.counts.first_unconverged;
  }
  warn(row, problem, remark);
  return !stopped;
}

/// Time of `runs` runs; their preparation is not timed, for a few at a time because each holds the
/// memory of its solvers.
Spent timed_batch(const Cell& cell, const Problem& problem, const StepCount& count, int runs) {
  constexpr int at_once = 16;
  Spent spent{};
  for (int left = runs; left > 0; left -= at_once) {
    std::vector<std::unique_ptr<Machine>> machines;
    for (int k = 0; k < std::min(left, at_once); ++k)
      machines.push_back(std::make_unique<Machine>(cell, problem, count.h));
    std::vector<State> states(machines.size(), problem.initial);
    const double start = run_seconds(), wall_start = wall_seconds();
    for (std::size_t r = 0; r < states.size(); ++r)
      (void)machines[r]->scheme->advance(states[r], count.steps);
    spent.cpu += run_seconds() - start;
    spent.wall += wall_seconds() - wall_start;
  }
  return spent;
}

/// Makes, runs and times a cell and gives its row; throws what its modules throw.
Row run_and_time(const Cell& cell, int repeats, double cpu_budget,
                 const std::optional<TrajectoryRequest>& trajectory, const MakeMachine& make) {
  expect_same_files(cell);
  Row row;
  row.cell = cell;
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  expect_same_files(cell);  // also while it was made
  const SchemeClaims claims =
      claims_on(find_scheme(cell.scheme).make(cell.scheme_parameters)->claims(), problem.traits);
  const StepCount count = step_count(problem.horizon, cell.dt, cell.dt_precision);
  if (!instrumented_run(row, problem, claims, count, cpu_budget, trajectory, make)) return row;
  const TimeRuns time = [&](int runs) { return timed_batch(cell, problem, count, runs); };
  time_repeats(time, repeats, cpu_budget, *row.timing);
  return row;
}

}  // namespace

void expect_same_files(const Cell& cell) {
  std::map<std::string, std::string> now;
  try {
    now = files_of(cell);
  } catch (const ConfigurationError& e) {
    throw MachineError(fmt::format(
        "a file that a parameter names was there when the plan was read: {}", e.what()));
  }
  if (now != cell.files)
    throw MachineError("a file that a parameter names has changed since the plan was read");
}

std::optional<Truth> find_truth(const Problem& problem, const ContactModel& contact) {
  std::optional<Truth> out;
  const bool torques = problem.traits.rolling_friction || problem.traits.twisting_friction;
  for (const Provenance wanted :
       {Provenance::closed_form, Provenance::computed_two_ways, Provenance::computed_once}) {
    for (const ReferenceEntry& reference : reference_catalogue()) {
      if (reference.provenance != wanted || (out && out->at && wanted != Provenance::closed_form)) {
        continue;
      }
      if (problem.traits.laws_differ && !reference.takes_laws) continue;
      if (problem.traits.moving_surfaces && !reference.takes_moving_surfaces) continue;
      if (torques && !reference.takes_torques) continue;
      if (problem.traits.static_friction && !reference.takes_static_friction) continue;
      std::optional<Truth> found = reference.truth(problem, contact);
      if (!found) continue;
      if (out) found->scalars.merge(out->scalars);
      if (out && out->at) {
        out->scalars = std::move(found->scalars);
      } else {
        out = std::move(found);
      }
    }
  }
  return out;
}

Row row_or_reason(const Cell& cell, const std::function<Row()>& make) {
  Row out;
  out.cell = cell;
  try {
    try {
      return make();
    } catch (const MachineError&) {
      throw;
    } catch (const ConfigurationError& refusal) {
      out.status = RowStatus::not_applicable;
      out.reason = refusal.what();
      expect_same_files(cell);  // what was refused may be a file in the middle of being written
    }
  } catch (const MachineError& trouble) {
    out.status = RowStatus::failed;
    out.reason = trouble.what();
  }
  return out;
}

Row run_cell(const Cell& cell, int repeats, double cpu_budget,
             const std::optional<TrajectoryRequest>& trajectory, const MakeMachine& make) {
  return row_or_reason(cell,
                       [&] { return run_and_time(cell, repeats, cpu_budget, trajectory, make); });
}

}  // namespace impactbench
