#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// One printed value of a paper.
struct PublishedValue {
  std::string table;  ///< "4.11"
  std::string problem, scheme;
  std::optional<double> alpha;
  std::string solver;             ///< as printed, may be empty
  std::string dt;                 ///< as printed ("1e-4"), may be empty
  std::string penalty_kind;       ///< "R", "c_nu" or empty
  std::optional<double> penalty;  ///< value of R or c_nu
  std::optional<double> c_tau, mu, eps;
  std::string quantity;
  std::optional<double> value;  ///< absent: empty (gray) cell
  std::string digits;           ///< the number as printed, "2.2756e-1"
  std::string unit, note;
  std::string suspect;                           ///< why the cell is doubted; empty if it is not
  std::string suspect_grade;                     ///< confirmed, likely, possible, info or empty
  std::string suspect_digits;                    ///< what it probably should read, empty if unknown
  std::optional<double> suspect_value;           ///< the same as a number
  std::map<std::string, std::string> columns{};  ///< all cells of its line, further ones too
  std::string place{};                           ///< "file:line"
};

/// The folder of the tables: IMPACTBENCH_PUBLISHED, else the one that is installed with the
/// program, else the source tree's reference/published.
[[nodiscard]] std::string published_folder();

/// Tables of one source ("nguyen2024") in the data folder, in order ("4.1", "4.2", ..; "3"
/// for a file tab3.csv); throws ConfigurationError on an unknown source, naming the known
/// ones.
[[nodiscard]] std::vector<std::string> published_tables(const std::string& source);

/// Reads table "4.11" from `<data folder>/<source>/tab4_11.csv`; throws ConfigurationError if there
/// is none, naming the existing tables.
[[nodiscard]] std::vector<PublishedValue> read_published(const std::string& source,
                                                         const std::string& table);

/// Whether `ours` agrees with every printed digit, truncated or rounded at the last one. A print
/// without sign is compared with |ours|. NaN never agrees.
[[nodiscard]] bool agrees_with_print(double ours, const std::string& digits);

}  // namespace impactbench
