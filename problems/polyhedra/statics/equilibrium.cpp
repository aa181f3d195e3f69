#include "problems/polyhedra/statics/equilibrium.hpp"

#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"
#include "problems/polyhedra/statics/link_gradient.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

/// Forces and stiffness of the body in a given state, as the derivatives of its energy.
class Balance {
 public:
  Balance(const PolyhedralSystem& system, double t)
      : system_(system), time_(t), openings_(static_cast<std::size_t>(system.cells())) {
    for (std::size_t k = 0; k < system.links().size(); ++k) {
      openings_[system.links()[k].a].push_back(k);
      openings_[system.links()[k].b].push_back(k);
    }
    terms_.resize(system.cells());
    system.traction_terms(t, terms_);
    pose(system.at_rest().q);
  }

  /// Takes q and the share of the loads; computes all that depends on them.
  void set(const Eigen::VectorXd& q, double share) {
    share_ = share;
    pose(q);
    states_.clear();
    strain_ = share * terms_;
    for (const CellLink& link : system_.links()) {
      states_.push_back(link_state(system_, link, poses_[link.a], poses_[link.b]));
      strain_[link.a] += 0.5 * states_.back().opening;
      strain_[link.b] += 0.5 * states_.back().opening;
    }
    for (int i = 0; i < system_.cells(); ++i)
      strain_[i] /= system_.dilated_volume(i);
  }

  /// What rounding of the positions alone may leave of the forces.
  [[nodiscard]] double rounding() const {
    double largest = 0.0;
    for (const CellLink& link : system_.links()) {
      const double size = poses_[link.a].position.norm() + poses_[link.b].position.norm();
      largest = std::max(largest, link.area / link.distance * size);
    }
    return 16.0 * std::numeric_limits<double>::epsilon() * system_.material().mu() * largest;
  }

  /// Loads minus elastic forces, zero on fixed cells; and the largest force of a link.
  [[nodiscard]] Eigen::VectorXd residual(double& largest) const {
    const Eigen::Index n = 6 * system_.cells();
    Eigen::VectorXd out(n);
    system_.external_force(time_, q_, Eigen::VectorXd::Zero(n), out);
    out *= share_;
    largest = out.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const CellLink& link = system_.links()[k];
      const Pair force = states_[k].spring_gradient + pressure(link) * states_[k].opening_gradient;
      largest = std::max(largest, force.lpNorm<Eigen::Infinity>());
      out.segment<6>(6 * link.a) -= force.head<6>();
      out.segment<6>(6 * link.b) -= force.tail<6>();
    }
    for (int i = 0; i < system_.cells(); ++i)
      if (system_.is_fixed(i)) out.segment<6>(6 * i).setZero();
    return out;
  }

  /// Second derivative of the elastic energy; rows of fixed cells are those of the identity times
  /// the largest entry. The turning of dead loads with their cells is left out: it vanishes for
  /// loads at the centres and costs iterations, not accuracy, elsewhere.
  [[nodiscard]] Sparse stiffness() const {
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](int a, int b, const auto& block, double factor) {
      if (system_.is_fixed(a) || system_.is_fixed(b) || a < b) return;  // lower triangle
      for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c)
          entries.emplace_back(6 * a + r, 6 * b + c, factor * block(r, c));
    };
    for (const CellLink& link : system_.links()) {
      const PairMatrix k =
          link_stiffness(system_, link, poses_[link.a], poses_[link.b], pressure(link));
      add(link.a, link.a, k.topLeftCorner<6, 6>(), 1.0);
      add(link.b, link.b, k.bottomRightCorner<6, 6>(), 1.0);
      add(link.a, link.b, k.topRightCorner<6, 6>(), 1.0);
      add(link.b, link.a, k.bottomLeftCorner<6, 6>(), 1.0);
    }
    for (int i = 0; i < system_.cells(); ++i)
      dilatation(i, add);
    double largest = 0.0;
    for (const auto& entry : entries)
      largest = std::max(largest, std::abs(entry.value()));
    for (int i = 0; i < 6 * system_.cells(); ++i)
      entries.emplace_back(i, i, system_.is_fixed(i / 6) ? largest : 1e-13 * largest);
    Sparse out(6 * system_.cells(), 6 * system_.cells());
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

 private:
  void pose(const Eigen::VectorXd& q) {
    q_ = q;
    poses_.resize(static_cast<std::size_t>(system_.cells()));
    for (int i = 0; i < system_.cells(); ++i) {
      poses_[i] = {PolyhedralSystem::position(q, i),
                   PolyhedralSystem::rotation(q, i).toRotationMatrix()};
    }
  }
  [[nodiscard]] double pressure(const CellLink& link) const {
    return 0.5 * system_.material().lambda() * (strain_[link.a] + strain_[link.b]);
  }
  /// lambda W grad eps (grad eps)^T of one cell: every pair of the cells that its strain sees.
  template <class Add>
  void dilatation(int cell, Add& add) const {
    std::vector<std::pair<int, Vector6>> gradient{{cell, Vector6::Zero()}};
    for (const std::size_t k : openings_[cell]) {
      const CellLink& link = system_.links()[k];
      const bool first = link.a == cell;
      const Pair& g = states_[k].opening_gradient;
      gradient[0].second += 0.5 * (first ? g.head<6>() : g.tail<6>());
      gradient.emplace_back(first ? link.b : link.a, 0.5 * (first ? g.tail<6>() : g.head<6>()));
    }
    const double factor = system_.material().lambda() / system_.dilated_volume(cell);
    for (const auto& [a, grad_a] : gradient)
      for (const auto& [b, grad_b] : gradient)
        add(a, b, Eigen::Matrix<double, 6, 6>(grad_a * grad_b.transpose()), factor);
  }

  const PolyhedralSystem& system_;
  double time_, share_{1.0};
  std::vector<std::vector<std::size_t>> openings_;  ///< links of every cell
  Eigen::VectorXd q_, terms_, strain_;
  std::vector<Pose> poses_;
  std::vector<LinkState> states_;
};

