#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The role of a line on a theorem.
enum class TheoremRole {
  theorem,    ///< the statement: it must hold
  sharp,      ///< with a part of its constant: it must fail, or the constant could be smaller
  control,    ///< on sets without its hypothesis: it must fail, or the hypothesis is not needed
  print,      ///< as it is printed, where that is wrong: it must fail
  corrected,  ///< as it should read: it must hold
  untested,   ///< there is nothing that numbers could decide; the line says why
};
[[nodiscard]] std::string_view to_text(TheoremRole role);
/// Whether it is a theorem or corrected.
[[nodiscard]] bool must_hold(TheoremRole role);

/// A statement of a source on sets and distances, and the check that tests it numerically.
struct PublishedTheorem {
  std::string source;  ///< "nguyen2024"
  std::string number;  ///< in the source: "theorem 5.2 (b)"
  TheoremRole role{TheoremRole::theorem};
  std::string statement;          ///< as a formula; of an untested one with the reason
  std::vector<std::string> sets;  ///< families; none where the check has sets of its own
  std::string check;              ///< name (reference/theorems/check.hpp); empty if it is untested
  double times{1.0};              ///< of the constant that is proved
  std::string place;              ///< "file:line"
};

/// The lines of `<data folder>/<source>/theorems.csv`, in order; none if there is no such file.
/// Throws ConfigurationError naming file and line.
[[nodiscard]] std::vector<PublishedTheorem> read_theorems(const std::string& source);

/// Reads the lines of one file.
[[nodiscard]] std::vector<PublishedTheorem> read_theorems_file(const std::string& source,
                                                               const std::string& path);

}  // namespace impactbench
