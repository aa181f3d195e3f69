#include "benchmarks/matrix/run_observers.hpp"

#include "benchmarks/matrix/judged_by.hpp"
#include "benchmarks/trajectories/motion_tables.hpp"
#include "problems/files/scene.hpp"
#include "reference/yardsticks/frames.hpp"
#include "reference/yardsticks/meter.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace impactbench {
namespace {

/// The yardsticks.
class Yardsticks final : public RunObserver {
 public:
  Yardsticks(const Problem& problem, const SchemeClaims& claims, std::optional<Truth> truth,
             double h, std::int64_t steps)
      : meter_(problem, claims.contact, std::move(truth), h, steps, claims.step, claims.motion,
               claims.set),
        problem_(problem),
        claims_(claims),
        h_(h) {}

  void after_step(const SeenStep& step) override {
    meter_.after_step(step.before, step.after, step.problem, step.impulses, step.recorded);
    time_ = static_cast<double>(step.after.step) * h_;
  }
  [[nodiscard]] std::string objection() const override {
    if (!meter_.blown_up()) return "";
    return fmt::format("at t = {:.6g} s: energy blow-up", time_);
  }
  void finish(Row& row, std::map<std::string, double>& quantities) override {
    Measurements measured = meter_.finish();
    quantities.merge(measured.quantities);
    for (const std::string& name : measured.not_finite)
      quantities[name] = std::numeric_limits<double>::quiet_NaN();
    row.series = std::move(measured.series);
    if (row.status == RowStatus::stopped) return;
    const auto contacts = row.series.find("contacts");
    row.judged_by = judged_by(problem_, claims_, meter_.truth(),
                              contacts == row.series.end() ? Series{} : contacts->second);
  }
  [[nodiscard]] Meter& meter() { return meter_; }

 private:
  Meter meter_;
  const Problem& problem_;
  const SchemeClaims& claims_;
  double h_, time_{0.0};
};

/// The instants that a row keeps.
class Frames final : public RunObserver {
 public:
  Frames(const Cell& cell, const Problem& problem, const SchemeClaims& claims, double h,
         std::int64_t steps)
      : recorder_(*problem.system, claims.contact, h, steps, cell.frames) {
    recorder_.record(problem.initial, nullptr, {}, nullptr);
  }
  void after_step(const SeenStep& step) override {
    recorder_.record(step.after, step.problem, step.impulses, step.recorded);
  }
  void finish(Row& row, std::map<std::string, double>&) override {
    row.frames = recorder_.frames();
  }

 private:
  FrameRecorder recorder_;
};

/// Adds what makes each state of the trajectory a scene, or a sentence why that is impossible.
TrajectoryRequest with_scene(TrajectoryRequest request, const Problem& problem) {
  if (const auto refusal = no_scene(problem)) {
    request.facts["no_scene"] = *refusal;
    return request;
  }
  Scene scene = scene_of(problem);
  scene.bodies = {};
  request.facts["scene"] = scene_text(scene);
  return request;
}

/// The trajectory in a file.
class Trajectory final : public RunObserver {
 public:
  Trajectory(const TrajectoryRequest& request, const Problem& problem, const SchemeClaims& claims,
             double h, std::int64_t steps)
      : recorder_(with_scene(request, problem), *problem.system, problem.initial, claims.contact, h,
                  steps) {
    recorder_.record(problem.initial, nullptr, {}, nullptr);
  }
  void after_step(const SeenStep& step) override {
    recorder_.record(step.after, step.problem, step.impulses, step.recorded);
  }
  void finish(Row&, std::map<std::string, double>&) override { recorder_.finish(); }

 private:
  TrajectoryRecorder recorder_;
};

/// Tables of states and impacts beside the trajectory, with its name.
class Tables final : public RunObserver {
 public:
  Tables(const TrajectoryRequest& request, const Problem& problem, Meter& meter, double h,
         std::int64_t steps)
      : request_(request), problem_(problem), meter_(meter), states_(request.at, h, steps) {
    (void)meter_.keep_impacts();
    states_.after_step(problem.initial);
  }
  void after_step(const SeenStep& step) override { states_.after_step(step.after); }
  void finish(Row&, std::map<std::string, double>&) override {
    const std::string path = request_.path.substr(0, request_.path.rfind(".h5"));
    if (!request_.at.empty()) write_states(path, problem_, states_.kept());
    if (round_system(*problem_.system) != nullptr) write_impacts(path, problem_, meter_.impacts());
  }

 private:
  const TrajectoryRequest& request_;
  const Problem& problem_;
  Meter& meter_;
  StateKeeper states_;
};

}  // namespace

std::vector<std::unique_ptr<RunObserver>> make_observers(
    const Cell& cell, const Problem& problem, const SchemeClaims& claims,
    std::optional<Truth> truth, double h, std::int64_t steps,
    const std::optional<TrajectoryRequest>& trajectory) {
  std::vector<std::unique_ptr<RunObserver>> out;
  auto yardsticks = std::make_unique<Yardsticks>(problem, claims, std::move(truth), h, steps);
  if (cell.frames > 0) out.push_back(std::make_unique<Frames>(cell, problem, claims, h, steps));
  if (trajectory)
    out.push_back(std::make_unique<Trajectory>(*trajectory, problem, claims, h, steps));
  if (trajectory && trajectory->tables)
    out.push_back(std::make_unique<Tables>(*trajectory, problem, yardsticks->meter(), h, steps));
  out.push_back(std::move(yardsticks));
  return out;
}

}  // namespace impactbench
