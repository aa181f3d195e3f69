#include "problems/model/plane_grid_system.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require(bool fine, const std::string& what, double value, const std::string& range) {
  if (fine) return;
  throw ConfigurationError("plane strain grid: " + what + " is " + to_text(value) +
                           "; it must be " + range);
}

bool positive(double x) {
  return x > 0.0 && x < std::numeric_limits<double>::infinity();
}

/// Weights of the cubic through 0, 1, 2, 3 at x.
std::array<double, 4> cubic(double x) {
  return {-(x - 1.0) * (x - 2.0) * (x - 3.0) / 6.0, x * (x - 2.0) * (x - 3.0) / 2.0,
          -x * (x - 1.0) * (x - 3.0) / 2.0, x * (x - 1.0) * (x - 2.0) / 6.0};
}

}  // namespace

PlaneGridSystem::PlaneGridSystem(const Elastic& material, Layout layout)
    : material_(material), layout_(std::move(layout)) {
  const double nu = material.poisson;
  require(positive(material.young), "Young's modulus", material.young, "positive and finite [Pa]");
  require(positive(material.density), "density", material.density, "positive and finite [kg/m3]");
  require(nu > -1.0 && nu < 0.5, "Poisson's ratio", nu, "in (-1, 0.5)");
  require(positive(layout_.edge), "edge of a cell", layout_.edge, "positive and finite [m]");
  require(layout_.columns >= 4, "number of columns", layout_.columns, "at least 4");
  require(layout_.rows >= 4, "number of rows", layout_.rows, "at least 4");
  const int most = std::min(layout_.columns, layout_.rows) - 1;
  require(layout_.sponge >= 0 && layout_.sponge <= most, "width of the sponge", layout_.sponge,
          "in [0, " + to_text(most) + "] cells");
  require(layout_.damping >= 0.0 && std::isfinite(layout_.damping), "damping of the sponge",
          layout_.damping, "at least 0 and finite [1/s]");
  if (static_cast<bool>(layout_.force.at) != static_cast<bool>(layout_.force.mean)) {
    throw ConfigurationError("plane strain grid: a force needs its value and its mean");
  }
  surface_ = 1.0 + 0.5 * nu / (1.0 - 2.0 * nu);
  const double h = layout_.edge, m = material.density * h * h;
  mass_.resize(3 * Eigen::Index{cells()});
  for (int k = 0; k < layout_.rows; ++k) {
    for (int part = 0; part < 3; ++part) {
      auto line = mass_.segment(index(part, 0, k), layout_.columns);
      line.setConstant(part < 2 ? 2.0 * m : m * h * h / 3.0);
      line[0] *= 0.5;
    }
  }
}

double PlaneGridSystem::traction_strain(double t) const {
  if (!layout_.force.at || !layout_.force_in_strain) return 0.0;
  return -(1.0 + material_.poisson) * layout_.force.at(t) /
         (2.0 * layout_.edge * material_.young * surface_);
}

double PlaneGridSystem::decay(int cell, int count) const {
  const int inside = cell - (count - layout_.sponge) + 1;
  if (inside <= 0) return 0.0;
  const double share = static_cast<double>(inside) / layout_.sponge;
  return layout_.damping * share * share * share;
}

std::function<PlanePoint(const Eigen::VectorXd&)> PlaneGridSystem::receiver(double x,
                                                                            double z) const {
  const double h = layout_.edge, column = x / h, row = z / h - 0.5;
  require(column >= 0.0 && column <= layout_.columns - 1.0, "x of a receiver", x,
          "in [0, " + to_text((layout_.columns - 1) * h) + "] m");
  require(z >= 0.0 && row <= layout_.rows - 1.0, "depth of a receiver", z,
          "in [0, " + to_text((layout_.rows - 0.5) * h) + "] m");
  const auto first = [](double at, int count) {
    return std::clamp(static_cast<int>(std::floor(at)) - 1, 0, count - 4);
  };
  const int i0 = first(column, layout_.columns), k0 = first(row, layout_.rows);
  const std::array<double, 4> along = cubic(column - i0), down = cubic(row - k0);
  const Eigen::Index corner = index(0, i0, k0), width = layout_.columns;
  return [=](const Eigen::VectorXd& q) {
    PlanePoint sum;
    for (int k = 0; k < 4; ++k) {
      const Eigen::Index line = corner + 3 * k * width;
      for (int i = 0; i < 4; ++i) {
        const double weight =
            along[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(k)];
        sum.x += weight * q[line + i];
        sum.z += weight * q[line + width + i];
      }
    }
    return sum;
  };
}

