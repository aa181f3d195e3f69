#include "schemes/mka3d/largest_step.hpp"

#include "schemes/mka3d/cell_forces.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

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

/// A direction as likely as any other: normal numbers after Box and Muller, of splitmix64.
Eigen::VectorXd random_direction(Eigen::Index n) {
  std::uint64_t state = 1;
  const auto uniform = [&] {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return (static_cast<double>((z ^ (z >> 31U)) >> 11U) + 0.5) * 0x1p-53;
  };
  Eigen::VectorXd out(n);
  for (Eigen::Index i = 0; i < n; ++i)
    out[i] = std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * std::numbers::pi * uniform());
  return out.normalized();
}

/// Largest Ritz value after so many steps of Lanczos's method, fewer where nothing is left.
double largest_ritz_value(Stiffness& stiffness, Eigen::Index unknowns, int steps) {
  Eigen::VectorXd v = random_direction(unknowns), before = Eigen::VectorXd::Zero(unknowns);
  std::vector<double> diagonal, beside;
  double coupling = 0.0;
  for (int k = 0; k < steps; ++k) {
    Eigen::VectorXd next = stiffness.times(v) - coupling * before;
    diagonal.push_back(v.dot(next));
    next -= diagonal.back() * v;
    coupling = next.norm();
    if (!(coupling > 1e-12 * std::abs(diagonal.front()))) break;
    beside.push_back(coupling);
    before = v;
    v = next / coupling;
  }
  beside.resize(diagonal.size() - 1);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz;
  ritz.computeFromTridiagonal(
      Eigen::Map<const Eigen::VectorXd>(diagonal.data(),
                                        static_cast<Eigen::Index>(diagonal.size())),
      Eigen::Map<const Eigen::VectorXd>(beside.data(), static_cast<Eigen::Index>(beside.size())),
      Eigen::EigenvaluesOnly);
  return ritz.eigenvalues().maxCoeff();
}

}  // namespace

double largest_step(const PolyhedralSystem& system, const Eigen::VectorXd& q) {
  bool moves = false;
  for (int i = 0; i < system.cells(); ++i)
    moves = moves || !system.is_fixed(i);
  if (system.links().empty() || !moves) return std::numeric_limits<double>::infinity();
  Stiffness stiffness(system, q);
  const Eigen::Index n = 6 * static_cast<Eigen::Index>(system.cells());
  // 1.648 sqrt(n) exp(-sqrt(epsilon) (2 steps - 1)) is the probability that the Ritz value is below
  // (1 - epsilon) of the eigenvalue.
  constexpr double epsilon = 4e-4, probability = 1e-9;
  const double decades = std::log(1.648 * std::sqrt(static_cast<double>(n)) / probability);
  const int steps = static_cast<int>(std::ceil(0.5 * (decades / std::sqrt(epsilon) + 1.0)));
  return 2.0 * std::sqrt((1.0 - epsilon) / largest_ritz_value(stiffness, n, steps));
}

}  // namespace impactbench::mka3d
