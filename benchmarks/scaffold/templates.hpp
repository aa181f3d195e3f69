#pragma once

namespace impactbench {

/// Texts of a new module. @NAME@ and @KINDS@ stand for its name and kind, @include@ for #include:
/// what a module may see is not what this folder sees.
extern const char* const module_cmake;
extern const char* const scheme_header;
extern const char* const scheme_source;
extern const char* const problem_header;
extern const char* const problem_source;
extern const char* const solver_header;
extern const char* const solver_source;

}  // namespace impactbench
