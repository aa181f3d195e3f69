#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/base/fields.hpp"

#include <string>
#include <string_view>

namespace impactbench {

/// The problem and the scheme of a cell that is one solve of a contact problem in a file: they are
/// in no catalogue, as there is no time step.
inline constexpr std::string_view contact_file = "contact_file", one_solve = "solve";

[[nodiscard]] inline bool is_solve(const Cell& cell) {
  return cell.problem == contact_file;
}

/// Settings of the problem contact_file.
struct ContactFileSettings {
  std::string file{"none"};
  std::string data{"factors"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"file", "-", "HDF5 file of the FCLIB format"}, self.file, FileOr{"none"});
    f(Field{"data", "-",
            "form of W for solvers: factors, as in files of ours, or delassus, the entries alone, "
            "which all must convert to their own form"},
      self.data, OneOf{"factors", "delassus"});
  }
};

/// Settings of the scheme solve.
struct SolveSettings {
  double residual{1e-8};
  bool sweep{true};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"residual", "-",
            "natural residual to reach, in the file's velocity unit (of a file that is not ours: "
            "its largest |q_n|, or |q| where those are rounding)"},
      self.residual, Range::positive());
    f(Field{"sweep", "-",
            "the solver's own tolerance is tightened or loosened tenfold until the loosest is "
            "found that meets the residual; not if the settings give it"},
      self.sweep);
  }
};

/// The target residual of a solve. Throws ConfigurationError if its row has none.
[[nodiscard]] inline double wanted_residual(const Cell& cell) {
  return parse<SolveSettings>(cell.scheme_parameters, "scheme solve").residual;
}

/// The path of its problem.
[[nodiscard]] inline std::string file_of(const Cell& cell) {
  const auto file = cell.problem_parameters.find("file");
  return file == cell.problem_parameters.end() ? "" : to_text(file->second);
}

/// The settings of its solver that differ from the defaults of a solve.
[[nodiscard]] ParameterSet given_settings(const Cell& cell);

/// The name of the solver of a solve for readers, with the given settings: "nlgs", "apgd
/// jacobi=false"; a method of a library is always included, "siconos:nsgs".
[[nodiscard]] std::string solver_label(const Cell& cell);

}  // namespace impactbench
