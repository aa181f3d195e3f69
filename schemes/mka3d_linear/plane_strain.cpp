#include "schemes/mka3d_linear/plane_strain.hpp"

#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

// The loops below over a row are the whole cost; a wider register halves it. Without fused
// multiply-adds every version gives the same bits.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__)
#define IMPACTBENCH_ROW_LOOP __attribute__((target_clones("default", "avx2")))
#else
#define IMPACTBENCH_ROW_LOOP
#endif
// No two of a loop's pointers overlap where one of them is written.
#if defined(__clang__)
#define IMPACTBENCH_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define IMPACTBENCH_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace impactbench::mka3d_linear {
namespace {

constexpr std::size_t lead = 8;  // room for the mirror column, a cache line for alignment
enum Part { ux, uz, phi, wx, wz, wphi, parts };     // w: velocities times the step
enum Line { normal, shear, twist, strain, lines };  // of the links below a row; eps of a row

void require(bool fine, const std::string& what, double value, const std::string& range) {
  if (fine) return;
  throw ConfigurationError("plane strain grid: " + what + " is " + to_text(value) +
                           "; it must be " + range);
}

/// Weights of the cubic through 0, 1, 2, 3 at x.
std::array<double, 4> cubic(double x) {
  return {-(x - 1.0) * (x - 2.0) * (x - 3.0) / 6.0, x * (x - 2.0) * (x - 3.0) / 2.0,
          -x * (x - 1.0) * (x - 3.0) / 2.0, x * (x - 1.0) * (x - 2.0) / 6.0};
}

struct Links {
  const double *x, *z, *p;                 // this row
  const double *x_down, *z_down, *p_down;  // the next
  const double* normal_up;
  double *normal, *shear, *twist, *strain;
};

IMPACTBENCH_ROW_LOOP void link_row(const Links& r, int n, double weight) {
  IMPACTBENCH_INDEPENDENT
  for (int i = 0; i < n; ++i) {
    const double opening = r.z_down[i] - r.z[i];
    r.normal[i] = opening;
    r.shear[i] = r.x_down[i] - r.x[i] + (r.p[i] + r.p_down[i]);
    r.twist[i] = r.p_down[i] - r.p[i];
    r.strain[i] = weight * ((r.x[i + 1] - r.x[i - 1]) + (opening + r.normal_up[i]));
  }
}

struct Row {
  const double *x, *z, *p;
  double *wx, *wz, *wp;
  const double *normal, *shear, *twist, *normal_up, *shear_up, *twist_up;
  const double *strain_up, *strain, *strain_down;
};

IMPACTBENCH_ROW_LOOP void kick_row(const Row& r, int n, double pull, double squeeze, double lever,
                                   double bend) {
  IMPACTBENCH_INDEPENDENT
  for (int i = 0; i < n; ++i) {
    const double sides = r.p[i + 1] + r.p[i - 1], twice = 2.0 * r.p[i];
    r.wx[i] += pull * ((r.x[i + 1] + r.x[i - 1] - 2.0 * r.x[i]) + (r.shear[i] - r.shear_up[i])) +
               squeeze * (r.strain[i + 1] - r.strain[i - 1]);
    r.wz[i] += pull * ((r.z[i + 1] + r.z[i - 1] - 2.0 * r.z[i]) - (r.p[i + 1] - r.p[i - 1]) +
                       (r.normal[i] - r.normal_up[i])) +
               squeeze * (r.strain_down[i] - r.strain_up[i]);
    r.wp[i] +=
        lever * ((r.z[i + 1] - r.z[i - 1]) - (sides + twice) - (r.shear[i] + r.shear_up[i])) +
        bend * ((sides - twice) + (r.twist[i] - r.twist_up[i]));
  }
}

IMPACTBENCH_ROW_LOOP void drift_row(double* u, const double* w, int n) {
  IMPACTBENCH_INDEPENDENT
  for (int i = 0; i < n; ++i)
    u[i] += w[i];
}

}  // namespace

