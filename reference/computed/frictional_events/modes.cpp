#include "reference/computed/frictional_events/modes.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::computed::frictional_events {
namespace {

constexpr double rounding = 1e-10;
constexpr std::array all{Mode::open, Mode::stick, Mode::forwards, Mode::backwards};

int sign_of(Mode mode) {
  return mode == Mode::forwards ? 1 : mode == Mode::backwards ? -1 : 0;
}

bool allowed(const Rows& rows, const std::vector<Mode>& modes) {
  for (std::size_t k = 0; k < modes.size(); ++k)
    if (rows.slides[k] != 0 && modes[k] != Mode::open && sign_of(modes[k]) != rows.slides[k])
      return false;
  return true;
}

/// Whether p and u obey the inequalities, up to rounding of the sizes that they have.
bool obeys(const Rows& rows, const Solution& s) {
  const double u_size = rows.b.cwiseAbs().maxCoeff();
  const double p_size = std::max(s.p.cwiseAbs().maxCoeff(), u_size / rows.w.diagonal().maxCoeff());
  for (std::size_t k = 0; k < s.modes.size(); ++k) {
    const auto n = static_cast<Eigen::Index>(2 * k);
    if (s.modes[k] == Mode::open) {
      if (!(s.u[n] >= -rounding * u_size)) return false;
      continue;
    }
    if (!(s.p[n] >= -rounding * p_size)) return false;
    const double bound = rows.friction[k] * s.p[n];
    if (s.modes[k] == Mode::stick && !(std::abs(s.p[n + 1]) <= bound + rounding * p_size))
      return false;
    const int sign = sign_of(s.modes[k]);
    if (sign != 0 && rows.slides[k] == 0 && !(sign * s.u[n + 1] >= -rounding * u_size))
      return false;
  }
  return true;
}

/// Whether both give the same motion; if contacts are redundant forces may differ.
bool alike(const Rows& rows, const Solution& a, const Solution& b) {
  return (a.u - b.u).cwiseAbs().maxCoeff() <= 1e-7 * rows.b.cwiseAbs().maxCoeff();
}

}  // namespace

std::optional<SmallVector> forces(const Rows& rows, const std::vector<Mode>& modes) {
  const Eigen::Index size = rows.b.size();
  SmallMatrix matrix = SmallMatrix::Identity(size, size);
  SmallVector right = SmallVector::Zero(size);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if (modes[k] == Mode::open) continue;
    const auto n = static_cast<Eigen::Index>(2 * k);
    matrix.row(n) = rows.w.row(n);
    right[n] = -rows.b[n];
    if (modes[k] == Mode::stick) {
      matrix.row(n + 1) = rows.w.row(n + 1);
      right[n + 1] = -rows.b[n + 1];
    } else {
      matrix(n + 1, n) = sign_of(modes[k]) * rows.friction[k];
    }
  }
  // Rows of W and of the bounds have their own sizes.
  for (Eigen::Index r = 0; r < size; ++r) {
    const double scale = matrix.row(r).cwiseAbs().maxCoeff();
    if (!(scale > 0.0)) return std::nullopt;
    matrix.row(r) /= scale;
    right[r] /= scale;
  }
  const auto lu = matrix.fullPivLu();
  if (!lu.isInvertible()) return std::nullopt;
  return SmallVector(lu.solve(right));
}

std::vector<Solution> solutions(const Rows& rows,
                                const std::function<bool(const std::vector<Mode>&)>& among) {
  std::vector<Solution> out;
  const std::size_t combinations = std::size_t{1} << (2 * rows.contacts());
  for (std::size_t code = 0; code < combinations; ++code) {
    Solution s;
    for (std::size_t k = 0; k < rows.contacts(); ++k)
      s.modes.push_back(all[code >> (2 * k) & 3U]);
    if (!allowed(rows, s.modes) || (among && !among(s.modes))) continue;
    const auto p = forces(rows, s.modes);
    if (!p) continue;
    s.p = *p;
    s.u = rows.w * s.p + rows.b;
    if (!obeys(rows, s)) continue;
    const auto same = [&](const Solution& other) { return alike(rows, s, other); };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(std::move(s));
  }
  return out;
}

}  // namespace impactbench::computed::frictional_events
