#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace impactbench::testing {

/// A folder that is removed at the end of the test.
class Scratch {
 public:
  Scratch() {
    std::string name = std::filesystem::temp_directory_path() / "impactbench_XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
    return path_ + "/" + name;
  }

 private:
  std::string path_;
};

}  // namespace impactbench::testing
