#include "benchmarks/matrix/process_tree.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace impactbench {
namespace {

/// Children that any thread of a process has started.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> out;
  std::error_code gone;
  const std::string tasks = fmt::format("/proc/{}/task", process);
  for (std::filesystem::directory_iterator it(tasks, gone), end; !gone && it != end;
       it.increment(gone)) {
    std::ifstream in(it->path() / "children");
    out.insert(out.end(), std::istream_iterator<pid_t>(in), {});
  }
  return out;
}

/// CPU time from the fields 14 to 17 of proc(5), stat: of the process itself, or of the children
/// that it waited for.
double cpu_of(pid_t process, bool itself) {
  std::ifstream in(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(in, line);
  // The name of the program, in brackets, may hold anything.
  const std::size_t name = line.rfind(')');
  if (name == std::string::npos) return 0.0;
  std::istringstream fields(line.substr(name + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field)
    fields >> skipped;
  double user = 0.0, system = 0.0, child_user = 0.0, child_system = 0.0;
  fields >> user >> system >> child_user >> child_system;
  const double ticks = (itself ? user + system : 0.0) + child_user + child_system;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Proportional set size [MiB].
double memory_of(pid_t process) {
  std::ifstream in(fmt::format("/proc/{}/smaps_rollup", process));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("Pss:")) return std::stod(line.substr(4)) / 1024.0;  // in KiB
  }
  return 0.0;
}

}  // namespace

std::vector<pid_t> descendants(pid_t root) {
  std::vector<pid_t> out = children_of(root);
  for (std::size_t k = 0; k < out.size(); ++k) {
    for (const pid_t child : children_of(out[k])) {
      if (std::find(out.begin(), out.end(), child) == out.end()) out.push_back(child);
    }
  }
  return out;
}

TreeUse use_below(pid_t root) {
  TreeUse out;
  out.cpu = cpu_of(root, false);
  const std::vector<pid_t> all = descendants(root);
  out.processes = static_cast<int>(all.size());
  for (const pid_t process : all) {
    out.cpu += cpu_of(process, true);
    // A single process is bounded by the limit on its address space.
    if (all.size() > 1) out.memory += memory_of(process);
  }
  return out;
}

}  // namespace impactbench