double stability_limit(const Elastic& material, double edge) {
  // Plane waves exp(i (a i + b k)): the 3 x 3 problem for (u_x, u_z, i theta h / sqrt 6), real and
  // symmetric, in units of mu / (rho h^2).
  const double ratio = material.lambda() / material.mu(), couple = 2.0 * std::sqrt(6.0);
  double largest = 0.0;
  constexpr int count = 64;
  for (int i = 0; i <= count; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double a = std::numbers::pi * i / count, b = std::numbers::pi * j / count;
      const double sa = std::sin(a), sb = std::sin(b);
      const double q = 4.0 - 2.0 * std::cos(a) - 2.0 * std::cos(b);
      Eigen::Matrix3d m;
      m << 2.0 * q + ratio * sa * sa, ratio * sa * sb, couple * sb,  //
          ratio * sa * sb, 2.0 * q + ratio * sb * sb, -couple * sa,  //
          couple * sb, -couple * sa, 24.0 - (2.0 - material.poisson) * q;
      largest = std::max(largest,
                         Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(m, Eigen::EigenvaluesOnly)
                             .eigenvalues()[2]);
    }
  }
  return 2.0 * edge / std::sqrt(largest * material.mu() / material.density);
}

double echo_time(const Elastic& material, const Layout& layout, double x, double z) {
  const double width = layout.edge * layout.columns, depth = layout.edge * (layout.rows + 0.5);
  const double speed = std::sqrt((material.lambda() + 2.0 * material.mu()) / material.density);
  return std::min(std::hypot(2.0 * width - x, z), std::hypot(x, 2.0 * depth - z)) / speed;
}

PlaneStrain::PlaneStrain(const Elastic& material, const Layout& layout, LineForce force)
    : layout_(layout), force_(std::move(force)) {
  const double nu = material.poisson, infinity = std::numeric_limits<double>::infinity();
  const auto positive = [&](double x) { return x > 0.0 && x < infinity; };
  require(positive(material.young), "Young's modulus", material.young, "positive and finite [Pa]");
  require(positive(material.density), "density", material.density, "positive and finite [kg/m3]");
  require(nu > -1.0 && nu < 0.5, "Poisson's ratio", nu, "in (-1, 0.5)");
  require(positive(layout.edge), "edge of a cell", layout.edge, "positive and finite [m]");
  require(layout.columns >= 4, "number of columns", layout.columns, "at least 4");
  require(layout.rows >= 4, "number of rows", layout.rows, "at least 4");
  require(layout.block >= 1, "number of steps in a block", layout.block, "at least 1");
  const double limit = stability_limit(material, layout.edge);
  require(layout.step > 0.0 && layout.step < limit, "the step", layout.step,
          "in (0, " + to_text(limit) + ") s, below the stability limit");
  if (!force_.history) throw ConfigurationError("plane strain grid: the force has no history");

  // m = rho h^2, I = rho h^4 / 6, S = D^0 = h per unit thickness.
  const double scale = layout.step * layout.step / (material.density * layout.edge * layout.edge);
  pull_ = 2.0 * material.mu() * scale;
  squeeze_ = 0.25 * material.lambda() * scale;  // of sums of openings: lambda h/2 over 2 h
  lever_ = 3.0 * material.mu() * scale;
  bend_ = 0.5 * material.young * scale;
  surface_ = 1.0 / (1.0 + 0.5 * nu / (1.0 - 2.0 * nu));
  push_ = scale;
  // 2 h g / W with g = (1 + nu)/E h (h/2) (-F / h), W = w h^2.
  swell_ = force_.in_strain ? -(1.0 + nu) / material.young * surface_ : 0.0;
  stride_ = lead + (static_cast<std::size_t>(layout.columns) + 1 + lead - 1) / lead * lead;
  field_.assign(stride_ * parts * (static_cast<std::size_t>(layout.rows) + 1) + lead, 0.0);
  levels_.resize(static_cast<std::size_t>(layout.block));
  for (Level& level : levels_)
    level.buffer.resize(stride_ * lines * 3);
}

double* PlaneStrain::line(int row, int part) {
  return field_.data() + (static_cast<std::size_t>(row) * parts + part) * stride_ + lead;
}

/// Links below `row` and strain of `row`; three rows are alive at a time.
double* PlaneStrain::line(Level& level, int which, int row) const {
  return level.buffer.data() + ((row + 3) % 3 * lines + which) * stride_ + lead;
}

void PlaneStrain::start(Level& level, int step) {
  std::fill(level.buffer.begin(), level.buffer.end(), 0.0);  // no links above the surface
  level.step = step;
  // The first kick is half a step long, and the force all that there is at rest.
  level.force = (step == 0 ? 0.5 : 1.0) * force_.history(step * layout_.step);
}

