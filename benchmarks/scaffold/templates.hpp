#pragma once

#include <string_view>
#include <vector>

namespace impactbench {

/// One file of a module that `impactbench new` writes: the tested example of templates/, in which
/// the name of the example stands for that of the new module.
struct TemplateFile {
  std::string_view name;  ///< behind the name of the module, such as ".hpp"
  std::string_view text;
};

struct Template {
  std::string_view kind;     ///< problem, scheme or solver
  bool python;               ///< else C++
  std::string_view example;  ///< the name that is replaced
  std::vector<TemplateFile> files;
};

[[nodiscard]] const std::vector<Template>& templates();

/// The CMake file of a module in C++, with @NAME@ and @KINDS@ (SCHEMES).
extern const char* const module_cmake;

}  // namespace impactbench
