#pragma once

#include "benchmarks/trajectories/shapes.hpp"
#include "reference/yardsticks/contact_forces.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

class Hdf5File;

/// One data set or attribute of a trajectory, for its documentation: also used to write and check.
struct TrajectoryItem {
  std::string_view path;   ///< "/particles/bodies/position/value"; an attribute after '@'
  std::string_view shape;  ///< T instants, N bodies, d dimension, C contacts of all instants
  std::string_view unit, meaning;
};
[[nodiscard]] std::span<const TrajectoryItem> trajectory_items();
inline constexpr int trajectory_schema = 1;

/// One instant of a motion.
struct Instant {
  std::int64_t step{0};
  double time{0.0};  ///< [s]
  Poses poses;       ///< none of coordinates that are no bodies: those are `q` and `v`
  std::vector<double> q, v;
  std::vector<ContactForce> contacts;
};

/// Writes a trajectory as HDF5 in the layout of H5MD 1.1 (de Buyl, Colberg and Höfling 2014), with
/// additional contacts, obstacles and shapes (trajectory_items). While it is written the file is
/// `path`.part, which others can read as it grows (SWMR), and which a killed run leaves readable up
/// to the last instant; finish() writes it to the disk and gives it its name. Throws MachineError
/// if it cannot be written.
class TrajectoryWriter {
 public:
  /// `facts`: texts kept as attributes of /impactbench.
  TrajectoryWriter(const std::string& path, const Shapes& shapes, std::size_t coordinates,
                   std::size_t dofs, const std::map<std::string, std::string>& facts);
  /// Writes appended instants that are not in the file yet; does not report a failure.
  ~TrajectoryWriter();
  /// Each of the first thousand instants is written at once. Later ones are gathered and
  /// written when they reach 64 KiB or the first is a tenth of a second old: a killed run loses
  /// no more.
  void append(const Instant& instant);
  void finish();

 private:
  void make_bodies(const Shapes& shapes);
  void make_contacts();
  void write();

  std::string path_;
  std::unique_ptr<Hdf5File> file_;
  bool bodies_;
  std::size_t turn_, spin_;
  std::int64_t contacts_{0}, appended_{0};
  /// Instants that are not in the file yet.
  struct Waiting {
    std::vector<int> a, b;
    std::vector<double> normal, force, position, velocity, orientation, spin, time;
    std::vector<std::int64_t> end, step;
  };
  Waiting waiting_;
  std::chrono::steady_clock::time_point written_;
};

/// Reads such a file, finished or not. All shapes are checked against each other on opening, so
/// that no instant refers to missing data: a file may come from anywhere.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::string& path);
  explicit TrajectoryReader(std::unique_ptr<Hdf5File> file);
  ~TrajectoryReader();
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const Shapes& shapes() const { return shapes_; }
  /// The number of complete instants.
  [[nodiscard]] std::size_t size() const { return times_.size(); }
  [[nodiscard]] std::span<const double> times() const { return times_; }  ///< of those [s]
  [[nodiscard]] Instant instant(std::size_t k) const;
  /// The text of a scene without its bodies. Throws ConfigurationError if the file has none.
  [[nodiscard]] std::string scene() const;
  [[nodiscard]] std::string fact(const std::string& name) const;

 private:
  void read_shapes();
  void check_dimension() const;
  [[nodiscard]] std::vector<double> list(const std::string& at) const;
  [[nodiscard]] std::vector<double> per_body(const char* name) const;
  void check_instants() const;
  void check_contacts() const;
  [[noreturn]] void refuse(const std::string& what) const;

  std::unique_ptr<Hdf5File> file_;
  Shapes shapes_;
  std::vector<double> times_, steps_, ends_;
};

}  // namespace impactbench
