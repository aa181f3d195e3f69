#include "problems/files/toml_file.hpp"

#include "problems/base/error.hpp"

namespace impactbench {
namespace {

std::string place(const std::string& file, const toml::source_region& source) {
  return file + ':' + std::to_string(source.begin.line) + ':' + std::to_string(source.begin.column);
}

}  // namespace

std::string place_of(const std::string& file, const toml::node& node) {
  return place(file, node.source());
}

void refuse_at(const std::string& file, const toml::node& node, const std::string& sentence) {
  throw ConfigurationError(place_of(file, node) + ": " + sentence);
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& e) {
    const bool dotted = e.description().find("dotted") != std::string_view::npos;
    throw ConfigurationError(place(file, e.source()) +
                             ": not TOML: " + std::string(e.description()) +
                             (dotted ? "; write a key with a dot in quotes" : ""));
  }
}

}  // namespace impactbench
