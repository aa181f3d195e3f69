#include "benchmarks/power/measure.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/slot.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <utility>

namespace impactbench {
namespace {

bool fits(const std::string& text, const std::string& pattern) {
  if (pattern.find_first_of("*?") == std::string::npos)
    return text.find(pattern) != std::string::npos;
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// The next run of a cell: its baseline if `wrong` is absent.
struct Task {
  const PowerCell* cell;
  std::optional<Perturbation> wrong;
};

class Measurement {
 public:
  Measurement(const Plan& plan, const std::vector<PowerCell>& cells, PowerStore& store,
              const PowerOptions& options)
      : plan_(plan), store_(store), options_(options), begun_(std::chrono::steady_clock::now()) {
    for (const PowerCell& cell : cells) {
      if (store_.baseline(cell.key) == nullptr) {
        tasks_.push_back({&cell, std::nullopt});
      } else {
        add_searches(cell);
      }
    }
  }

  [[nodiscard]] bool at_its_end() const { return tasks_.empty(); }

  void go() {
    while (!tasks_.empty() || !running_.empty()) {
      while (!tasks_.empty() &&
             running_.size() < static_cast<std::size_t>(std::max(options_.jobs, 1)))
        start_next();
      std::vector<pollfd> ends;
      for (const Running& r : running_) {
        for (const pollfd& end : r.slot->events())
          ends.push_back(end);
      }
      wait_for(ends);
      collect();
    }
    say(true);
  }

 private:
  struct Running {
    Task task;
    std::unique_ptr<Slot> slot;
  };

  /// Searches that are not at their end, each with its next run.
  void add_searches(const PowerCell& cell) {
    const Baseline& baseline = *store_.baseline(cell.key);
    for (const PowerSearch& s : searches(baseline, store_, options_)) {
      if (s.next) tasks_.push_back({&cell, Perturbation{s.parameter, s.sign * *s.next}});
    }
  }

  void start_next() {
    const Task task = tasks_.front();
    tasks_.pop_front();
    Budget budget{options_.cpu_budget.value_or(plan_.cpu_budget), plan_.memory_budget,
                  plan_.threads};
    if (!task.wrong) {
      start(
          task, [cell = task.cell] { return to_json(run_baseline(*cell->cell, cell->key)); },
          budget);
      return;
    }
    const Baseline& baseline = *store_.baseline(task.cell->key);
    // A wrong run that needs ten times as long as the right one will not end.
    budget.cpu = std::min(budget.cpu, 10.0 * baseline.cpu + 2.0);
    start(
        task,
        [task, &baseline] { return to_json(run_trial(*task.cell->cell, baseline, *task.wrong)); },
        budget);
  }

  /// In a slot of its own: what is to be done depends on the results before it.
  void start(const Task& task, std::function<std::string()> work, const Budget& budget) {
    running_.push_back({task, std::make_unique<Slot>([work = std::move(work), budget](std::size_t) {
                          return CellTask{work, budget};
                        })});
    running_.back().slot->start(0);
  }

  void collect() {
    for (std::size_t k = 0; k < running_.size();) {
      if (!running_[k].slot->poll()) {
        ++k;
        continue;
      }
      const Task task = running_[k].task;
      const Ending ending = running_[k].slot->ending();
      const double cpu = running_[k].slot->cpu();
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(k));
      ++runs_;
      if (task.wrong) {
        finish_trial(task, ending, cpu);
      } else {
        finish_baseline(task, ending, cpu);
      }
      say(false);
    }
  }

  void finish_baseline(const Task& task, const Ending& ending, double cpu) {
    if (ending.status == RowStatus::passed) {
      const Baseline baseline = baseline_from_json(ending.text);
      if (left_for_later(baseline.status, title(*task.cell->cell), baseline.reason)) return;
      store_.put(baseline);
    } else {
      const Cell& cell = *task.cell->cell;
      store_.put(Baseline{.cell = task.cell->key,
                          .title = title(cell),
                          .problem = cell.problem,
                          .scheme = cell.scheme,
                          .solver = cell.solver,
                          .status = ending.status,
                          .reason = ending.text,
                          .cpu = cpu});
    }
    add_searches(*task.cell);
  }

  void finish_trial(const Task& task, const Ending& ending, double cpu) {
    if (ending.status == RowStatus::passed) {
      const Trial trial = trial_from_json(ending.text);
      const std::string run = fmt::format("{} with {} wrong by {}", title(*task.cell->cell),
                                          task.wrong->parameter, task.wrong->eps);
      if (left_for_later(trial.status, run, trial.reason)) return;
      store_.put(trial);
    } else {
      store_.put(Trial{.cell = task.cell->key,
                       .wrong = *task.wrong,
                       .status = ending.status,
                       .noticed = {completes},
                       .cpu = cpu});
    }
    const bool up = task.wrong->eps > 0.0;
    for (const PowerSearch& s : searches(*store_.baseline(task.cell->key), store_, options_)) {
      if (s.parameter == task.wrong->parameter && (s.sign > 0) == up && s.next)
        tasks_.push_front({task.cell, Perturbation{s.parameter, s.sign * *s.next}});
    }
  }

  /// A failure of the machine is not a verdict: the next call repeats the run.
  static bool left_for_later(RowStatus status, const std::string& run, const std::string& why) {
    if (status != RowStatus::failed) return false;
    fmt::print(stderr, "impactbench: {} was not measured, the next call repeats it: {}\n", run,
               why);
    return true;
  }

  void say(bool last) {
    if (!options_.progress) return;
    const auto now = std::chrono::steady_clock::now();
    if (!last && now - said_ < std::chrono::seconds(5)) return;
    said_ = now;
    const double spent = std::chrono::duration<double>(now - begun_).count();
    fmt::print(stderr, "power: {} in {:.0f} s, {} searches to go\n",
               counted(static_cast<std::size_t>(runs_), "run", "runs"), spent,
               tasks_.size() + running_.size());
  }

  const Plan& plan_;
  PowerStore& store_;
  const PowerOptions& options_;
  std::deque<Task> tasks_;
  std::vector<Running> running_;
  int runs_{0};
  std::chrono::steady_clock::time_point begun_, said_{};
};

}  // namespace

std::vector<PowerCell> power_cells(const Plan& plan, const std::string& pattern) {
  std::vector<PowerCell> out;
  for (const PlannedCell& planned : plan.cells) {
    // A contact problem of a file has no physics that could be slightly wrong.
    if (planned.refusal || is_solve(planned.cell) || !fits(title(planned.cell), pattern)) continue;
    out.push_back({content_key(planned.cell, revision(), build_id(planned.cell)), &planned.cell});
  }
  if (out.empty()) {
    throw ConfigurationError(pattern.empty()
                                 ? "the plan has no cell that runs"
                                 : fmt::format("--cell {}: no cell of the plan has such a title; "
                                               "impactbench run PLAN --dry-run lists them",
                                               pattern));
  }
  return out;
}

std::vector<PowerSearch> searches(const Baseline& baseline, const PowerStore& store,
                                  const PowerOptions& options) {
  std::vector<PowerSearch> out;
  const auto wanted = [&](const std::string& name) {
    return options.parameters.empty() ||
           std::find(options.parameters.begin(), options.parameters.end(), name) !=
               options.parameters.end();
  };
  const std::vector<const Trial*> trials = store.trials(baseline.cell);
  for (const ParameterOfCell& p : baseline.parameters) {
    if (!wanted(p.name)) continue;
    for (const int sign : {1, -1}) {
      if (!(sign > 0 ? p.relevance.up : p.relevance.down)) continue;
      const bool whole = p.name == "contacts";
      PowerSearch s{.parameter = p.name, .sign = sign};
      // A factor of one half is as large as one of two.
      s.most = std::min(options.limits.coarsest, sign > 0 ? 1.0 : 0.5);
      EpsLimits limits = options.limits;
      // Less than one contact of the run cannot be left out.
      if (whole)
        limits.finest = std::max(limits.finest, 1.0 / static_cast<double>(baseline.contacts));
      for (const Trial* t : trials) {
        if (t->wrong.parameter == p.name && (t->wrong.eps > 0.0) == (sign > 0))
          s.tried.push_back({std::abs(t->wrong.eps), !t->noticed.empty()});
      }
      s.next = next_eps(s.tried, limits, s.most, whole);
      out.push_back(std::move(s));
    }
  }
  return out;
}

void measure_power(const Plan& plan, const std::vector<PowerCell>& cells, PowerStore& store,
                   const PowerOptions& options) {
  Measurement measurement(plan, cells, store, options);
  if (measurement.at_its_end()) return;
  if (!(store.limits() == options.limits)) store.put(options.limits);
  measurement.go();
}

}  // namespace impactbench
