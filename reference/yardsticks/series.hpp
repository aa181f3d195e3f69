#pragma once

#include <cstdint>
#include <vector>

namespace impactbench {

/// A history thinned to at most a given number of samples, the last one included.
struct Series {
  std::vector<double> time;   ///< [s]
  std::vector<double> value;  ///< unit of the quantity
  friend bool operator==(const Series&, const Series&) = default;
};

/// Selects from the steps 0 .. `steps` every stride-th and the last, at most `most` + 2.
class Thinning {
 public:
  Thinning(std::int64_t steps, std::int64_t most)
      : steps_(steps), stride_(steps > most ? (steps + most - 1) / most : 1) {}
  [[nodiscard]] bool keeps(std::int64_t step) const {
    return step % stride_ == 0 || step == steps_;
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(steps_ / stride_ + 2); }

 private:
  std::int64_t steps_, stride_;
};

}  // namespace impactbench
