#include "benchmarks/matrix/runner.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/progress.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/slot.hpp"
#include "benchmarks/matrix/solve_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "benchmarks/store/row_bytes.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

volatile sig_atomic_t asked_to_stop = 0;

/// While it lives, the signals that ask a process to end (SIGUSR1 is the usual warning of a batch
/// system) only request an orderly end, except those that it was started to ignore, as by nohup(1).
/// A pipe without a reader becomes an error of its writer.
class SignalGuard {
 public:
  SignalGuard() {
    asked_to_stop = 0;
    struct sigaction stop {};
    stop.sa_handler = [](int) { asked_to_stop = 1; };
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t k = 0; k < ending_signals.size(); ++k) {
      const int number = ending_signals[k];
      sigaction(number, nullptr, &before_[k]);
      if (before_[k].sa_handler == SIG_IGN) continue;
      sigaction(number, number == SIGPIPE ? &ignore : &stop, nullptr);
    }
  }
  ~SignalGuard() {
    for (std::size_t k = 0; k < ending_signals.size(); ++k)
      sigaction(ending_signals[k], &before_[k], nullptr);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  std::array<struct sigaction, ending_signals.size()> before_{};
};

void count(const Row& row, RunSummary& summary) {
  switch (row.status) {
    case RowStatus::passed:
      ++summary.passed;
      break;
    case RowStatus::unjudged:
      ++summary.unjudged;
      break;
    case RowStatus::unresolved:
      ++summary.unresolved;
      break;
    case RowStatus::missed:
      ++(is_expected_failure(row) ? summary.expected : summary.missed);
      break;
    case RowStatus::stopped:
      ++(is_expected_failure(row) ? summary.expected : summary.failed);
      break;
    case RowStatus::not_applicable:
      ++summary.not_applicable;
      break;
    default:
      ++summary.failed;
      break;
  }
  if (row.unexpected_pass) ++summary.unexpected_passes;
}

/// A row as a child writes it: its JSON in a line, the size of its histories in another, then
/// histories and frames as a store keeps them. As JSON they would be written and read as text in
/// every cell.
std::string encoded(const Row& row) {
  const std::string histories = packed(row.series);
  return fmt::format("{}\n{}\n{}{}", to_json(row, RowExtent::brief), histories.size(), histories,
                     packed(row.frames));
}

/// Takes a line off the front of a text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

Row row_from_answer(std::string_view text) {
  Row row = row_from_json(take_line(text));
  std::size_t histories = 0;
  const std::string_view size = take_line(text);
  const bool complete = std::from_chars(size.begin(), size.end(), histories).ec == std::errc();
  if (!complete || histories > text.size()) throw ConfigurationError("its histories are cut short");
  row.series = unpacked_series(text.substr(0, histories));
  row.frames = unpacked_frames(text.substr(histories));
  return row;
}

/// The child's own row, or one that says how it died.
Row row_of(const Cell& cell, const Ending& ending) {
  Row row;
  row.cell = cell;
  row.status = ending.status;
  row.reason = ending.text;
  if (ending.status != RowStatus::passed) return row;
  try {
    return row_from_answer(ending.text);
  } catch (const ConfigurationError& e) {
    row.status = RowStatus::crashed;
    row.reason = fmt::format("its results cannot be read: {}", e.what());
    return row;
  }
}

/// Returns whether a cell died: another run may fare better.
bool died(RowStatus status) {
  return status == RowStatus::crashed || status == RowStatus::timed_out ||
         status == RowStatus::out_of_memory;
}

/// Ladders, and the step of each that was too much.
using Hopeless = std::map<std::string, double>;

/// Keeps the coarsest of the steps of a ladder that were too much.
void note_hopeless(const Row& row, Hopeless& hopeless) {
  double& step = hopeless[ladder_of(row.cell)];
  step = std::max(step, row.cell.dt);
}

struct Job {
  std::string key;
  const PlannedCell* planned;
};

