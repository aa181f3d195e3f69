#include "benchmarks/extension/scaffold/scaffold.hpp"

#include "benchmarks/extension/scaffold/templates.hpp"
#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace impactbench {
namespace {

const Template& template_of(const std::string& kind, bool python) {
  for (const Template& one : templates()) {
    if (one.kind == kind && one.python == python) return one;
  }
  throw ConfigurationError(
      python
          ? fmt::format("there is no kind '{}' in Python; known: problem, scheme, solver", kind)
          : fmt::format("there is no kind '{}'; known: problem, scheme, solver, regression", kind));
}

void refuse_name(const std::string& name) {
  static const std::array words{
      "and",    "auto",  "bool",   "break", "case",  "char",    "class",  "const", "do",
      "double", "else",  "enum",   "false", "float", "for",     "goto",   "if",    "int",
      "long",   "new",   "not",    "or",    "short", "this",    "true",   "union", "using",
      "void",   "while", "detail", "entry", "std",   "testing", "return", "switch"};
  const auto small = [](char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0 ||
           std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const bool well = !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 &&
                    std::all_of(name.begin(), name.end(), small) &&
                    std::find(words.begin(), words.end(), name) == words.end();
  if (well) return;
  throw ConfigurationError(fmt::format(
      "'{}' cannot be the name of a module: it names a folder and a C++ namespace, so it "
      "must be small letters, digits and _, begin with a letter and not be a C++ keyword",
      name));
}

std::string filled(std::string_view given, std::string_view mark, const std::string& value) {
  std::string text(given);
  for (std::size_t at = text.find(mark); at != std::string::npos;
       at = text.find(mark, at + value.size()))
    text.replace(at, mark.size(), value);
  return text;
}

}  // namespace

std::vector<std::string> write_template(const std::string& kind, const std::string& name,
                                        const std::string& folder, bool python) {
  const Template& chosen = template_of(kind, python);
  refuse_name(name);
  namespace fs = std::filesystem;
  constexpr fs::perms executable =
      fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  std::error_code failed;
  if (fs::exists(folder, failed))
    throw ConfigurationError(fmt::format("'{}' exists already; nothing is overwritten", folder));
  if (!fs::create_directories(folder, failed))
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  std::vector<std::string> files;
  for (const TemplateFile& file : chosen.files) {
    const fs::path path = folder + "/" + filled(file.path, chosen.example, name);
    fs::create_directories(path.parent_path(), failed);
    write_text_file(path, filled(file.text, chosen.example, name));
    if (file.text.starts_with("#!"))
      fs::permissions(path, executable, fs::perm_options::add, failed);
    files.push_back(path);
  }
  return files;
}

}  // namespace impactbench
