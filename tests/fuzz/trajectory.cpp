// Trajectories in our layout of H5MD. The container is written by HDF5, whose own reader is not
// what is tried here; which data sets there are, their shapes and numbers are what the fuzzer says,
// mostly as they should be. What is read is drawn, so that every shape is used.

#include "benchmarks/hdf5/hdf5.hpp"
#include "benchmarks/trajectory/state_file.hpp"
#include "benchmarks/trajectory/trajectory_file.hpp"
#include "benchmarks/trajectory/vtu.hpp"
#include "problems/model/error.hpp"

#include <fuzzer/FuzzedDataProvider.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace impactbench {
namespace {

class Writer {
 public:
  Writer(FuzzedDataProvider& in, const std::string& path)
      : in_(in), file_(path, Hdf5File::Mode::write) {}

  void write() {
    const std::string at = "/particles/bodies/", own = "/impactbench/";
    file_.attribute("/impactbench", "schema", std::vector{1});
    file_.attribute("/impactbench", "bodies",
                    std::string(in_.PickValueInArray({"discs", "spheres", "balls", "polyhedra",
                                                      "plane_grid", "none", "cubes"})));
    const std::size_t n = in_.ConsumeIntegralInRange<std::size_t>(1, 4);
    const std::size_t d = in_.ConsumeIntegralInRange<std::size_t>(1, 3);
    const std::size_t turn = in_.ConsumeIntegralInRange<std::size_t>(0, 4);
    instants_ = in_.ConsumeIntegralInRange<std::size_t>(0, 3);
    rows(at + "position/value", {n, d});
    rows(at + "velocity/value", {n, d});
    rows(at + "orientation/value", {n, turn});
    rows(at + "angular_velocity/value", {n, turn == 4 ? 3 : turn});
    rows("/observables/coordinates/value", {n});
    rows("/observables/velocities/value", {n});
    for (const char* clock : {"position/time", "position/step"})
      if (there()) file_.write(at + clock, numbers(usually(instants_)));
    for (const char* name : {"radius", "mass"})
      if (there()) file_.write(at + name, numbers(usually(n)));
    if (there()) file_.write(own + "obstacles/edges", numbers(in_.ConsumeIntegralInRange(0, 13)));
    const std::size_t contacts = in_.ConsumeIntegralInRange<std::size_t>(0, 4);
    std::vector<double> end(usually(instants_));
    for (double& x : end)
      x = in_.ConsumeBool() ? static_cast<double>(contacts) : in_.ConsumeIntegralInRange(-2, 9);
    file_.write(own + "contacts/end", end);
    for (const char* name : {"contacts/a", "contacts/b"})
      if (there()) file_.write(own + name, integers(usually(contacts)));
    instants_ = contacts;
    rows(own + "contacts/normal", {3});
    rows(own + "contacts/force", {3});
    if (!in_.ConsumeBool()) return;
    instants_ = in_.ConsumeIntegralInRange<std::size_t>(0, 8);
    rows(own + "shapes/corners", {3});
    file_.write(own + "shapes/face_size", integers(usually(2)));
    file_.write(own + "shapes/face_cell", integers(usually(2)));
  }

 private:
  bool there() { return in_.ConsumeProbability<float>() < 0.97F; }
  std::size_t usually(std::size_t usual) {
    return in_.ConsumeProbability<float>() < 0.9F ? usual
                                                  : in_.ConsumeIntegralInRange<std::size_t>(0, 9);
  }
  double number() {
    return in_.ConsumeProbability<float>() < 0.95F ? in_.ConsumeIntegralInRange(1, 3)
                                                   : in_.ConsumeFloatingPoint<double>();
  }
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> out(count);
    for (double& x : out)
      x = number();
    return out;
  }
  std::vector<int> integers(std::size_t count) {
    std::vector<int> out(count);
    for (int& x : out)
      x = in_.ConsumeProbability<float>() < 0.9F ? in_.ConsumeIntegralInRange(-1, 4)
                                                 : in_.ConsumeIntegral<int>();
    return out;
  }
  /// A data set of as many rows of this shape as there are instants.
  void rows(const std::string& path, std::vector<std::size_t> shape) {
    if (!there()) return;
    std::size_t size = usually(instants_);
    for (std::size_t& width : shape) {
      width = std::max<std::size_t>(usually(width), 1);
      size *= width;
    }
    file_.grow(path, Hdf5File::Type::number, shape, 4);
    file_.append(path, numbers(size));
  }

  FuzzedDataProvider& in_;
  Hdf5File file_;
  std::size_t instants_{0};
};

}  // namespace
}  // namespace impactbench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impactbench;
  static const std::string folder =
      (std::filesystem::exists("/dev/shm") ? "/dev/shm/fuzz_" : "/tmp/fuzz_") +
      std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/t.h5";
  FuzzedDataProvider in(data, size);
  Writer(in, path).write();
  try {
    write_paraview(path, folder + "/vtu");
  } catch (const ConfigurationError&) {
    // a sentence
  }
  try {
    write_state(path, 1.0, folder + "/state.csv");
  } catch (const ConfigurationError&) {
    // a sentence
  }
  std::filesystem::remove_all(folder);
  return 0;
}
