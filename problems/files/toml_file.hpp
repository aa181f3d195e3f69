#pragma once

// In debug builds the parser asserts on some malformed input that it otherwise reports.
#define TOML_ASSERT(x) ((void)0)
#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace impactbench {

/// Where a piece of a TOML file is written, for sentences: "FILE:line:column".
[[nodiscard]] std::string place_of(const std::string& file, const toml::node& node);

/// Throws ConfigurationError with the sentence behind that place.
[[noreturn]] void refuse_at(const std::string& file, const toml::node& node,
                            const std::string& sentence);

/// The table of a whole text; `file` names it in sentences. Throws ConfigurationError with the
/// place where it is no TOML.
[[nodiscard]] toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace impactbench
