#include "benchmarks/matrix/cell_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

/// The folder at which groups of version 2 are mounted (proc(5), mounts); empty if there is none.
std::string mounted() {
  std::ifstream in("/proc/self/mounts");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string device, place, type;
    words >> device >> place >> type;
    if (type == "cgroup2") return place;
  }
  return {};
}

/// The folder of the group of this process; empty where there is none.
fs::path own_group() {
  if (const char* given = std::getenv("IMPACTBENCH_CGROUP"))
    return std::string_view(given) == "none" ? fs::path() : fs::path(given);
  const std::string place = mounted();
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; !place.empty() && std::getline(in, line);)
    if (line.starts_with("0::")) return fs::path(place + line.substr(3));
  return {};
}

/// A file of the system takes a word written in one piece, or refuses it.
bool say(const fs::path& file, std::string_view word) {
  const int out = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (out < 0) return false;
  const bool taken = write(out, word.data(), word.size()) == static_cast<ssize_t>(word.size());
  close(out);
  return taken;
}

}  // namespace

std::unique_ptr<CellGroup> CellGroup::make() {
  static const fs::path own = own_group();
  static long made = 0;
  if (own.empty()) return nullptr;
  const fs::path folder = own / fmt::format("impactbench.{}.{}", getpid(), ++made);
  std::error_code refused;
  if (!fs::create_directory(folder, refused)) return nullptr;
  std::unique_ptr<CellGroup> out(new CellGroup(folder));
  // Both exist since Linux 5.14; neither exists in a folder that is not a group.
  const bool whole = access((folder / "cgroup.kill").c_str(), W_OK) == 0 &&
                     access((folder / "cpu.stat").c_str(), R_OK) == 0;
  return whole ? std::move(out) : nullptr;
}

CellGroup::~CellGroup() {
  kill();
  // A killed process leaves its group a moment later, and the folder cannot go before it.
  for (int k = 0; k < 200 && rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(k < 20 ? 1 : 10));
}

bool CellGroup::join() const {
  return say(folder_ / "cgroup.procs", "0");
}

void CellGroup::kill() const {
  say(folder_ / "cgroup.kill", "1");
}

double CellGroup::cpu() const {
  std::ifstream in(folder_ / "cpu.stat");
  std::string word;
  double microseconds = 0.0;
  while (in >> word >> microseconds)
    if (word == "usage_usec") return 1e-6 * microseconds;
  return 0.0;
}

std::string_view isolation() {
  static const bool grouped = [] {
    const std::unique_ptr<CellGroup> group = CellGroup::make();
    if (group == nullptr) return false;
    const pid_t child = fork();
    if (child == 0) _exit(group->join() ? 0 : 1);
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
  }();
  return grouped ? "cgroup" : "subreaper";
}

}  // namespace impactbench
