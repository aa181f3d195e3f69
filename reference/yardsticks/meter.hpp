#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/set_step.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/energy_budget.hpp"
#include "reference/yardsticks/impact_list.hpp"
#include "reference/yardsticks/series.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// All that is measured of one run. Absent quantities are absent keys; no value is NaN or infinite.
struct Measurements {
  std::map<std::string, double> quantities;
  std::map<std::string, Series> series;
  /// Quantities whose value is NaN or infinite; they are not among the others.
  std::vector<std::string> not_finite;
};

/// Applies all yardsticks to a run, step by step, from states alone. It detects contacts itself.
/// quantities.hpp lists all that it writes; quantities without meaning for a run are absent:
/// relative ones if the reference value is zero, energies except the kinetic one if the external
/// force varies in time, momentum if gravity or a wall acts, midpoint penetration for compliant
/// schemes, errors if no truth is known, contacts of elastic bodies. The total energy includes that
/// stored in bodies.
class Meter {
 public:
  /// `contact` as the scheme claims it; `h` > 0 [s]; `steps` >= 1.
  /// `step`, `motion` and `set`: the laws of contact, of motion and of moving sets that it states.
  Meter(const Problem& problem, const ContactModel& contact, std::optional<Truth> truth, double h,
        std::int64_t steps, const std::optional<ContactStep>& step = std::nullopt,
        const std::optional<MotionStep>& motion = std::nullopt,
        const std::optional<SetStep>& set = std::nullopt);
  ~Meter();
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  /// State before the step, after it, the contact problem of the step if the scheme posed one (else
  /// null and empty), and the impulses of its contacts if it records them.
  void after_step(const State& before, const State& after, const ContactProblem* contact_problem,
                  std::span<const double> impulses, const ContactImpulses* recorded = nullptr);

  /// True once the kinetic energy exceeds 1e6 times the scale of the initial energies (including
  /// the possible work of a force that varies in time), or a number is not finite: further
  /// measurements would be meaningless.
  [[nodiscard]] bool blown_up() const;

  [[nodiscard]] const std::optional<Truth>& truth() const;

  /// The budget of energy so far; includes the work of every contact if requested from the start.
  [[nodiscard]] EnergyBudget& budget();

  /// From now on keeps the impacts of round bodies; false if there are no round bodies.
  bool keep_impacts();
  [[nodiscard]] std::vector<Impact> impacts() const;

  [[nodiscard]] Measurements finish() const;

 private:
  void write_velocities(std::map<std::string, double>& quantities) const;
  void write_restitution(std::map<std::string, double>& quantities) const;

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace impactbench
