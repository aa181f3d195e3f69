#include "problems/polyhedra/statics/equilibrium.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/polyhedra/statics/balance.hpp"
#include "problems/polyhedra/statics/block_ldlt.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace impactbench {
namespace {

/// Takes the six rigid motions of the body out of `move`, if no cell is fixed.
void remove_rigid_motions(const PolyhedralSystem& system, const Eigen::VectorXd& q,
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
  std::optional<BlockLdlt> factors;
  Equilibrium out{.q = system.at_rest().q};
  for (int load = 1; load <= settings.load_steps; ++load) {
    const double share = static_cast<double>(load) / settings.load_steps;
    // Before the full load only a start for the tangent is needed.
    const double tolerance = std::max(settings.tolerance, load < settings.load_steps ? 1e-6 : 0.0);
    for (int iteration = 0;; ++iteration) {
      balance.set(out.q, share);
      double largest = 0.0;
      Eigen::VectorXd residual = balance.residual(largest);
      out.residual = largest > 0.0 ? residual.lpNorm<Eigen::Infinity>() / largest : 0.0;
      out.found = out.residual <= tolerance || out.residual * largest <= balance.rounding();
      if (out.found) break;
      if (iteration == settings.iterations) {
        out.reason = "no convergence within the allowed number of iterations";
        return out;
      }
      const SparseMatrix stiffness = balance.stiffness();
      if (!factors) factors.emplace(stiffness);
      if (!factors->factor(stiffness)) {
        out.reason = "the stiffness matrix is singular";
        return out;
      }
      Eigen::VectorXd move = factors->solve(residual);
      remove_rigid_motions(system, out.q, move);
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
