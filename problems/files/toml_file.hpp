#pragma once

// In debug builds the parser asserts on some malformed input that it otherwise reports.
#define TOML_ASSERT(x) ((void)0)
#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace impactbench {

/// The place of a node of a TOML file, for messages: "FILE:line:column".
[[nodiscard]] std::string place_of(const std::string& file, const toml::node& node);

/// Throws ConfigurationError: that place, then the sentence.
[[noreturn]] void refuse_at(const std::string& file, const toml::node& node,
                            const std::string& sentence);

/// The table of a whole text; messages call it `file`. Throws ConfigurationError with the place of
/// a syntax error.
[[nodiscard]] toml::table parse_toml(std::string_view text, const std::string& file);

}  // namespace impactbench