class Run {
 public:
  Run(const Plan& plan, Store& store, const RunOptions& options, std::vector<Job> jobs,
      Hopeless hopeless, RunSummary& summary)
      : plan_(plan),
        store_(store),
        options_(options),
        jobs_(std::move(jobs)),
        summary_(summary),
        folder_(options.trajectory),
        progress_(static_cast<int>(jobs_.size()), options.progress),
        hopeless_(std::move(hopeless)) {
    const std::size_t most = static_cast<std::size_t>(std::max(options_.jobs, 1));
    while (places_.size() < std::min(most, jobs_.size()))
      places_.push_back(
          {std::make_unique<Slot>([this](std::size_t k) { return task_of(jobs_[k]); }), nullptr});
  }

  void go() {
    const SignalGuard guard;
    try {
      run_all();
    } catch (const ConfigurationError&) {
      store_ended();
      throw;
    }
    summary_.interrupted = asked_to_stop != 0 && next_ < jobs_.size();
    progress_.finish();
    if (options_.finished) options_.finished();
  }

 private:
  /// A slot, and its job unless it is free.
  struct Place {
    std::unique_ptr<Slot> slot;
    const Job* job;
  };
  static bool is_free(const Place& place) { return place.job == nullptr; }

  void run_all() {
    while (true) {
      for (Place& place : places_)
        fill(place);
      store_ended();  // while the next cells run
      if (std::all_of(places_.begin(), places_.end(), is_free)) return;
      wait_a_little();
      collect();
    }
  }

  /// The row of a cell that need not be run, if it is one.
  [[nodiscard]] std::optional<Row> foregone(const PlannedCell& planned) const {
    Row row;
    row.cell = planned.cell;
    if (planned.refusal) {
      row.status = RowStatus::not_applicable;
      row.reason = *planned.refusal;
      return row;
    }
    if (!options_.stop_ladders) return std::nullopt;
    const auto hopeless = hopeless_.find(ladder_of(planned.cell));
    if (hopeless == hopeless_.end() || !(planned.cell.dt < hopeless->second)) return std::nullopt;
    row.status = RowStatus::timed_out;
    row.reason = fmt::format("not run: with dt = {} s it used up its budget of CPU time",
                             to_text(hopeless->second));
    return row;
  }

  /// Starts the next job that has to be run, if the place is free.
  void fill(Place& place) {
    while (is_free(place) && next_ < jobs_.size() && asked_to_stop == 0) {
      const std::size_t number = next_++;
      const Job& job = jobs_[number];
      if (std::optional<Row> row = foregone(*job.planned)) {
        finish(job, std::move(*row));
      } else {
        place.slot->start(number);
        place.job = &job;
      }
    }
  }

  /// The CPU time of a run, or of an attempt of a solve [s].
  [[nodiscard]] double cpu_budget() const { return options_.cpu_budget.value_or(plan_.cpu_budget); }

  [[nodiscard]] CellTask task_of(const Job& job) const {
    Budget budget{cpu_budget(), plan_.memory_budget, options_.threads.value_or(plan_.threads)};
    if (folder_.empty()) budget.file = plan_.memory_budget;  // it has none to write
    const int repeats = options_.repeats.value_or(job.planned->repeats.value_or(plan_.repeats));
    const Cell& cell = job.planned->cell;
    if (is_solve(cell)) {
      return {[&cell, repeats, budget] { return encoded(solve_cell(cell, repeats, budget)); },
              budget_of_all_attempts(budget)};
    }
    return {[&cell, repeats, cpu = budget.cpu, trajectory = trajectory_of(job)] {
              return encoded(run_cell(cell, repeats, cpu, trajectory));
            },
            budget};
  }

  [[nodiscard]] std::optional<TrajectoryRequest> trajectory_of(const Job& job) const {
    if (folder_.empty()) return std::nullopt;
    const Cell& cell = job.planned->cell;
    return TrajectoryRequest{trajectory_path(folder_, cell, job.key),
                             options_.instants,
                             {{"cell", title(cell)},
                              {"problem", cell.problem},
                              {"scheme", cell.scheme},
                              {"solver", cell.solver},
                              {"key", job.key},
                              {"revision", revision()},
                              {"build", build_id(cell)},
                              {"plugins", plugins_of(cell)}},
                             options_.tables,
                             options_.at};
  }

