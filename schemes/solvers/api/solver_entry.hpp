#pragma once

#include "problems/base/fields.hpp"
#include "schemes/solvers/api/contact_solver.hpp"
#include "schemes/solvers/api/linear_solver.hpp"

#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace impactbench {

enum class SolverKind { none, linear, contact };

[[nodiscard]] constexpr std::string_view to_text(SolverKind k) {
  switch (k) {
    case SolverKind::none:
      return "none";
    case SolverKind::linear:
      return "linear";
    case SolverKind::contact:
      return "contact";
  }
  return "";
}

/// The requirements of a scheme on its solver for one problem: enough for a solver to refuse.
struct SolverTask {
  SolverKind kind{SolverKind::none};
  bool symmetric{true};  ///< linear: every matrix is symmetric positive definite
  bool friction{false};  ///< contact: rows > 1
  bool rolling{false};   ///< contact: rows = 5
};

using MakeLinear = std::unique_ptr<LinearSolver> (*)(const ParameterSet& given);
using MakeContact = std::unique_ptr<ContactSolver> (*)(const ParameterSet& given);

/// One catalogue entry of schemes/solvers/.
struct SolverEntry {
  std::string_view name;
  std::string_view summary;    ///< one sentence
  std::string_view reference;  ///< bibliography key or library and version
  ParameterFunctions parameters;
  std::variant<MakeLinear, MakeContact> make;  ///< throws ConfigurationError on bad parameters
  /// The reason in words, or nothing. The kind is compared by the caller beforehand.
  std::optional<std::string> (*refuses)(const SolverTask& task);

  [[nodiscard]] SolverKind kind() const {
    return std::holds_alternative<MakeLinear>(make) ? SolverKind::linear : SolverKind::contact;
  }
};

/// All solvers in alphabetical order (generated from the folders).
[[nodiscard]] std::span<const SolverEntry> solver_catalogue();

inline std::ostream& operator<<(std::ostream& out, const SolverEntry& entry) {
  return out << entry.name;
}

}  // namespace impactbench
