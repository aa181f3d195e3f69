#include "benchmarks/files/inputs.hpp"

#include <sys/stat.h>

#include <map>
#include <utility>

namespace impactbench {
namespace {

using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identity(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return std::nullopt;
  return Identity{facts.st_dev, facts.st_ino};
}

std::map<Identity, std::string>& inputs() {
  static std::map<Identity, std::string> table;
  return table;
}

}  // namespace

void remember_input(const std::string& path) {
  if (const auto file = identity(path)) inputs()[*file] = path;
}

std::optional<std::string> input_at(const std::string& path) {
  const auto file = identity(path);
  if (!file) return std::nullopt;
  const auto it = inputs().find(*file);
  // The number of an input that was removed may have been given to another file since.
  if (it == inputs().end() || identity(it->second) != file) return std::nullopt;
  return it->second;
}

}  // namespace impactbench
