#include "benchmarks/peers/race/race.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/peers/race/contestant.hpp"
#include "benchmarks/peers/race/scene_meter.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace impactbench {
namespace {

constexpr std::string_view failed = "failed: ";

/// A run with looks, one line to the parent: what the meter says, steps, version.
std::string looked_at(const Contestant& who, const Problem& problem, const RaceRequest& request) {
  const Scene scene{&problem, who.dt};
  const auto steps = std::max<std::int64_t>(1, std::llround(request.window / who.dt));
  const auto chunks = std::min<std::int64_t>(steps, request.instants);
  const std::unique_ptr<Engine> engine = make_engine(who, problem);
  SceneMeter meter(scene, contact_of(who));
  Eigen::VectorXd q = scene.start().q, v = scene.start().v, q_before = q, v_before = v;
  std::int64_t done = 0;
  const double start = cpu_seconds();
  for (std::int64_t k = 0; k < chunks && cpu_seconds() - start < request.cpu; ++k) {
    const std::int64_t end = steps * (k + 1) / chunks;
    if (end - done > 1) engine->run(end - done - 1);
    engine->state(q_before, v_before);
    engine->run(1);
    engine->state(q, v);
    done = end;
    if (!q.allFinite() || !v.allFinite())
      return fmt::format("{}not a number after {} steps", failed, done);
    meter.step(q_before, v_before, q, v);
    if (meter.penetration() > 1.0)
      return fmt::format("{}bodies are a diameter deep in each other after {} steps", failed, done);
  }
  return fmt::format("{} {} {} {} {} {} {} {}", meter.penetration(), meter.mean_penetration(),
                     meter.energy_error(), meter.energy_change(), meter.kinetic(), meter.residual(),
                     done, version_of(who));
}

/// CPU time of so many steps: the mean of as many runs in a row as fill 0.04 s, because the clock
/// of a virtual machine may advance in ticks of milliseconds. Making the engines is not timed.
std::string timed(const Contestant& who, const Problem& problem, std::int64_t steps) {
  constexpr double least = 0.04;
  constexpr int most = 4096;
  for (int runs = 1;; runs *= 4) {
    std::vector<std::unique_ptr<Engine>> engines;
    for (int k = 0; k < runs; ++k)
      engines.push_back(make_engine(who, problem));
    const double start = cpu_seconds();
    for (const auto& engine : engines)
      engine->run(steps);
    const double spent = cpu_seconds() - start;
    if (spent >= least || runs >= most) return fmt::format("{}", spent / runs);
  }
}

std::optional<double> if_finite(double x) {
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

double load_average() {
  std::array<double, 1> load{};
  return getloadavg(load.data(), 1) == 1 ? load[0] : 0.0;
}

/// The answer of `work` in a process of its own; else the row says what became of it.
std::optional<std::string> answer(const std::function<std::string()>& work, const Budget& budget,
                                  PeerRun& row) {
  row.load = load_average();
  const Ending ending = run_in_child(
      [&]() -> std::string {
        try {
          return work();
        } catch (const std::exception& error) {
          return std::string(failed) + error.what();
        }
      },
      budget);
  row.status = ending.status;
  row.reason = ending.text;
  if (ending.status != RowStatus::passed) return std::nullopt;
  if (ending.text.starts_with(failed)) {
    row.status = RowStatus::stopped;
    row.reason = ending.text.substr(failed.size());
    return std::nullopt;
  }
  row.reason.clear();
  return ending.text;
}

/// What a look found, into the row.
void read_look(const std::string& line, const Contestant& who, const Problem& problem,
               PeerRun& row) {
  std::istringstream words(line);
  const auto number = [&] {
    std::string word;
    words >> word;
    return if_finite(std::stod(word));  // reads "nan" too
  };
  row.penetration = number();
  row.mean_penetration = number();
  row.energy_error = number();
  row.energy_change = number();
  row.kinetic = number();
  row.residual = number();
  const ContactLaw& law = Scene{&problem, row.dt}.system().law();
  // Bodies that rebound at speed v turn their normals by v h / r within a step, which the residual
  // would take for a step that is not solved. Springs do not ask for the impact law.
  const bool conserves = law.restitution == 1.0 && law.friction == 0.0;
  if (conserves || contact_of(who)) row.residual.reset();
  if (!conserves) row.energy_error.reset();
  words >> row.steps;
  std::getline(words >> std::ws, row.version);
  row.window = static_cast<double>(row.steps) * row.dt;
}

/// The run with looks for repeat 0, else a timed one of as many steps as `row` has.
void run_once(const Contestant& who, const Problem& problem, const RaceRequest& request,
              PeerRun& row) {
  if (row.repeat == 0) {
    const auto look = answer([&] { return looked_at(who, problem, request); }, request.budget, row);
    if (look) read_look(*look, who, problem, row);
    return;
  }
  const auto time = answer([&] { return timed(who, problem, row.steps); }, request.budget, row);
  row.cpu = time ? std::optional(std::stod(*time)) : std::nullopt;
}

/// Moves the start of the problem to that instant.
void go_on_to(double from, double h, Problem& problem) {
  const auto steps = std::llround(from / h);
  if (steps == 0) return;
  Problem made = find_problem(problem.name).make(problem.parameters);
  CellRequest request{problem.name,
                      "nscd",
                      "nlgs",
                      {{"warm_start", true}, {"max_sweeps", std::int64_t{60}}, {"run.dt", h}}};
  for (const auto& [key, value] : problem.parameters)
    request.settings["problem." + key] = value;
  const Cell cell = resolve_cell(request, "default");
  Machine machine(cell, made, h);
  const StepReport report = machine.scheme->advance(made.initial, steps);
  if (report.status == StepStatus::breakdown)
    throw ConfigurationError(fmt::format("no start at t = {} s: {}", to_text(from), report.reason));
  made.initial.step = 0;
  problem.initial = made.initial;
  problem.traits.initial_penetration = true;
}

/// Whether it has bodies, obstacles and forces that every engine of its dimension can be given.
bool is_scene(const Problem& problem) {
  const RoundSystem* system = round_system(*problem.system);
  if (system == nullptr || !problem.traits.rotates || problem.traits.gluey ||
      problem.traits.laws_differ || problem.traits.rolling_friction ||
      problem.traits.twisting_friction || problem.traits.moving_surfaces) {
    return false;
  }
  const auto& obstacles = system->obstacles();
  return system->constant_force() &&
         std::all_of(obstacles.begin(), obstacles.end(), [](const auto& o) { return o.flat(); });
}

std::string scene_text(const RaceRequest& r) {
  std::string out = r.problem;
  for (const auto& [key, value] : r.settings)
    out += fmt::format(" {}={}", key, to_text(value));
  return fmt::format("{} from {:g} s to {:g} s", out, r.from, r.from + r.window);
}

}  // namespace

std::vector<PeerRun> race(const RaceRequest& request,
                          const std::function<void(const PeerRun&)>& hear) {
  Problem problem = find_problem(request.problem).make(request.settings);
  if (!is_scene(problem)) {
    throw ConfigurationError(
        fmt::format("problem {}: peers take discs or balls that rotate, among half-spaces under "
                    "constant gravity, with one law of contact and none against rolling",
                    request.problem));
  }
  std::vector<Contestant> all;
  for (const double dt : request.steps) {
    for (const std::string& text : request.engines) {
      Contestant who = contestant(text, dt, problem);
      const bool twice = std::any_of(all.begin(), all.end(), [&](const Contestant& c) {
        return c.engine == who.engine && c.settings == who.settings && c.dt == who.dt;
      });
      if (!twice) all.push_back(std::move(who));
    }
  }
  go_on_to(request.from, *std::min_element(request.steps.begin(), request.steps.end()), problem);
  std::vector<PeerRun> out, rows(all.size());
  for (int repeat = 0; repeat <= request.repeats; ++repeat) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      PeerRun& row = rows[k];
      if (repeat > 0 && row.status != RowStatus::passed) continue;
      row.scene = scene_text(request);
      row.engine = all[k].engine;
      row.settings = all[k].settings;
      row.deviations = deviations_of(all[k], problem);
      row.dt = all[k].dt;
      row.repeat = repeat;
      if (all[k].refusal) {
        row.status = RowStatus::not_applicable;
        row.reason = *all[k].refusal;
      } else {
        run_once(all[k], problem, request, row);
      }
      out.push_back(row);
      hear(row);
    }
  }
  return out;
}

}  // namespace impactbench
