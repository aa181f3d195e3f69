#include "benchmarks/extension/plugin/load.hpp"

#include "benchmarks/extension/plugin/abi.hpp"  // made by the build
#include "problems/base/error.hpp"
#include "problems/base/regular_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

namespace impactbench {
namespace {

std::vector<LoadedPlugin>& plugins() {
  static std::vector<LoadedPlugin> list;
  return list;
}

std::string bytes_of(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    throw ConfigurationError(fmt::format("plug-in '{}': there is no such file", path));
  auto bytes = read_regular_file(path);
  if (!bytes) throw ConfigurationError(fmt::format("plug-in '{}' cannot be read", path));
  return *std::move(bytes);
}

/// Compares the versions that the library was compiled with before any of its code runs: a
/// different layout could only crash.
void refuse_other_abi(const std::string& path, const std::string& bytes) {
  const std::string_view ours = IMPACTBENCH_PLUGIN_ABI;
  const std::size_t at = bytes.find(IMPACTBENCH_PLUGIN_MARK);
  if (at == std::string::npos) {
    throw ConfigurationError(
        fmt::format("'{}' is not a plug-in: it must be made by impactbench_plugin() of the CMake "
                    "package impactbench",
                    path));
  }
  const std::string_view theirs(bytes.c_str() + at);
  if (theirs == ours) return;
  constexpr std::size_t mark = sizeof(IMPACTBENCH_PLUGIN_MARK) - 1;
  throw ConfigurationError(
      fmt::format("plug-in '{}' was built for impactbench {}; this is impactbench {}: build it "
                  "again with the package of this program",
                  path, theirs.substr(mark), ours.substr(mark)));
}

template <class Entry>
void list_modules(const char* kind, const std::vector<Entry>& entries, LoadedPlugin& plugin) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (const Entry& entry : entries) {
    if (entry.name.empty() || !std::all_of(entry.name.begin(), entry.name.end(), plain))
      throw ConfigurationError(
          fmt::format("plug-in '{}' brings a {} '{}': a name must be of letters, digits and _",
                      plugin.file, kind, entry.name));
  }
  for (const Entry& entry : entries)
    plugin.modules.push_back(fmt::format("{} {}", kind, entry.name));
}

/// These facts show that a file is still the same one.
struct Identity {
  dev_t device{};
  ino_t inode{};
  off_t size{};
  timespec changed{};

  explicit Identity(const std::string& path) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) return;
    device = facts.st_dev, inode = facts.st_ino, size = facts.st_size, changed = facts.st_ctim;
  }
  [[nodiscard]] bool operator==(const Identity& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           changed.tv_sec == other.changed.tv_sec && changed.tv_nsec == other.changed.tv_nsec;
  }
};

/// The absolute path of a file without links. A name without a slash is a file of the current
/// folder, and not a library that the loader finds elsewhere.
std::string real_path(const std::string& path) {
  std::error_code none;
  const std::filesystem::path out = std::filesystem::canonical(path, none);
  if (none) throw ConfigurationError(fmt::format("plug-in '{}': there is no such file", path));
  return out;
}

/// Loads a library that was compiled with the same headers. It is never closed: entries point in.
void* library_of(const std::string& path, const std::string& bytes) {
  refuse_other_abi(path, bytes);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw ConfigurationError(fmt::format("plug-in '{}' cannot be loaded: {}", path, dlerror()));
  return library;
}

void refuse_replaced(const std::string& path, const Identity& read) {
  if (!(Identity(path) == read))
    throw ConfigurationError(fmt::format("plug-in '{}' was replaced while it was loaded", path));
}

void fill_from_library(const std::string& path, const std::string& bytes, const Identity& read,
                       Plugin& tables) {
  void* library = library_of(path, bytes);
  refuse_replaced(path, read);
  // NOLINTNEXTLINE: dlsym has no other way to give a function
  const auto fill = reinterpret_cast<void (*)(Plugin&)>(dlsym(library, "impactbench_plugin"));
  if (fill == nullptr)
    throw ConfigurationError(fmt::format("plug-in '{}' has no function impactbench_plugin", path));
  fill(tables);
}

/// The folder of the package impactbench of Python, beside this program in its build or where both
/// are installed.
std::filesystem::path python_folder() {
  const auto above = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  const auto built = above / "python";
  return std::filesystem::exists(built / "impactbench") ? built
                                                        : above / "lib/python3/dist-packages";
}

