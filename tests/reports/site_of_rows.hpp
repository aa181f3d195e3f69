#pragma once

#include "reports/site/site.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The pages of those rows and of no others.
inline void write_site(const std::string& folder, const std::vector<Row>& rows) {
  std::vector<std::string> keys;
  for (const Row& row : rows)
    keys.push_back(row.key);
  Site site(folder, keys);
  for (const Row& row : rows)
    site.add(row);
  site.write({});
}

}  // namespace impactbench
