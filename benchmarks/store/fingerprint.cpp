#include "benchmarks/store/fingerprint.hpp"

#include "benchmarks/extension/plugin/load.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>
#include <Eigen/Core>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace impactbench {
namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

/// Asks whatever BLAS is loaded, without its headers.
std::string blas(const char* function) {
  using Ask = char* (*)();
  // NOLINTNEXTLINE: dlsym has no other way to give a function
  const auto ask = reinterpret_cast<Ask>(dlsym(RTLD_DEFAULT, function));
  return ask != nullptr ? ask() : "unknown";
}

#if defined(__clang__)
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "gcc " __VERSION__;
#endif

std::map<std::string, std::string> look() {
  utsname system{};
  uname(&system);
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "unset");
  };
  return {{"cpu", cpu_model()},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"kernel", fmt::format("{} {}", system.sysname, system.release)},
          {"machine", system.machine},
          {"host", system.nodename},
          {"compiler", compiler},
          {"libraries", IMPACTBENCH_LIBRARIES},
          {"libc", gnu_get_libc_version()},
          {"build_type", IMPACTBENCH_BUILD_TYPE},
          {"flags", IMPACTBENCH_FLAGS " -ffp-contract=off"},
          {"eigen",
           fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"blas", blas("openblas_get_config")},
          {"blas_core", blas("openblas_get_corename")},
          {"blas_threads", variable("OPENBLAS_NUM_THREADS")}};
}

}  // namespace

const std::map<std::string, std::string>& environment() {
  static const std::map<std::string, std::string> facts = look();
  return facts;
}

const std::string& revision() {
  static const std::string text =
#include "revision.inc"
      ;
  return text;
}

const std::string& build_id() {
  static const std::string id = [] {
    std::string text;
    // Facts that the numbers can depend on; not host, kernel or the number of cores.
    for (const char* key :
         {"compiler", "build_type", "flags", "eigen", "libraries", "libc", "blas", "blas_core"}) {
      text += environment().at(key) + '\n';
    }
    return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
  }();
  return id;
}

std::string plugins_of(const Cell& cell) {
  std::string out;
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    const bool used = plugin_of("problem", cell.problem) == &plugin ||
                      plugin_of("scheme", cell.scheme) == &plugin ||
                      plugin_of("solver", cell.solver) == &plugin;
    if (used) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", plugin.file, plugin.hash);
  }
  return out;
}

std::string build_id(const Cell& cell) {
  const std::string plugins = plugins_of(cell);
  if (plugins.empty()) return build_id();
  const std::string text = build_id() + '\n' + plugins;
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

std::map<std::string, std::string> environment(const Cell& cell) {
  std::map<std::string, std::string> out = environment();
  if (std::string plugins = plugins_of(cell); !plugins.empty()) out["plugins"] = plugins;
  return out;
}

}  // namespace impactbench
