#include "benchmarks/scaffold/scaffold.hpp"

#include "benchmarks/scaffold/templates.hpp"
#include "benchmarks/files/output.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace impactbench {
namespace {

struct Kind {
  std::string_view name;
  const char* header;
  const char* source;
};

const Kind& kind_of(const std::string& name) {
  static const std::array kinds{Kind{"problem", problem_header, problem_source},
                                Kind{"scheme", scheme_header, scheme_source},
                                Kind{"solver", solver_header, solver_source}};
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind;
  }
  throw ConfigurationError(
      fmt::format("there is no kind '{}' of module; known: problem, scheme, solver", name));
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
      "must be small letters, digits and _, begin with a letter and be no C++ keyword",
      name));
}

std::string filled(std::string text, const std::string& mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
    text.replace(at, mark.size(), value);
  return text;
}

}  // namespace

std::vector<std::string> write_module(const std::string& kind, const std::string& name,
                                      const std::string& folder) {
  const Kind& chosen = kind_of(kind);
  refuse_name(name);
  namespace fs = std::filesystem;
  std::error_code failed;
  if (fs::exists(folder, failed))
    throw ConfigurationError(fmt::format("'{}' exists already; nothing is overwritten", folder));
  if (!fs::create_directories(folder, failed))
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", folder, failed.message()));
  std::vector<std::string> files;
  const auto write = [&](const std::string& file, const char* text) {
    const std::string path = folder + "/" + file;
    std::string upper = kind;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    write_text_file(path, filled(filled(filled(text, "@NAME@", name), "@KINDS@", upper + "S"),
                                 "@include@", "#include"));
    files.push_back(path);
  };
  write("CMakeLists.txt", module_cmake);
  write(name + ".hpp", chosen.header);
  write(name + ".cpp", chosen.source);
  return files;
}

}  // namespace impactbench
