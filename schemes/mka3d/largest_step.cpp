#include "schemes/mka3d/largest_step.hpp"

#include "schemes/mka3d/cell_forces.hpp"

#include <cmath>
#include <limits>

namespace impactbench::mka3d {
namespace {

/// The linear operator M^-1/2 K M^-1/2 at q.
class Stiffness {
 public:
  Stiffness(const PolyhedralSystem& system, const Eigen::VectorXd& q)
      : system_(system),
        kernel_(system),
        q_(q),
        terms_(Eigen::VectorXd::Zero(system.cells())),
        turns_(static_cast<std::size_t>(system.cells())),
        inverse_root_(system.mass().cwiseSqrt().cwiseInverse()),
        reach_(std::numeric_limits<double>::infinity()) {
    for (const CellLink& link : system.links())
      reach_ = std::min(reach_, link.distance);
    for (int i = 0; i < system.cells(); ++i)
      if (system.is_fixed(i)) inverse_root_.segment<6>(6 * i).setZero();
  }

  [[nodiscard]] Eigen::VectorXd times(const Eigen::VectorXd& y) {
    const Eigen::VectorXd motion = inverse_root_.cwiseProduct(y);
    // Places move by a millionth of the smallest distance at most, angles by a millionth.
    double largest = 0.0;
    for (int i = 0; i < system_.cells(); ++i) {
      largest = std::max(
          {largest, motion.segment<3>(6 * i).norm() / reach_, motion.segment<3>(6 * i + 3).norm()});
    }
    const double step = 1e-6 / largest;
    return inverse_root_.cwiseProduct(force(motion, -step) - force(motion, step)) / (2.0 * step);
  }

 private:
  Eigen::VectorXd force(const Eigen::VectorXd& motion, double step) {
    Eigen::VectorXd q = q_, out = Eigen::VectorXd::Zero(motion.size());
    for (int i = 0; i < system_.cells(); ++i) {
      q.segment<3>(7 * i) += step * motion.segment<3>(6 * i);
      const Vec3 half = 0.5 * step * motion.segment<3>(6 * i + 3);
      const Eigen::Quaterniond turn(std::sqrt(1.0 - half.squaredNorm()), half.x(), half.y(),
                                    half.z());
      turns_[i] = (PolyhedralSystem::rotation(q_, i) * turn).toRotationMatrix();
    }
    kernel_.add(q, turns_, terms_, out);
    return out;
  }

  const PolyhedralSystem& system_;
  CellForces kernel_;
  const Eigen::VectorXd& q_;
  Eigen::VectorXd terms_;
  std::vector<Mat3> turns_;
  Eigen::VectorXd inverse_root_;
  double reach_;
};

/// A start without symmetry: the fractional parts of the multiples of the golden ratio.
Eigen::VectorXd rough(Eigen::Index n) {
  Eigen::VectorXd out(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double x = 0.6180339887498949 * static_cast<double>(i + 1);
    out[i] = x - std::floor(x) - 0.5;
  }
  return out;
}

}  // namespace

double largest_step(const PolyhedralSystem& system, const Eigen::VectorXd& q) {
  if (system.links().empty()) return std::numeric_limits<double>::infinity();
  Stiffness stiffness(system, q);
  Eigen::VectorXd y = rough(6 * system.cells()).normalized();
  double square = 0.0;
  int steady = 0;
  for (int iteration = 0; iteration < 1000 && steady < 20; ++iteration) {
    const Eigen::VectorXd next = stiffness.times(y);
    const double quotient = y.dot(next);
    steady = std::abs(quotient - square) < 1e-5 * quotient ? steady + 1 : 0;
    square = quotient;
    y = next.normalized();
  }
  return 2.0 / std::sqrt(square);
}

}  // namespace impactbench::mka3d
