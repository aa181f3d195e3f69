#pragma once

#include <string>

namespace impactbench {

/// The page of a cell beside the overview, by the key of its row: "cells/0123456789abcdef.html".
[[nodiscard]] std::string cell_page_file(const std::string& key);

/// The overview, showing only the cells whose problem, scheme and settings have all these words.
[[nodiscard]] std::string cells_with(const std::string& words);

}  // namespace impactbench
