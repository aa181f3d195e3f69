// The plug-in that Python files come through: a library of its own, so that the programs do
// without Python. benchmarks/extension/plugin/load.cpp looks for its two symbols.

#include "benchmarks/extension/plugin/plugin.hpp"
#include "benchmarks/extension/plugin/abi.hpp"
#include "benchmarks/python/bridge/problem_setup.hpp"
#include "benchmarks/python/bridge/python_scheme.hpp"
#include "benchmarks/python/bridge/solver_problem.hpp"
#include "problems/base/error.hpp"

#include <dlfcn.h>
#include <pybind11/embed.h>

#include <array>
#include <utility>

namespace impactbench::python {
namespace {

/// Entries of a catalogue are plain functions; the k-th class of each kind has functions of its
/// own.
constexpr std::size_t most = 32;

enum class Kind { scheme, problem, solver };

template <Kind kind>
std::vector<Described>& modules() {
  static auto& all = *new std::vector<Described>;
  return all;
}

template <Kind kind, std::size_t k>
ParameterFunctions parameters() {
  return {[]() -> const std::vector<FieldInfo>& { return modules<kind>()[k].fields(); },
          [](const ParameterSet& given, std::string_view) {
            return modules<kind>()[k].resolve(given);
          }};
}

template <std::size_t k>
SchemeEntry scheme_entry() {
  const Described& m = modules<Kind::scheme>()[k];
  return {.name = m.name,
          .summary = m.summary,
          .reference = m.reference,
          .parameters = parameters<Kind::scheme, k>(),
          .make = [](const ParameterSet& given) {
            return make_method(modules<Kind::scheme>()[k], given);
          }};
}

template <std::size_t k>
ProblemEntry problem_entry() {
  const Described& m = modules<Kind::problem>()[k];
  return {.name = m.name,
          .summary = m.summary,
          .reference = m.reference,
          .parameters = parameters<Kind::problem, k>(),
          .make = [](const ParameterSet& given) {
            return make_problem(modules<Kind::problem>()[k], given);
          }};
}

template <std::size_t k>
SolverEntry solver_entry() {
  const Described& m = modules<Kind::solver>()[k];
  return {.name = m.name,
          .summary = m.summary,
          .reference = m.reference,
          .parameters = parameters<Kind::solver, k>(),
          .make = MakeContact{[](const ParameterSet& given) {
            return make_solver(modules<Kind::solver>()[k], given);
          }},
          .refuses = [](const SolverTask& task) {
            return solver_refuses(modules<Kind::solver>()[k], task);
          }};
}

/// Describes the classes of one kind from `first` on and appends their entries.
template <Kind kind, class Entry>
void append(const char* name, const py::list& classes, const std::array<Entry (*)(), most>& entries,
            std::vector<Entry>& out) {
  auto& all = modules<kind>();
  all.reserve(most);  // entries point into it
  for (const py::handle& type : classes) {
    if (all.size() == most)
      throw ConfigurationError("Python files bring more than 32 modules of one kind");
    all.emplace_back(name, py::reinterpret_borrow<py::object>(type));
    out.push_back(entries[all.size() - 1]());
    if constexpr (kind == Kind::scheme)
      (void)make_method(all.back(), {})->claims();  // wrong words throw
  }
}

template <std::size_t... k>
void fill(const std::string& path, Plugin& plugin, std::index_sequence<k...>) {
  const auto found = py::module_::import("impactbench.modules").attr("load")(path).cast<py::list>();
  append<Kind::scheme, SchemeEntry>("scheme", found[0], {&scheme_entry<k>...}, plugin.schemes);
  append<Kind::problem, ProblemEntry>("problem", found[1], {&problem_entry<k>...}, plugin.problems);
  append<Kind::solver, SolverEntry>("solver", found[2], {&solver_entry<k>...}, plugin.solvers);
}

/// The interpreter lives from the first file to the end of the process: entries point into it.
void start_python(const std::string& folder) {
  if (Py_IsInitialized() != 0) return;
  // Extension modules look for the interpreter among the global symbols.
  Dl_info library{};
  if (dladdr(reinterpret_cast<void*>(&Py_IsInitialized), &library) != 0)
    dlopen(library.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  // Modules come from the Python that this was built with, whatever else the PATH has first.
  PyConfig_SetBytesString(&config, &config.program_name, IMPACTBENCH_PYTHON);
  const PyStatus status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0)
    throw ConfigurationError(std::string("Python cannot be started: ") + status.err_msg);
  py::module_::import("sys").attr("dont_write_bytecode") = true;
  py::module_::import("sys").attr("path").attr("insert")(0, folder);
  PyEval_SaveThread();
}

}  // namespace
}  // namespace impactbench::python

extern "C" {
#pragma GCC visibility push(default)
extern const char impactbench_plugin_abi[];
const char impactbench_plugin_abi[] = IMPACTBENCH_PLUGIN_ABI;

/// Adds the modules of the Python file `path`; `folder` has the package impactbench. Writes into
/// `sources` the files that results depend on beside the program: they identify the plug-in.
void impactbench_python_plugin(const char* path, const char* folder, impactbench::Plugin& plugin,
                               std::string& sources) {
  using namespace impactbench::python;
  start_python(folder);
  called<impactbench::ConfigurationError>("plug-in '" + std::string(path) + "'", [&] {
    pybind11::module_::import("_impactbench");
    fill(path, plugin, std::make_index_sequence<most>());
    sources =
        pybind11::module_::import("impactbench.modules").attr("sources")().cast<std::string>();
  });
}
#pragma GCC visibility pop
}