/// Returns all that results depend on beside the program, as text.
std::string fill_from_python(const std::string& path, Plugin& tables) {
  const std::filesystem::path folder = python_folder();
  const std::string bridge = folder / "impactbench" / "bridge.so";
  if (!std::filesystem::exists(bridge)) {
    throw ConfigurationError(
        fmt::format("plug-in '{}' is written in Python, and this impactbench was built without its "
                    "bridge: build the target impactbench_python_bridge, which needs the packages "
                    "pybind11-dev, python3-dev and python3-numpy",
                    path));
  }
  void* library = library_of(bridge, bytes_of(bridge));
  // NOLINTNEXTLINE: dlsym has no other way to give a function
  const auto fill = reinterpret_cast<void (*)(const char*, const char*, Plugin&, std::string&)>(
      dlsym(library, "impactbench_python_plugin"));
  if (fill == nullptr)
    throw ConfigurationError(fmt::format("'{}' is not a bridge to Python", bridge));
  std::string sources;
  fill(path.c_str(), folder.c_str(), tables, sources);
  return sources;
}

LoadedPlugin load(const std::string& given) {
  const std::string path = real_path(given);
  const Identity read(path);
  std::string bytes = bytes_of(path);
  LoadedPlugin out{std::filesystem::path(path).filename(), {}, {}, {}};
  if (path.ends_with(".py")) {
    bytes += fill_from_python(path, out.tables);
    refuse_replaced(path, read);
  } else {
    fill_from_library(path, bytes, read, out.tables);
  }
  out.hash = fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
  list_modules("problem", out.tables.problems, out);
  list_modules("scheme", out.tables.schemes, out);
  list_modules("solver", out.tables.solvers, out);
  list_modules("reference", out.tables.references, out);
  return out;
}

template <class Entry>
std::vector<Entry> merged(std::vector<Entry> ours, std::vector<Entry> Plugin::*list,
                          const char* kind) {
  if (plugins().empty()) return ours;
  for (const LoadedPlugin& plugin : plugins()) {
    for (const Entry& entry : plugin.tables.*list) {
      const bool taken = std::any_of(ours.begin(), ours.end(),
                                     [&](const Entry& e) { return e.name == entry.name; });
      if (taken) {
        throw ConfigurationError(
            fmt::format("plug-in '{}' brings a {} '{}', a name that the catalogue has already",
                        plugin.file, kind, entry.name));
      }
      ours.push_back(entry);
    }
  }
  std::sort(ours.begin(), ours.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return ours;
}

void add_to_variable(const std::string& file) {
  if (file.empty()) throw ConfigurationError("--plugin needs the file of a plug-in");
  const char* before = std::getenv(plugin_variable);
  const std::string path = std::filesystem::absolute(file);
  if (path.find(':') != std::string::npos)
    throw ConfigurationError(fmt::format(
        "plug-in '{}': its path must have no colon, which stands between plug-ins in {}", path,
        plugin_variable));
  const bool first = before == nullptr || *before == '\0';
  setenv(plugin_variable, (first ? path : std::string(before) + ':' + path).c_str(), 1);
}

}  // namespace

void extract_plugin_options(int& argc, char** argv) {
  int kept = 1;
  bool options = true;
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    options = options && word != "--";
    if (options && word == "--plugin") {
      add_to_variable(k + 1 < argc ? argv[++k] : "");
    } else if (options && word.starts_with("--plugin=")) {
      add_to_variable(std::string(word.substr(9)));
    } else {
      argv[kept++] = argv[k];
    }
  }
  argv[argc = kept] = nullptr;
}

void load_plugins() {
  const char* variable = std::getenv(plugin_variable);
  std::istringstream paths(variable != nullptr ? variable : "");
  std::vector<std::string> seen;
  for (std::string path; std::getline(paths, path, ':');) {
    if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    seen.push_back(path);
    plugins().push_back(load(path));
  }
  if (plugins().empty()) return;
  // Made now, so that a name that is taken is refused before anything is run.
  (void)problem_catalogue();
  (void)scheme_catalogue();
  (void)solver_catalogue();
  (void)reference_catalogue();
}

std::span<const LoadedPlugin> loaded_plugins() {
  return plugins();
}

const LoadedPlugin* plugin_of(std::string_view kind, std::string_view name) {
  const std::string module = fmt::format("{} {}", kind, name);
  for (const LoadedPlugin& plugin : plugins()) {
    if (std::find(plugin.modules.begin(), plugin.modules.end(), module) != plugin.modules.end())
      return &plugin;
  }
  return nullptr;
}

std::vector<ProblemEntry> with_plugins(std::vector<ProblemEntry> ours) {
  return merged(std::move(ours), &Plugin::problems, "problem");
}
std::vector<SchemeEntry> with_plugins(std::vector<SchemeEntry> ours) {
  return merged(std::move(ours), &Plugin::schemes, "scheme");
}
std::vector<SolverEntry> with_plugins(std::vector<SolverEntry> ours) {
  return merged(std::move(ours), &Plugin::solvers, "solver");
}
std::vector<ReferenceEntry> with_plugins(std::vector<ReferenceEntry> ours) {
  return merged(std::move(ours), &Plugin::references, "reference");
}

}  // namespace impactbench
