#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// An HDF5 file of numbers and texts, open while it lives. Paths are absolute: "/group/name".
/// Throws ConfigurationError, naming file, path and what is the matter, for all that it cannot do;
/// a MachineError where it was opened to be written.
class Hdf5File {
 public:
  enum class Mode {
    read,
    write,   ///< replaces the file
    grow,    ///< the same, for data sets that grow while others read (SWMR)
    follow,  ///< reads a file that another process may be writing so, or has left unfinished
  };
  Hdf5File(const std::string& file, Mode mode);
  /// Reads what has been opened already, on a disk or in memory: its identifier of the library,
  /// which is closed in the end. Sentences call it `name`.
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

  /// Groups on the way are made.
  void write(const std::string& path, const std::vector<int>& values);
  void write(const std::string& path, const std::vector<double>& values);
  void write(const std::string& path, const std::string& text);
  /// On a group or data set that is there or, a group, is made.
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
  /// After this nothing but append and flush is allowed, and others may follow.
  void begin_to_grow();
  /// Rows behind those that are there.
  void append(const std::string& path, std::span<const double> values);
  void append(const std::string& path, std::span<const std::int64_t> values);
  void append(const std::string& path, std::span<const int> values);
  /// To the operating system; what was appended before can then be followed.
  void flush();
  /// Also to the disk.
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
