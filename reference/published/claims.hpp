#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// A statement of a paper in one sentence, with the runs and the test that check it.
struct PublishedClaim {
  std::string source;  ///< "nguyen2024"
  std::string id;      ///< "4.7.3"
  std::string where;   ///< in the source: "remark 4.7"
  std::string claim;
  std::string
      runs;  ///< that it is about; empty if none of ours is (format: reports/paper/claim.hpp)
  std::string test;   ///< what these must show; without runs, why there are none
  std::string place;  ///< "file:line"
};

/// The claims of `<data folder>/<source>/claims.csv`, in order; none if there is no such file.
/// Throws ConfigurationError naming file and line.
[[nodiscard]] std::vector<PublishedClaim> read_claims(const std::string& source);

/// Reads the claims of one file.
[[nodiscard]] std::vector<PublishedClaim> read_claims_file(const std::string& source,
                                                           const std::string& path);

}  // namespace impactbench
