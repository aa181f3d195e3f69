#pragma once

#include "benchmarks/store/store.hpp"

#include <chrono>
#include <string>

namespace impactbench {

/// A store whose rows are written to a folder of this machine and published in one step each, all
/// of them, to a file that may lie on a network file system. What that file has already is taken
/// over at the start. One run at a time may have a `published` file.
class ScratchStore {
 public:
  /// Throws ConfigurationError where `folder` or the published file cannot be used.
  ScratchStore(std::string published, const std::string& folder);
  ~ScratchStore();
  ScratchStore(const ScratchStore&) = delete;
  ScratchStore& operator=(const ScratchStore&) = delete;

  [[nodiscard]] Store& store() { return *store_; }
  void publish();
  /// The same if nothing was published for that long.
  void publish_after(std::chrono::duration<double> pause);

 private:
  std::string published_, local_;
  std::unique_ptr<Store> store_;
  std::chrono::steady_clock::time_point last_{std::chrono::steady_clock::now()};
};

}  // namespace impactbench
