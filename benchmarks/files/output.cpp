#include "benchmarks/files/output.hpp"

#include "benchmarks/files/inputs.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw ConfigurationError(fmt::format("'{}' cannot be written: {}", path, why));
}

/// Whether `path` cannot be replaced by another file: a device, a pipe, an open descriptor. (Files
/// of /dev/shm are files like others.)
bool written_in_place(const std::string& path) {
  for (const char* open : {"/dev/fd/", "/dev/stdout", "/dev/stderr", "/proc/"})
    if (path.starts_with(open)) return true;
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
}

/// Where a link leads; the path itself where there is none.
std::string place_of(const std::string& path) {
  std::error_code none;
  const fs::path there = fs::canonical(path, none);
  return none ? path : there.string();
}

mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// A file without contents beside `place`, which is gone again unless it was given its place.
class Beside {
 public:
  Beside(const std::string& path, const std::string& place) : path_(path), place_(place) {
    const fs::path whole(place);
    const fs::path folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
    // Names are limited to 255 bytes; the part before the six characters may be cut.
    name_ = folder / fmt::format(".{}.XXXXXX", whole.filename().string().substr(0, 200));
    const int file = mkstemp(name_.data());
    if (file < 0) {
      const int why = errno;
      name_.clear();
      refuse(path_, std::strerror(why));
    }
    struct stat facts {};
    const bool old = stat(place.c_str(), &facts) == 0;
    (void)fchmod(file, old ? facts.st_mode & 07777 : usual_mode());
    close(file);
  }
  ~Beside() {
    if (!name_.empty()) unlink(name_.c_str());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  void take_place() {
    if (rename(name_.c_str(), place_.c_str()) != 0) refuse(path_, std::strerror(errno));
    name_.clear();
  }

 private:
  std::string path_, place_, name_;
};

/// Checks all that can be checked before a byte is written.
void check(const std::string& path, const std::string& place) {
  if (path.empty()) throw ConfigurationError("an output needs the name of a file");
  if (const auto input = input_at(path))
    refuse(path, *input == path ? "it is an input" : fmt::format("it is the input '{}'", *input));
  struct stat facts {};
  if (stat(place.c_str(), &facts) != 0) {
    // A name that is too long is found here, and not when the work is done.
    if (errno != ENOENT) refuse(path, std::strerror(errno));
    return;
  }
  if (S_ISDIR(facts.st_mode)) refuse(path, "it is a folder");
  if (access(place.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
}

void write_whole(const std::string& path, const std::string& file,
                 const std::function<void(std::ostream&)>& writer) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (out) writer(out);
  out.close();
  if (!out) refuse(path, errno != 0 ? std::strerror(errno) : "the disk may be full");
}

}  // namespace

void write_file(const std::string& path, const std::function<void(std::ostream&)>& writer) {
  if (written_in_place(path)) {
    write_whole(path, path, writer);
    return;
  }
  const std::string place = place_of(path);
  check(path, place);
  Beside beside(path, place);
  write_whole(path, beside.name(), writer);
  beside.take_place();
}

void write_text_file(const std::string& path, const std::string& text) {
  write_file(path, [&](std::ostream& out) { out << text; });
}

void write_to(const std::string& path, const std::function<void(std::ostream&)>& writer) {
  if (path != "-") {
    write_file(path, writer);
    return;
  }
  errno = 0;
  writer(std::cout);
  if (!std::cout.flush()) refuse("stdout", errno != 0 ? std::strerror(errno) : "it takes no more");
}

void expect_output(const std::string& path) {
  if (path.empty() || path == "-") return;
  if (written_in_place(path)) {
    if (access(path.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
    return;
  }
  const std::string place = place_of(path);
  check(path, place);
  const Beside there_is_room(path, place);
}

}  // namespace impactbench
