#pragma once

#include "reports/paper/printed_match.hpp"
#include "reports/paper/recipe_book.hpp"

#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// Why printed values that we do not meet differ, where this is known ([[reason]] of errata.toml):
/// of the reasons that are about a value the first.
class KnownReasons {
 public:
  /// Throws ConfigurationError with file:line:column where something is wrong.
  KnownReasons(DataTable& file, std::span<const PublishedValue> printed);
  KnownReasons() = default;

  /// Empty where none is known.
  [[nodiscard]] std::string of(const PublishedValue& printed) const;

 private:
  struct One {
    PrintedPart of;
    std::string text;
  };
  std::vector<One> all_;
};

}  // namespace impactbench
