#include "benchmarks/cluster/scratch_store.hpp"

#include "benchmarks/files/lock.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* beginning = "impactbench-";

std::string rows_in(const std::string& own) {
  return own + "/rows.db";
}
/// Says which file the rows beside it are to be published to; locked while their writer lives.
std::string note_in(const std::string& own) {
  return own + "/published";
}

/// A new note in a folder, locked; nothing if it cannot be made.
std::optional<int> new_note(const std::string& own) {
  const int note =
      open(note_in(own).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (note < 0) return std::nullopt;
  if (lock_file(note)) return note;
  close(note);
  return std::nullopt;
}

/// True if the path is a folder, not a link to one, that this user alone may enter: other users may
/// write to the folder around it.
bool is_ours(const std::string& own) {
  struct stat facts {};
  return lstat(own.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid() &&
         (facts.st_mode & 077) == 0;
}

/// The folder that an earlier run left behind, and its lock.
struct Left {
  std::string own;
  int lock;
};

/// The folders of other runs to `published`.
struct Others {
  /// The folders of runs that were killed, whether before they had rows, with rows, or while all of
  /// it was removed. They are locked until they are gone.
  std::vector<Left> left;
  std::string alive;  ///< the folder of a run that goes on; empty if there is none
};

Others others(const std::string& folder, const std::string& published, const std::string& ours) {
  Others out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string own = entry.path();
    if (!entry.path().filename().string().starts_with(beginning) || !is_ours(own)) continue;
    if (own == ours || read_text_file(note_in(own)) != published) continue;
    const int note = open(note_in(own).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (note < 0) continue;  // its run has just removed it
    struct stat facts {};
    if (!lock_file(note)) {
      out.alive = own;
      close(note);
    } else if (fstat(note, &facts) == 0 && facts.st_nlink > 0) {
      out.left.push_back({own, note});
    } else {
      close(note);  // its run removed it while we waited for the lock
    }
  }
  return out;
}

void remove(const std::string& own, int lock) {
  std::error_code ignored;
  // The note goes last: a killed process leaves a folder that the next run recognises.
  for (const auto& entry : fs::directory_iterator(own, ignored))
    if (entry.path() != note_in(own)) fs::remove_all(entry.path(), ignored);
  fs::remove_all(own, ignored);
  close(lock);
}

}  // namespace

ScratchStore::ScratchStore(std::string published, const std::string& folder)
    : published_(std::move(published)) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) {
    throw ConfigurationError(fmt::format("--scratch {}: there is no such folder", folder));
  }
  const std::string place = fs::absolute(published_).lexically_normal();
  own_ = fs::path(folder) / fmt::format("{}XXXXXX", beginning);
  if (mkdtemp(own_.data()) == nullptr) {
    throw ConfigurationError(
        fmt::format("--scratch {}: no folder can be made in it: {}", folder, std::strerror(errno)));
  }
  Others found;
  try {
    lock_ = new_note(own_).value_or(-1);
    if (lock_ < 0 || write(lock_, place.data(), place.size()) != static_cast<ssize_t>(place.size()))
      throw ConfigurationError(
          fmt::format("--scratch {}: it cannot be written: {}", folder, std::strerror(errno)));
    // Only now: of two that start at once, at least one sees the other; both may be refused.
    found = others(folder, place, own_);
    if (!found.alive.empty())
      throw ConfigurationError(
          fmt::format("another run keeps rows for '{}' in '{}': a store has one writer at a time",
                      published_, found.alive));
    std::vector<std::string> sources;
    if (fs::exists(published_)) sources.push_back(published_);
    for (const Left& l : found.left) {
      // Makes the store, empty, where its maker had not come so far.
      (void)Store(rows_in(l.own), StoreMode::write);
      sources.push_back(rows_in(l.own));
    }
    if (!sources.empty()) merge(rows_in(own_), sources);
    store_ = std::make_unique<Store>(rows_in(own_), StoreMode::write);
    publish();  // says now, not after hours of computing, that it cannot
  } catch (const ConfigurationError&) {
    store_.reset();
    remove(own_, lock_);
    for (const Left& l : found.left)
      close(l.lock);
    throw;
  }
  for (const Left& l : found.left)
    remove(l.own, l.lock);
}

ScratchStore::~ScratchStore() {
  if (!all_published_) {
    try {
      publish();
    } catch (const ConfigurationError& e) {
      fmt::print(stderr, "impactbench: {}\n", e.what());
    }
  }
  store_.reset();
  if (all_published_) {
    remove(own_, lock_);
  } else {
    close(lock_);
  }
}

void ScratchStore::publish() {
  try {
    store_->publish(published_);
  } catch (const ConfigurationError& e) {
    if (all_published_) throw;  // nothing is lost
    throw ConfigurationError(
        fmt::format("{}; the rows are kept in '{}': the next run with the same --store and "
                    "--scratch takes them "
                    "up, and `impactbench merge` reads them",
                    e.what(), rows_in(own_)));
  }
  all_published_ = true;
  last_ = std::chrono::steady_clock::now();
}

void ScratchStore::publish_after(std::chrono::duration<double> pause) {
  all_published_ = false;
  if (std::chrono::steady_clock::now() - last_ >= pause) publish();
}

}  // namespace impactbench