/// Takes the six rigid motions of the body out of `move`, if no cell is fixed.
void take_rigid_motions_out(const PolyhedralSystem& system, const Eigen::VectorXd& q,
                            Eigen::VectorXd& move) {
  if (!system.options().fixed.empty()) return;
  Eigen::Matrix<double, Eigen::Dynamic, 6> rigid(move.size(), 6);
  Vec3 centre = Vec3::Zero();
  for (int i = 0; i < system.cells(); ++i)
    centre += PolyhedralSystem::position(q, i) / system.cells();
  double size = 0.0;
  for (int i = 0; i < system.cells(); ++i)
    size = std::max(size, (PolyhedralSystem::position(q, i) - centre).norm());
  for (int i = 0; i < system.cells(); ++i) {
    const Mat3 back = PolyhedralSystem::rotation(q, i).toRotationMatrix().transpose();
    const Vec3 apart = PolyhedralSystem::position(q, i) - centre;
    for (int d = 0; d < 3; ++d) {
      rigid.col(d).segment<6>(6 * i) << Vec3::Unit(d), Vec3::Zero();
      rigid.col(3 + d).segment<6>(6 * i) << Vec3::Unit(d).cross(apart) / size, back.col(d) / size;
    }
  }
  const Eigen::Matrix<double, 6, 6> gram = rigid.transpose() * rigid;
  move -= rigid * gram.ldlt().solve(rigid.transpose() * move);
}

Eigen::VectorXd moved(const PolyhedralSystem& system, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& move) {
  Eigen::VectorXd out = q;
  for (int i = 0; i < system.cells(); ++i) {
    out.segment<3>(7 * i) += move.segment<3>(6 * i);
    const Vec3 angle = move.segment<3>(6 * i + 3);
    const double size = angle.norm();
    if (size == 0.0) continue;
    const Eigen::Quaterniond turn =
        (PolyhedralSystem::rotation(q, i) *
         Eigen::Quaterniond(Eigen::AngleAxisd(size, Vec3(angle / size))))
            .normalized();
    out.segment<4>(7 * i + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return out;
}

/// Largest rotation of a cell and largest displacement over the length of its links.
double extent(const PolyhedralSystem& system, const Eigen::VectorXd& move) {
  double largest = 0.0;
  for (const CellLink& link : system.links()) {
    const Vec3 shift = move.segment<3>(6 * link.b) - move.segment<3>(6 * link.a);
    largest =
        std::max({largest, shift.norm() / link.distance, move.segment<3>(6 * link.a + 3).norm(),
                  move.segment<3>(6 * link.b + 3).norm()});
  }
  return largest;
}

void check(const EquilibriumSettings& s) {
  if (s.load_steps < 1 || s.iterations < 1 || !(s.tolerance > 0.0) || !(s.reach > 0.0)) {
    throw ConfigurationError("equilibrium: " + std::to_string(s.load_steps) + " load steps of " +
                             std::to_string(s.iterations) + " iterations to " +
                             to_text(s.tolerance) + " within " + to_text(s.reach) +
                             "; all must be positive");
  }
}

}  // namespace

Equilibrium find_equilibrium(const PolyhedralSystem& system, double t,
                             const EquilibriumSettings& settings) {
  check(settings);
  Balance balance(system, t);
  Eigen::SimplicialLDLT<Sparse> factor;
  Equilibrium out{.q = system.at_rest().q};
  bool analysed = false;
  for (int load = 1; load <= settings.load_steps; ++load) {
    const double share = static_cast<double>(load) / settings.load_steps;
    for (int iteration = 0;; ++iteration) {
      balance.set(out.q, share);
      double largest = 0.0;
      Eigen::VectorXd residual = balance.residual(largest);
      out.residual = largest > 0.0 ? residual.lpNorm<Eigen::Infinity>() / largest : 0.0;
      out.found =
          out.residual <= settings.tolerance || out.residual * largest <= balance.rounding();
      if (out.found) break;
      if (iteration == settings.iterations) {
        out.reason = "no convergence within the allowed number of iterations";
        return out;
      }
      const Sparse stiffness = balance.stiffness();
      if (!analysed) factor.analyzePattern(stiffness);
      analysed = true;
      factor.factorize(stiffness);
      if (factor.info() != Eigen::Success) {
        out.reason = "the stiffness matrix is singular";
        return out;
      }
      Eigen::VectorXd move = factor.solve(residual);
      take_rigid_motions_out(system, out.q, move);
      const double size = extent(system, move);
      if (!(size < 1e6)) {
        out.reason = "an iteration ran away";
        return out;
      }
      if (size > settings.reach) move *= settings.reach / size;
      out.q = moved(system, out.q, move);
      ++out.iterations;
    }
  }
  return out;
}

}  // namespace impactbench
