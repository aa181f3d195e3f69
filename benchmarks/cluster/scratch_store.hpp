#pragma once

#include "benchmarks/store/store.hpp"

#include <chrono>
#include <string>

namespace impactbench {

/// A store whose rows are written to a folder of this machine and published in one step each, all
/// of them, to a file that may lie on a network file system. At the start it takes over the
/// contents of that file, and the rows in the folder that an earlier run left when it was killed or
/// could not publish. One run at a time may have a `published` file: another in the same folder is
/// refused; one with another folder is not noticed, and whichever publishes last overwrites the
/// other's rows.
///
/// In `folder` it has a folder of its own with an unpredictable name (mkdtemp(3)), which is removed
/// once all rows are published, and otherwise kept and named.
class ScratchStore {
 public:
  /// Throws ConfigurationError if `folder` or the published file cannot be used, or if another run
  /// that lives publishes to it.
  ScratchStore(std::string published, const std::string& folder);
  ~ScratchStore();
  ScratchStore(const ScratchStore&) = delete;
  ScratchStore& operator=(const ScratchStore&) = delete;

  [[nodiscard]] Store& store() { return *store_; }
  /// Throws ConfigurationError if it cannot, with the place where the rows are kept.
  void publish();
  /// Publishes after a row was stored, if nothing was published for that long.
  void publish_after(std::chrono::duration<double> pause);

 private:
  std::string published_;
  std::string own_;  ///< our folder
  int lock_{-1};     ///< on the note in it, for as long as we live
  bool all_published_{true};
  std::unique_ptr<Store> store_;
  std::chrono::steady_clock::time_point last_{std::chrono::steady_clock::now()};
};

}  // namespace impactbench
