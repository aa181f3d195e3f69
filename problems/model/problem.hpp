#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

enum class BodyKind {
  round,        ///< RoundSystem
  polyhedra,    ///< PolyhedralSystem
  plane_grid,   ///< PlaneGridSystem
  generalised,  ///< GeneralisedSystem
  sweeping,     ///< SweepingSystem
};

/// Facts that a scheme or a solver may need in order to refuse a problem.
struct ProblemTraits {
  BodyKind bodies{BodyKind::round};
  int dimension{2};
  int body_count{0};
  bool rotates{true};  ///< round bodies have angles among their coordinates
  bool gravity{false};
  /// The external force varies in time or has no potential, or surfaces move: energy is not
  /// checked.
  bool driven{false};
  bool moving_surfaces{false};  ///< of obstacles, and rubbing (Obstacle)
  bool held{false};             ///< some body is fixed or loaded: momentum is no yardstick
  bool friction{false};
  bool rolling_friction{false}, twisting_friction{false};  ///< torques (ContactLaw)
  bool static_friction{false};  ///< some contact bears more at rest than in slip (ContactLaw)
  bool rotation{false};         ///< some initial spin, or friction that makes one
  double restitution{1.0};      ///< where laws differ the least of any contact [-]
  /// Contacts have different laws (MaterialLaws): `friction` and `restitution` are the extremes.
  bool laws_differ{false};
  /// The reduced mass of the lightest possible contact, with a wall or between two bodies [kg]; for
  /// constraints 1 / (grad f_a . M^-1 grad f_a) at the start.
  double smallest_reduced_mass{0.0};
  /// The start presses bodies into each other on purpose (an active compliant contact).
  bool initial_penetration{false};
  /// Bodies deform, so that waves, not an impact law, determine the rebound from a contact.
  bool elastic{false};
  /// No inertia: M dq/dt = F + contact forces, and the start has no velocity.
  bool first_order{false};
  /// Contacts remember the impulse with which they were pressed (RoundActions).
  bool gluey{false};
  double viscosity{0.0};  ///< of gluey contacts [N s]; 0: the limit
  /// For generalised systems: (grad f_a, M^-1 grad f_b) over the norms of both, in the corner of K
  /// where it is farthest from the condition of convergence: <= 0 without restitution, 0 with it.
  /// Absent where K has no corner [-].
  std::optional<double> corner{};

  friend bool operator==(const ProblemTraits&, const ProblemTraits&) = default;
};

/// The outline of a problem: enough to refuse it and to estimate the cost of a run.
struct ProblemOutline {
  ProblemTraits traits;
  double horizon{0.0};   ///< [s]
  Eigen::Index dofs{0};  ///< entries of v
};

/// A scalar function of the state that characterises the problem, for example one in its source.
struct Observable {
  std::string name;  ///< of its history and quantities in a row: small letters and _
  std::string unit, meaning;
  std::function<double(const Eigen::VectorXd& q)> value;
};

/// A problem ready to run. It knows no exact solution and no tolerance: those are in reference/.
struct Problem {
  std::string name;
  ParameterSet parameters;  ///< complete, defaults included
  std::unique_ptr<const MechanicalSystem> system;
  State initial;
  double horizon{0.0};  ///< [s]
  ProblemTraits traits;
  std::vector<Observable>
      observables{};  ///< of positions; none where the bodies speak for themselves
};

/// One catalogue entry: all that is known of a problem without making it, and `make`.
struct ProblemEntry {
  std::string_view name;
  std::string_view summary;    ///< one sentence
  std::string_view reference;  ///< bibliography key, section or table
  ParameterFunctions parameters;
  /// Throws ConfigurationError on bad parameters (unknown key, out of range, overlapping start).
  Problem (*make)(const ParameterSet& given);
  /// The outline of make(given) without its bodies, for problems that may have many, or whose start
  /// must be computed; errors that only the start can show are left to `make`. Without a sketch the
  /// problem itself is made.
  ProblemOutline (*sketch)(const ParameterSet& given){nullptr};

  /// Throws ConfigurationError on bad parameters.
  [[nodiscard]] ProblemOutline outline(const ParameterSet& given) const;
  [[nodiscard]] ProblemTraits traits(const ParameterSet& given) const {
    return outline(given).traits;
  }
};

/// All problems in alphabetical order (generated from the folders).
[[nodiscard]] std::span<const ProblemEntry> problem_catalogue();

inline std::ostream& operator<<(std::ostream& out, const ProblemEntry& entry) {
  return out << entry.name;
}

}  // namespace impactbench