double PlaneGridSystem::echo_time(double x, double z) const {
  const double width = layout_.edge * layout_.columns, depth = layout_.edge * (layout_.rows + 0.5);
  const double speed = std::sqrt((material_.lambda() + 2.0 * material_.mu()) / material_.density);
  return std::min(std::hypot(2.0 * width - x, z), std::hypot(x, 2.0 * depth - z)) / speed;
}

void PlaneGridSystem::external_force(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
                                     Eigen::VectorXd& force) const {
  force.setZero();
  if (layout_.force.at) force[index(1, 0, 0)] = layout_.force.at(t);
}

void PlaneGridSystem::mean_force(double t0, double t1, const Eigen::VectorXd&,
                                 const Eigen::VectorXd&, Eigen::VectorXd& force) const {
  force.setZero();
  if (layout_.force.mean) force[index(1, 0, 0)] = layout_.force.mean(t0, t1);
}

double PlaneGridSystem::external_potential(double t, const Eigen::VectorXd& q) const {
  return layout_.force.at ? -layout_.force.at(t) * q[index(1, 0, 0)] : 0.0;
}

double PlaneGridSystem::internal_energy(double t, const Eigen::VectorXd& q) const {
  const int n = layout_.columns, m = layout_.rows;
  const double h = layout_.edge, mu = material_.mu(), bend = material_.young * h * h / 24.0;
  // Displacement of any cell: mirrored on the left, held at the far sides, for rows >= 0.
  const auto u = [&](int part, int i, int k) {
    if (i >= n || k >= m) return 0.0;
    const double value = q[index(part, std::abs(i), k)];
    return i < 0 && part != 1 ? -value : value;
  };
  const auto phi = [&](int i, int k) { return 0.5 * h * u(2, i, k); };
  double sum = 0.0;
  for (int k = 0; k < m; ++k) {
    for (int i = 0; i < n; ++i) {
      const double images = i == 0 ? 1.0 : 2.0;
      const double stretch = u(0, i + 1, k) - u(0, i, k), across = u(1, i, k + 1) - u(1, i, k);
      const double shear = u(1, i + 1, k) - u(1, i, k) - phi(i, k) - phi(i + 1, k);
      const double slide = u(0, i, k + 1) - u(0, i, k) + phi(i, k) + phi(i, k + 1);
      const double turn = u(2, i + 1, k) - u(2, i, k), twist = u(2, i, k + 1) - u(2, i, k);
      const double above = k == 0 ? 0.0 : u(1, i, k) - u(1, i, k - 1);
      double eps = (u(0, i + 1, k) - u(0, i - 1, k) + across + above) / (2.0 * h * dilated(k));
      if (i == 0 && k == 0) eps += traction_strain(t);
      // The link to the right has its mirror image for every column.
      sum += 2.0 * (mu * (stretch * stretch + shear * shear) + bend * turn * turn);
      sum += images * (mu * (slide * slide + across * across) + bend * twist * twist +
                       0.5 * material_.lambda() * dilated(k) * h * h * eps * eps);
    }
  }
  return sum;
}

const PlaneGridSystem* plane_grid_system(const MechanicalSystem& system) {
  return dynamic_cast<const PlaneGridSystem*>(&system);
}

}  // namespace impactbench
