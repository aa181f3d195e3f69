#pragma once

#include "reports/paper/printed_match.hpp"
#include "reports/paper/recipe_book.hpp"

#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// Known reasons of differences from printed values ([[reason]] of errata.toml): the first of the
/// reasons that refer to a value.
class KnownReasons {
 public:
  /// Throws ConfigurationError with file:line:column on errors.
  KnownReasons(DataTable& file, std::span<const PublishedValue> printed);
  KnownReasons() = default;

  /// The reason; empty if none is known.
  [[nodiscard]] std::string of(const PublishedValue& printed) const;

 private:
  struct One {
    PrintedPart of;
    std::string text;
  };
  std::vector<One> all_;
};

}  // namespace impactbench