  void wait_a_little() {
    std::vector<pollfd> ends;
    for (const Place& place : places_) {
      if (is_free(place)) continue;
      for (const pollfd& end : place.slot->events())
        ends.push_back(end);
    }
    wait_for(ends);
  }

  void collect() {
    for (Place& place : places_) {
      if (is_free(place) || !place.slot->poll()) continue;
      Row row = row_of(place.job->planned->cell, place.slot->ending());
      if (row.timing) row.timing->cpu_cell = place.slot->cpu();
      if (row.status == RowStatus::timed_out) {
        note_hopeless(row, hopeless_);
        if (!row.timing) row.timing.emplace();
        if (!row.timing->limit) row.timing->limit = cpu_budget();
      }
      ended_.emplace_back(std::exchange(place.job, nullptr), std::move(row));
    }
  }

  void store_ended() {
    while (!ended_.empty()) {
      auto [job, row] = std::move(ended_.front());
      ended_.pop_front();
      finish(*job, std::move(row));
    }
  }

  void finish(const Job& job, Row row) {
    row.key = job.key;
    row.plan = plan_.label;
    row.environment = environment(row.cell);
    row.environment["isolation"] = isolation();
    row.revision = revision();
    row.build = build_id(row.cell);
    if (const auto before = store_.status(row.key); before && loses(row.status, *before)) {
      fmt::print(stderr, "{}{}: {}, its earlier row is kept: {}\n", options_.progress ? "\n" : "",
                 title(row.cell), to_text(row.status), row.reason);
    } else {
      store_.put(row);
    }
    if (options_.stored) options_.stored();
    ++summary_.run;
    count(row, summary_);
    progress_.done(row);
  }

  /// A failure before the run does not replace an earlier row that ran; nor does a death, unless
  /// all is to be run again.
  [[nodiscard]] bool loses(RowStatus now, RowStatus before) const {
    if (before == RowStatus::failed) return false;
    return now == RowStatus::failed || (died(now) && !died(before) && !options_.rerun);
  }

  const Plan& plan_;
  Store& store_;
  const RunOptions& options_;
  const std::vector<Job> jobs_;
  std::size_t next_{0};  ///< of the jobs that have not been started
  RunSummary& summary_;
  std::string folder_;  ///< of trajectories
  Progress progress_;
  std::vector<Place> places_;
  std::deque<std::pair<const Job*, Row>> ended_;  ///< to be stored
  Hopeless hopeless_;
};

}  // namespace

std::string trajectory_path(const std::string& folder, const Cell& cell, const std::string& key) {
  return fmt::format("{}/{}_{}_{}_{}.h5", folder, cell.problem, cell.scheme, cell.solver,
                     key.substr(0, 8));
}

RunSummary run_plan(const Plan& plan, Store& store, const RunOptions& options) {
  const std::string& folder = options.trajectory;
  if (!folder.empty()) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
      throw ConfigurationError(
          fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  }
  RunSummary summary;
  std::vector<Job> jobs;
  Hopeless hopeless;
  for (const PlannedCell& planned : plan.cells) {
    if (shard_index(planned.cell, options.shard.count) != options.shard.index) continue;
    ++summary.planned;
    const std::string key = content_key(planned.cell, revision(), build_id(planned.cell));
    const std::optional<Row> row = options.rerun ? std::nullopt : store.get(key, RowExtent::brief);
    // A cell that died, or was refused once it ran, has no whole file and would have none again.
    const bool lacks_file =
        !folder.empty() && row && ran_to_the_end(row->status) && !is_solve(planned.cell) &&
        (options.tables || !std::filesystem::exists(trajectory_path(folder, planned.cell, key)));
    const bool tried = row && row->status != RowStatus::failed;
    if (tried && !lacks_file && !(options.retry && died(row->status))) {
      if (row->status == RowStatus::timed_out) note_hopeless(*row, hopeless);
      ++summary.resumed;
      count(*row, summary);
    } else {
      jobs.push_back({key, &planned});
    }
  }
  if (options.stop_ladders) {
    std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) {
      return a.planned->cell.dt > b.planned->cell.dt;
    });
  }
  Run(plan, store, options, std::move(jobs), std::move(hopeless), summary).go();
  return summary;
}

}  // namespace impactbench
