#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace impactbench {

/// An HDF5 file of numbers and texts, open while it lives. Paths are absolute: "/group/name".
/// Throws ConfigurationError, naming file, path and what is the matter, for all that it cannot do.
class Hdf5File {
 public:
  enum class Mode { read, write };
  /// write: replaces the file.
  Hdf5File(const std::string& file, Mode mode);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  [[nodiscard]] bool has(const std::string& path) const;
  [[nodiscard]] std::vector<int> integers(const std::string& path) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& path) const;
  /// The only entry of a list of one.
  [[nodiscard]] int integer(const std::string& path) const;
  [[nodiscard]] double number(const std::string& path) const;
  [[nodiscard]] std::string text(const std::string& path) const;

  /// Groups on the way are made.
  void write(const std::string& path, const std::vector<int>& values);
  void write(const std::string& path, const std::vector<double>& values);
  void write(const std::string& path, const std::string& text);

 private:
  template <class T>
  [[nodiscard]] std::vector<T> read(const std::string& path, std::int64_t type) const;
  void write_array(const std::string& path, std::int64_t file_type, std::int64_t type,
                   std::size_t count, const void* data);
  [[noreturn]] void refuse(const std::string& path, const std::string& what) const;

  std::string name_;
  std::int64_t file_{-1};
};

}  // namespace impactbench