void PlaneStrain::links_and_strain(Level& level, int row) {
  const int n = layout_.columns;
  double* strain_here = line(level, strain, row);
  if (row == layout_.rows) {  // held
    std::fill(strain_here - 1, strain_here + n + 1, 0.0);
    return;
  }
  link_row({line(row, ux), line(row, uz), line(row, phi), line(row + 1, ux), line(row + 1, uz),
            line(row + 1, phi), line(level, normal, row - 1), line(level, normal, row),
            line(level, shear, row), line(level, twist, row), strain_here},
           n, row == 0 ? surface_ : 1.0);
  if (row == 0) {
    strain_here[0] += swell_ * level.force;
    // No link above: the pull on the first row is squeeze (eps_0 + eps_1).
    double* above = line(level, strain, -1);
    for (int i = 0; i < n; ++i)
      above[i] = -strain_here[i];
  }
  strain_here[-1] = strain_here[1];
}

void PlaneStrain::move(Level& level, int row) {
  const int n = layout_.columns;
  kick_row(
      {line(row, ux), line(row, uz), line(row, phi), line(row, wx), line(row, wz), line(row, wphi),
       line(level, normal, row), line(level, shear, row), line(level, twist, row),
       line(level, normal, row - 1), line(level, shear, row - 1), line(level, twist, row - 1),
       line(level, strain, row - 1), line(level, strain, row), line(level, strain, row + 1)},
      n, pull_, squeeze_, lever_, bend_);
  if (row == 0) line(0, wz)[0] += push_ * level.force;
  for (int part = 0; part < 3; ++part)
    drift_row(line(row, part), line(row, part + 3), n);
  line(row, ux)[-1] = -line(row, ux)[1];
  line(row, uz)[-1] = line(row, uz)[1];
  line(row, phi)[-1] = -line(row, phi)[1];
}

void PlaneStrain::run(int steps) {
  require(steps >= 0, "number of steps", steps, "at least 0");
  for (Place& place : places_)
    place.trace.resize(static_cast<std::size_t>(done_ + steps) + 1);
  for (int left = steps; left > 0;) {
    const int block = std::min(left, layout_.block);
    for (int l = 0; l < block; ++l)
      start(levels_[l], done_ + l);
    // A step may follow the one before it two rows behind: it reads a row and the next.
    for (int front = 0; front <= layout_.rows + 2 * (block - 1); ++front) {
      for (int l = 0; l < block; ++l) {
        const int row = front - 2 * l;
        if (row < 0 || row > layout_.rows) continue;
        links_and_strain(levels_[l], row);
        if (row == 0) continue;
        move(levels_[l], row - 1);
        sample(row - 1, levels_[l].step + 1);
      }
    }
    done_ += block;
    left -= block;
  }
}

void PlaneStrain::sample(int row, int step) {
  for (Place& place : places_) {
    const int k = row - place.row;
    if (k < 0 || k > 3) continue;
    const double *x = line(row, ux) + place.column, *z = line(row, uz) + place.column;
    PlanePoint& sum = place.trace[static_cast<std::size_t>(step)];
    for (int i = 0; i < 4; ++i) {
      const double weight = place.along[i] * place.down[k];
      sum.x += weight * x[i];
      sum.z += weight * z[i];
    }
  }
}

std::size_t PlaneStrain::record(double x, double z) {
  const double h = layout_.edge;
  const double column = x / h, row = z / h - 0.5;
  require(done_ == 0, "number of steps done", done_, "0 when a place is recorded");
  require(column >= 0.0 && column <= layout_.columns - 1.0, "x of a recorded place", x,
          "in [0, " + to_text((layout_.columns - 1) * h) + "] m");
  require(z >= 0.0 && row <= layout_.rows - 1.0, "depth of a recorded place", z,
          "in [0, " + to_text((layout_.rows - 0.5) * h) + "] m");
  Place place;
  const auto first = [](double at, int count) {
    return std::clamp(static_cast<int>(std::floor(at)) - 1, 0, count - 4);
  };
  place.column = first(column, layout_.columns);
  place.row = first(row, layout_.rows);
  place.along = cubic(column - place.column);
  place.down = cubic(row - place.row);
  place.trace.resize(1);
  places_.push_back(std::move(place));
  return places_.size() - 1;
}

PlanePoint PlaneStrain::at(std::size_t place, int n) const {
  return places_.at(place).trace.at(static_cast<std::size_t>(n));
}

PlanePoint PlaneStrain::cell(int column, int row) const {
  const double* x = field_.data() + static_cast<std::size_t>(row) * parts * stride_ + lead;
  return {x[ux * static_cast<std::ptrdiff_t>(stride_) + column],
          x[uz * static_cast<std::ptrdiff_t>(stride_) + column]};
}

}  // namespace impactbench::mka3d_linear
