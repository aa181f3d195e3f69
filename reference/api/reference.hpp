#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"

#include <Eigen/Core>

#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

enum class Provenance { closed_form, published_value, computed_two_ways, computed_once };

[[nodiscard]] constexpr std::string_view to_text(Provenance p) {
  switch (p) {
    case Provenance::closed_form:
      return "closed form";
    case Provenance::published_value:
      return "published value";
    case Provenance::computed_two_ways:
      return "computed two ways";
    case Provenance::computed_once:
      return "computed once";
  }
  return "";
}

/// One solution of a problem that has several.
struct Branch {
  std::string name;
  /// As Truth::at.
  std::function<bool(double t, Eigen::VectorXd& q, Eigen::VectorXd& v)> at;
};

/// An event of a constraint of a generalised system.
struct ConstraintEvent {
  enum class Kind {
    closes,  ///< a contact force begins to act
    opens,   ///< it ends; of a rigid impact at the same instant
    stops,   ///< slip along it ends or turns
    starts,  ///< slip begins, the other way where it turned
  };
  double time;  ///< [s]
  Eigen::Index constraint;
  Kind kind;
};

/// A periodic motion up to a drift: a cycle ends where the observable `phase` rises through
/// `level`, and the observable `drift` changes.
struct Cycle {
  std::string phase;
  double level{0.0};
  std::string drift;
};

/// The reference solution of one run. A part that is unknown is absent.
struct Truth {
  std::string source;  ///< name of the reference module, bibliography key or recipe
  Provenance provenance{Provenance::computed_once};
  double uncertainty{0.0};  ///< bound on its own error in position [m]
  double growth{1.0};       ///< how much a small error at the start grows over what `at` covers [-]
  /// Writes positions and velocities at time t; returns false outside the interval it covers (it
  /// never extrapolates). Null if no trajectory is known. Right limits at an impact.
  std::function<bool(double t, Eigen::VectorXd& q, Eigen::VectorXd& v)> at;
  /// The known solutions, in a fixed order, if they are not unique; `at` is then null.
  std::vector<Branch> branches;
  std::vector<double> event_times;  ///< beginnings of impacts within the horizon [s]
  std::vector<double> corners{};    ///< further times at which a velocity has a kink [s]
  /// For a set whose normals do not turn (sweeping_system.hpp), or that is rough in time: the order
  /// to which its places at the ends of steps determine it. No scheme that uses only these has
  /// more.
  std::optional<double> sampling_order{};
  /// All events of constraints within the horizon, in the order of time; empty if they are not
  /// known.
  std::vector<ConstraintEvent> constraint_events{};
  /// The cycle that the motion settles to, where there is one.
  std::optional<Cycle> cycle{};
  /// Exact histories of the problem's observables, by name; NaN at times outside of their range.
  std::map<std::string, std::function<double(double t)>> histories;
  /// Scalars by the name of the measured quantity ("penetration_relative", ...), each the limit dt
  /// -> 0.
  std::map<std::string, double> scalars;
  /// Distribution functions of random motion, by the names of excursion_meter.hpp.
  std::map<std::string, std::function<double(double x)>> laws;
};

/// One catalogue entry of reference/exact and reference/computed.
struct ReferenceEntry {
  std::string_view name;
  std::string_view summary;  ///< one sentence
  std::string_view source;   ///< bibliography key, or the recipe
  Provenance provenance;
  /// The truth of `problem` for rigid contact (`contact` absent) or for that compliance; nothing if
  /// this reference does not cover the case.
  std::optional<Truth> (*truth)(const Problem& problem, const ContactModel& contact);
  bool takes_laws{false};             ///< covers contacts whose laws differ (MaterialLaws)
  bool takes_moving_surfaces{false};  ///< covers obstacles whose surfaces move (Obstacle)
  bool takes_torques{false};          ///< covers friction against rolling and twisting
  bool takes_static_friction{false};  ///< covers more friction at rest than in slip
};

/// All references in alphabetical order (generated from the folders).
[[nodiscard]] std::span<const ReferenceEntry> reference_catalogue();

inline std::ostream& operator<<(std::ostream& out, const ReferenceEntry& entry) {
  return out << entry.name;
}

}  // namespace impactbench
