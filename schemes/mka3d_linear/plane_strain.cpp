#include "schemes/mka3d_linear/plane_strain.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/base/parallel.hpp"
#include "problems/base/wide.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

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

struct Links {
  const double *x, *z, *p;                 // this row
  const double *x_down, *z_down, *p_down;  // the next
  const double* normal_up;
  double *normal, *shear, *twist, *strain;
};

IMPACTBENCH_WIDE void link_row(const Links& r, int n, double weight) {
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

IMPACTBENCH_WIDE void kick_row(const Row& r, int n, double pull, double squeeze, double lever,
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

IMPACTBENCH_WIDE void drift_row(double* u, const double* w, int n) {
  IMPACTBENCH_INDEPENDENT
  for (int i = 0; i < n; ++i)
    u[i] += w[i];
}

/// Waits until another thread has come as far as `rows`.
void wait_for(const std::atomic<int>& progress, int rows) {
  for (int seen = progress.load(std::memory_order_acquire); seen < rows;
       seen = progress.load(std::memory_order_acquire)) {
    progress.wait(seen, std::memory_order_acquire);
  }
}

void publish(std::atomic<int>& progress, int rows) {
  progress.store(rows, std::memory_order_release);
  progress.notify_one();
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

PlaneStrain::PlaneStrain(const PlaneGridSystem& system, double step, int block)
    : system_(system), step_(step), columns_(system.layout().columns), rows_(system.layout().rows) {
  if (block < 1) {
    throw ConfigurationError("plane strain kernel: sweeps at once are " + std::to_string(block) +
                             "; it must be at least 1");
  }
  // m = rho h^2, I = rho h^4 / 6, S = D^0 = h per unit thickness.
  const Elastic& material = system.material();
  const double h = system.layout().edge, scale = step * step / (material.density * h * h);
  pull_ = 2.0 * material.mu() * scale;
  squeeze_ = 0.25 * material.lambda() * scale;  // of sums of openings: lambda h/2 over 2 h
  lever_ = 3.0 * material.mu() * scale;
  bend_ = 0.5 * material.young * scale;
  stride_ = lead + (static_cast<std::size_t>(columns_) + 1 + lead - 1) / lead * lead;
  field_.assign(stride_ * parts * (static_cast<std::size_t>(rows_) + 1) + lead, 0.0);
  sweeps_.resize(static_cast<std::size_t>(block));
  for (Sweep& sweep : sweeps_)
    sweep.buffer.resize(stride_ * lines * 3);
  moved_ = std::vector<std::atomic<int>>(sweeps_.size());
  if (system.layout().sponge == 0) return;
  for (int i = 0; i < columns_; ++i)
    damping_.push_back(step * system.decay(i, columns_));
}

double* PlaneStrain::line(int row, int part) {
  return field_.data() + (static_cast<std::size_t>(row) * parts + part) * stride_ + lead;
}

const double* PlaneStrain::line(int row, int part) const {
  return field_.data() + (static_cast<std::size_t>(row) * parts + part) * stride_ + lead;
}

/// Links below `row` and strain of `row`; three rows are alive at a time.
double* PlaneStrain::line(Sweep& sweep, int which, int row) const {
  return sweep.buffer.data() + ((row + 3) % 3 * lines + which) * stride_ + lead;
}

/// f(row, part) for every row, on as many threads as the sweeps may have.
template <class F>
void PlaneStrain::each_line(F&& f) const {
  const auto rows = static_cast<std::size_t>(rows_);
  for_blocks(rows, blocks_for(static_cast<std::size_t>(system_.cells())),
             [&](int, std::size_t begin, std::size_t end) {
               for (std::size_t k = begin; k < end; ++k)
                 for (int part = 0; part < 3; ++part)
                   f(static_cast<int>(k), part);
             });
}

void PlaneStrain::load(const State& state) {
  const double half = 0.5 * system_.layout().edge;
  each_line([&](int row, int part) {
    const double unit = part == 2 ? half : 1.0, speed = unit * step_;
    const Eigen::Index from = system_.index(part, 0, row);
    double *u = line(row, part), *w = line(row, part + 3);
    for (int i = 0; i < columns_; ++i) {
      u[i] = unit * state.q[from + i];
      w[i] = speed * state.v[from + i];
    }
    u[-1] = part == 1 ? u[1] : -u[1];
  });
  done_ = state.step;
}

void PlaneStrain::store(State& state) const {
  const double half = 0.5 * system_.layout().edge;
  each_line([&](int row, int part) {
    const double unit = part == 2 ? half : 1.0;
    const Eigen::Index to = system_.index(part, 0, row);
    const double *u = line(row, part), *w = line(row, part + 3);
    for (int i = 0; i < columns_; ++i) {
      state.q[to + i] = u[i] / unit;
      state.v[to + i] = w[i] / (unit * step_);
    }
  });
  state.step = done_;
}

void PlaneStrain::start(Sweep& sweep, std::int64_t step, double share, bool drifts) {
  std::fill(sweep.buffer.begin(), sweep.buffer.end(), 0.0);  // no links above the surface
  sweep.share = share;
  sweep.drifts = drifts;
  const double t = static_cast<double>(step) * step_;
  const PlaneGridSystem::Layout& layout = system_.layout();
  const double h = layout.edge, mass = system_.material().density * h * h;
  sweep.force = layout.force.at ? share * step_ * step_ / mass * layout.force.at(t) : 0.0;
  sweep.strain = 2.0 * h * system_.traction_strain(t);
}

void PlaneStrain::links_and_strain(Sweep& sweep, int row) {
  const int n = columns_;
  double* strain_here = line(sweep, strain, row);
  if (row == rows_) {  // held
    std::fill(strain_here - 1, strain_here + n + 1, 0.0);
    return;
  }
  link_row({line(row, ux), line(row, uz), line(row, phi), line(row + 1, ux), line(row + 1, uz),
            line(row + 1, phi), line(sweep, normal, row - 1), line(sweep, normal, row),
            line(sweep, shear, row), line(sweep, twist, row), strain_here},
           n, 1.0 / system_.dilated(row));
  if (row == 0) {
    strain_here[0] += sweep.strain;
    // No link above: the pull on the first row is squeeze (eps_0 + eps_1).
    double* above = line(sweep, strain, -1);
    for (int i = 0; i < n; ++i)
      above[i] = -strain_here[i];
  }
  strain_here[-1] = strain_here[1];
}

void PlaneStrain::move(Sweep& sweep, int row) {
  const int n = columns_;
  const double share = sweep.share;
  kick_row(
      {line(row, ux), line(row, uz), line(row, phi), line(row, wx), line(row, wz), line(row, wphi),
       line(sweep, normal, row), line(sweep, shear, row), line(sweep, twist, row),
       line(sweep, normal, row - 1), line(sweep, shear, row - 1), line(sweep, twist, row - 1),
       line(sweep, strain, row - 1), line(sweep, strain, row), line(sweep, strain, row + 1)},
      n, share * pull_, share * squeeze_, share * lever_, share * bend_);
  if (row == 0) line(0, wz)[0] += sweep.force;
  if (!damping_.empty()) damp(sweep, row);
  if (!sweep.drifts) return;
  for (int part = 0; part < 3; ++part)
    drift_row(line(row, part), line(row, part + 3), n);
  line(row, ux)[-1] = -line(row, ux)[1];
  line(row, uz)[-1] = line(row, uz)[1];
  line(row, phi)[-1] = -line(row, phi)[1];
}

void PlaneStrain::damp(Sweep& sweep, int row) {
  const double here = step_ * system_.decay(row, rows_);
  const int first = here > 0.0 ? 0 : columns_ - system_.layout().sponge;
  for (int part = 3; part < 6; ++part) {
    double* w = line(row, part);
    for (int i = first; i < columns_; ++i)
      w[i] /= 1.0 + sweep.share * (here + damping_[static_cast<std::size_t>(i)]);
  }
}

void PlaneStrain::advance(Sweep& sweep, int row) {
  links_and_strain(sweep, row);
  if (row > 0) move(sweep, row - 1);
}

void PlaneStrain::run(std::int64_t steps) {
  const auto block = static_cast<std::int64_t>(sweeps_.size());
  for (std::int64_t first = 0; first <= steps; first += block) {
    const auto count = static_cast<std::size_t>(std::min(block, steps + 1 - first));
    for (std::size_t l = 0; l < count; ++l) {
      const std::int64_t k = first + static_cast<std::int64_t>(l);
      const bool end = k == 0 || k == steps;
      start(sweeps_[l], done_ + k, end ? 0.5 : 1.0, k < steps);
    }
    sweep_rows(count);
  }
  done_ += steps;
}

void PlaneStrain::sweep_rows(std::size_t count) {
  const auto cells = static_cast<std::size_t>(system_.cells());
  const int threads = std::min(blocks_for(cells), static_cast<int>(count));
  // Rows that the last sweep of each thread has moved: the first sweep of the next thread reads a
  // row and the one below it, which must both have been left behind.
  for (std::atomic<int>& rows : moved_)
    rows.store(0, std::memory_order_relaxed);
  for_blocks(count, threads, [&](int thread, std::size_t begin, std::size_t end) {
    const auto lag = 2 * static_cast<int>(end - begin - 1);
    for (int front = 0; front <= rows_ + lag; ++front) {
      if (thread > 0) wait_for(moved_[thread - 1], std::min(front + 2, rows_));
      for (std::size_t l = begin; l < end; ++l) {
        const int row = front - 2 * static_cast<int>(l - begin);
        if (row >= 0 && row <= rows_) advance(sweeps_[l], row);
      }
      const int last = front - lag;  // it has moved the rows before this one
      if (threads > 1 && last > 0) publish(moved_[thread], last);
    }
  });
}

}  // namespace impactbench::mka3d_linear
