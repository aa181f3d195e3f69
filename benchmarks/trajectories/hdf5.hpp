#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// An HDF5 file of numbers and texts, open during its lifetime. Paths are absolute: "/group/name".
/// Throws ConfigurationError, naming file, path and the error, for everything that it cannot do; a
/// MachineError if it was opened for writing.
class Hdf5File {
 public:
  enum class Mode {
    read,
    write,   ///< replaces the file
    grow,    ///< the same, for data sets that grow while others read (SWMR)
    follow,  ///< reads a file that another process may be writing so, or has left unfinished
  };
  Hdf5File(const std::string& file, Mode mode);
  /// Reads a file that is open already, on a disk or in memory: takes its identifier of the
  /// library, and closes it at the end. Messages call it `name`.
  Hdf5File(const std::string& name, std::int64_t open_file);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool has(const std::string& path) const;
  [[nodiscard]] std::vector<int> integers(const std::string& path) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& path) const;
  /// The only entry of a list of one.
  [[nodiscard]] int integer(const std::string& path) const;
  [[nodiscard]] double number(const std::string& path) const;
  [[nodiscard]] std::string text(const std::string& path) const;

  /// Creates missing groups of the path.
  void write(const std::string& path, const std::vector<int>& values);
  void write(const std::string& path, const std::vector<double>& values);
  void write(const std::string& path, const std::string& text);
  /// Sets an attribute of a group or an existing data set; creates a missing group.
  void attribute(const std::string& path, const std::string& name, const std::string& text);
  void attribute(const std::string& path, const std::string& name, const std::vector<int>& values);
  void attribute(const std::string& path, const std::string& name, double value);
  [[nodiscard]] std::string text_attribute(const std::string& path, const std::string& name) const;
  [[nodiscard]] double number_attribute(const std::string& path, const std::string& name) const;
  /// A second name of a data set.
  void link(const std::string& path, const std::string& also);

  enum class Type { integer, whole, number };  ///< of 32 and 64 bits, and double
  /// An empty data set of rows of this shape, kept in pieces of `rows_a_piece` rows.
  void grow(const std::string& path, Type type, const std::vector<std::size_t>& shape,
            std::size_t rows_a_piece);
  /// After this only append and flush are allowed, and other processes may read along.
  void begin_to_grow();
  /// Adds rows at the end.
  void append(const std::string& path, std::span<const double> values);
  void append(const std::string& path, std::span<const std::int64_t> values);
  void append(const std::string& path, std::span<const int> values);
  /// Writes to the operating system, so that readers see what was appended before.
  void flush();
  /// Also writes to the disk.
  void synchronise();

  /// Extents, rows first, as they are now.
  [[nodiscard]] std::vector<std::size_t> shape(const std::string& path) const;
  /// `count` rows from `first` on.
  [[nodiscard]] std::vector<double> numbers(const std::string& path, std::size_t first,
                                            std::size_t count) const;

 private:
  void append_rows(const std::string& path, std::int64_t type, std::size_t count, const void* data);
  [[nodiscard]] std::int64_t set(const std::string& path) const;
  void believe(const std::string& path, std::int64_t set) const;
  template <class T>
  [[nodiscard]] std::vector<T> read(const std::string& path, std::int64_t type) const;
  void write_array(const std::string& path, std::int64_t file_type, std::int64_t type,
                   std::size_t count, const void* data);
  [[noreturn]] void refuse(const std::string& path, const std::string& what) const;

  std::string name_;
  bool writes_;
  std::int64_t file_{-1};
  mutable std::set<std::string> there_;               ///< paths that were found
  mutable std::map<std::string, std::int64_t> sets_;  ///< those that are open, by their paths
};

}  // namespace impactbench
