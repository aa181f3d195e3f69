#pragma once

#include <string_view>
#include <vector>

namespace impactbench {

/// A file that `impactbench new` writes. In its path and its text the name of the tested example is
/// replaced by the new one.
struct TemplateFile {
  std::string_view path;
  std::string_view text;
};

struct Template {
  std::string_view kind;     ///< problem, scheme, solver or regression
  bool python;               ///< a module in Python; else in C++
  std::string_view example;  ///< the name that is replaced
  std::vector<TemplateFile> files;
};

[[nodiscard]] const std::vector<Template>& templates();

}  // namespace impactbench
