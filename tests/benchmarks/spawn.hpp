#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace impactbench {

/// What a program did.
struct Outcome {
  int status{-1};  ///< exit status, or -1 when it died by a signal
  std::string out, err;
};

/// A folder of its own for each test, removed afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string read_file(const std::string& path);

/// Starts `impactbench` with the schemes that misbehave, in `folder`; NAME=VALUE in `variables` are
/// added to its environment. Output goes to the files out and err there.
[[nodiscard]] pid_t start_program(const TemporaryFolder& folder,
                                  const std::vector<std::string>& arguments,
                                  const std::vector<std::string>& variables = {});
/// Waits for it and collects its output.
[[nodiscard]] Outcome finish_program(const TemporaryFolder& folder, pid_t program);

[[nodiscard]] Outcome run_program(const TemporaryFolder& folder,
                                  const std::vector<std::string>& arguments,
                                  const std::vector<std::string>& variables = {});

}  // namespace impactbench
