#include "problems/support/sphere_packing.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/base/portable_random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

namespace impactbench {
namespace {

/// The spheres placed so far, by cells as wide as the largest of them.
class Cells {
 public:
  Cells(int dimension, double extent, double size, std::size_t n)
      : dimension_(dimension),
        extent_(extent),
        size_(size),
        across_(static_cast<std::int64_t>(std::ceil(2.0 * extent / size)) + 2),
        next_(n, -1) {
    std::size_t cells = 1;
    for (int k = 0; k < dimension; ++k)
      cells *= static_cast<std::size_t>(across_);
    first_.assign(cells, -1);
  }

  [[nodiscard]] bool has_room(const SpherePacking& placed, const Vec3& x, double r) const {
    const auto at = cell_of(x);
    const std::int64_t layers = dimension_ == 3 ? 1 : 0;
    for (std::int64_t c = -layers; c <= layers; ++c) {
      for (std::int64_t b = -1; b <= 1; ++b) {
        for (std::int64_t a = -1; a <= 1; ++a) {
          for (int i = first_[number({at[0] + a, at[1] + b, at[2] + c})]; i >= 0;
               i = next_[static_cast<std::size_t>(i)]) {
            const double sum = r + placed.radius[static_cast<std::size_t>(i)];
            if ((placed.position[static_cast<std::size_t>(i)] - x).squaredNorm() < sum * sum)
              return false;
          }
        }
      }
    }
    return true;
  }

  void add(int i, const Vec3& x) {
    int& first = first_[number(cell_of(x))];
    next_[static_cast<std::size_t>(i)] = first;
    first = i;
  }

 private:
  /// Cells 1 to across - 2 hold the ball; those around stay empty.
  [[nodiscard]] std::array<std::int64_t, 3> cell_of(const Vec3& x) const {
    std::array<std::int64_t, 3> out{0, 0, 0};
    for (int k = 0; k < dimension_; ++k) {
      const auto cell = static_cast<std::int64_t>(std::floor((x[k] + extent_) / size_)) + 1;
      out[static_cast<std::size_t>(k)] = std::clamp<std::int64_t>(cell, 1, across_ - 2);
    }
    return out;
  }
  [[nodiscard]] std::size_t number(const std::array<std::int64_t, 3>& cell) const {
    return static_cast<std::size_t>((cell[2] * across_ + cell[1]) * across_ + cell[0]);
  }

  int dimension_;
  double extent_, size_;
  std::int64_t across_;
  std::vector<int> first_, next_;
};

}  // namespace

SpherePacking random_packing(int dimension, std::int64_t n, double radius, double spread,
                             double fraction, std::int64_t seed, bool placed) {
  constexpr int most_trials = 1000000;
  PortableRandom random(seed);
  SpherePacking out;
  double volume = 0.0;  // in balls of radius 1
  for (std::int64_t i = 0; i < n; ++i) {
    out.radius.push_back(radius * (1.0 + spread * (2.0 * random.uniform() - 1.0)));
    volume += std::pow(out.radius.back(), dimension);
  }
  std::sort(out.radius.begin(), out.radius.end(), std::greater<>());
  out.extent = std::pow(volume / fraction, 1.0 / dimension);
  if (!placed) {
    out.position.assign(out.radius.size(), Vec3::Zero());
    return out;
  }
  out.position.reserve(out.radius.size());
  Cells cells(dimension, out.extent, 2.0 * out.radius.front(), out.radius.size());
  for (std::size_t i = 0; i < out.radius.size(); ++i) {
    Vec3 x = Vec3::Zero();
    int trials = 0;
    do {
      if (++trials > most_trials) {
        throw ConfigurationError("packing: sphere " + std::to_string(i + 1) + " of " +
                                 std::to_string(n) + " found no room in " +
                                 std::to_string(most_trials) +
                                 " trials; fraction = " + to_text(fraction) + " is too much");
      }
      for (int k = 0; k < dimension; ++k)
        x[k] = out.extent * (2.0 * random.uniform() - 1.0);
    } while (!(x.squaredNorm() <= out.extent * out.extent) ||
             !cells.has_room(out, x, out.radius[i]));
    cells.add(static_cast<int>(i), x);
    out.position.push_back(x);
  }
  return out;
}

}  // namespace impactbench
