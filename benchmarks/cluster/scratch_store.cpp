#include "benchmarks/cluster/scratch_store.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <utility>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

void remove_store(const std::string& path) {
  std::error_code ignored;
  for (const char* part : {"", "-wal", "-shm", "-journal"})
    fs::remove(path + part, ignored);
}

}  // namespace

ScratchStore::ScratchStore(std::string published, const std::string& folder)
    : published_(std::move(published)) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) {
    throw ConfigurationError(fmt::format("--scratch {}: there is no such folder", folder));
  }
  local_ = fs::path(folder) /
           fmt::format("impactbench-{}-{}", getpid(), fs::path(published_).filename().string());
  remove_store(local_);
  if (fs::exists(published_)) {
    merge(local_, std::array{published_});
  }
  store_ = std::make_unique<Store>(local_, StoreMode::write);
  publish();  // says now, not after hours of computing, that it cannot
}

ScratchStore::~ScratchStore() {
  store_.reset();
  remove_store(local_);
}

void ScratchStore::publish() {
  store_->publish(published_);
  last_ = std::chrono::steady_clock::now();
}

void ScratchStore::publish_after(std::chrono::duration<double> pause) {
  if (std::chrono::steady_clock::now() - last_ >= pause) publish();
}

}  // namespace impactbench
