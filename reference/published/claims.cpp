#include "reference/published/claims.hpp"

#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "reference/published/table.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <set>

namespace impactbench {

std::vector<PublishedClaim> read_claims(const std::string& source) {
  const auto path = std::filesystem::path(published_folder()) / source / "claims.csv";
  if (!std::filesystem::exists(path)) return {};
  return read_claims_file(source, path.string());
}

std::vector<PublishedClaim> read_claims_file(const std::string& source, const std::string& path) {
  constexpr std::array columns{"id", "where", "claim", "runs", "test"};
  std::vector<PublishedClaim> out;
  std::set<std::string> known;
  for (const CsvLine& line : read_csv(path, columns)) {
    const auto cell = [&](const char* name) { return line.cells.at(name); };
    out.push_back(
        {source, cell("id"), cell("where"), cell("claim"), cell("runs"), cell("test"), line.where});
    const PublishedClaim& claim = out.back();
    if (claim.id.empty() || claim.claim.empty() || claim.test.empty()) {
      throw ConfigurationError(
          fmt::format("{}: a claim needs an id, a sentence and a test", line.where));
    }
    if (!known.insert(claim.id).second) {
      throw ConfigurationError(fmt::format("{}: claim '{}' occurs twice", line.where, claim.id));
    }
  }
  return out;
}

}  // namespace impactbench
