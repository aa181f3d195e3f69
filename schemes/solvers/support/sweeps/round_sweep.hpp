#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/support/sweeps/sweep_change.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Contacts of round bodies in the order of the sweep, packed: J_b = -J_a = n in the normal row;
/// with friction between discs J_a = (t, r_a) and J_b = (-t, r_b), t = (-n_y, n_x), in the other,
/// and the same mass in both directions, so that W_nt = 0.
/// Sums are those of GeneralSweep, bit for bit, up to the sign of a zero.
template <int Rows>
struct RoundContact {
  int a, b, contact;
  double n[Rows == 1 ? 3 : 2];
  double arm[2];
  double b_[Rows];  ///< of the problem
  double w[Rows];   ///< diagonal of W
  double mu;
};
template <>
struct RoundContact<1> {
  int a, b, contact;
  double n[3];
  double b_[1];
  double w[1];
};

struct RoundBody {
  double v[3];  ///< of M^-1 H p
  double inverse_mass[3];
};

/// Gauss-Seidel's loops over them; `Width`: components of n, the others are zero.
template <int Width, int Rows>
class RoundSweep {
 public:
  RoundSweep(const ContactProblem& problem, const RoundContact<Rows>* contacts, RoundBody* bodies)
      : problem_(problem), contacts_(contacts), bodies_(bodies) {}

  void rest(std::size_t begin, std::size_t end) const {
    const auto dofs = static_cast<std::size_t>(problem_.dofs);
    for (std::size_t place = begin; place < end; ++place) {
      for (const int body : {contacts_[place].a, contacts_[place].b}) {
        if (body == ContactProblem::fixed) continue;
        RoundBody& to = bodies_[body];
        const double* from = problem_.inverse_mass.data() + dofs * static_cast<std::size_t>(body);
        for (std::size_t k = 0; k < 3; ++k) {
          to.v[k] = 0.0;
          to.inverse_mass[k] = k < dofs ? from[k] : 0.0;
        }
      }
    }
  }

  [[nodiscard]] bool push_all(const std::vector<double>& p, std::size_t begin,
                              std::size_t end) const {
    bool finite = true;
    for (std::size_t place = begin; place < end; ++place) {
      const Contact& c = contacts_[place];
      RoundBody still{};
      RoundBody &a = body(c.a, still), &b = body(c.b, still);
      const double* impulse = p.data() + Rows * c.contact;
      push_normal(c, impulse[0], a, b);
      if constexpr (Rows == 2) push_tangential(c, impulse[1], a, b);
      for (int r = 0; r < Rows; ++r)
        finite = finite && std::isfinite(impulse[r]);
    }
    return finite;
  }

  [[nodiscard]] NaturalPart natural(const std::vector<double>& p, std::size_t begin,
                                    std::size_t end) const {
    NaturalPart out;
    RoundBody still{};
    for (std::size_t place = begin; place < end; ++place) {
      const Contact& c = contacts_[place];
      const RoundBody &a = body(c.a, still), &b = body(c.b, still);
      const double* impulse = p.data() + Rows * c.contact;
      const double u = normal_velocity(c, a, b);
      out.worst = std::max(out.worst, std::abs(std::min(c.w[0] * impulse[0], u)));
      out.sum += u;
      if constexpr (Rows == 2) {
        const double slip = tangential_velocity(c, a, b), wp = c.w[1] * impulse[1];
        const double bound = c.mu * c.w[1] * std::max(impulse[0], 0.0);
        out.worst = std::max(out.worst, std::abs(wp - std::clamp(wp - slip, -bound, bound)));
        out.sum += slip;
      }
    }
    return out;
  }

  [[nodiscard]] SweepChange sweep(std::vector<double>& p, double omega, std::size_t begin,
                                  std::size_t end) const {
    SweepChange out;
    RoundBody still{};
    double* impulses = p.data();
    for (std::size_t place = begin; place < end; ++place) {
      const Contact& c = contacts_[place];
      // Velocities of both bodies stay in registers from one row to the next.
      RoundBody &body_a = body(c.a, still), &body_b = body(c.b, still);
      RoundBody a = body_a, b = body_b;
      double* impulse = impulses + Rows * c.contact;
      bool moved = false;
      if (c.w[0] > 0.0) {
        const double argument = impulse[0] - omega * normal_velocity(c, a, b) / c.w[0];
        const double next = argument < 0.0 ? 0.0 : argument;  // NaN is kept
        const double dp = next - impulse[0];
        impulse[0] = next;
        if (dp != 0.0) push_normal(c, dp, a, b);
        moved = dp != 0.0;
        count(dp, next, c.w[0], out);
      }
      if constexpr (Rows == 2) {
        if (c.w[1] > 0.0) {
          const double argument = impulse[1] - omega * tangential_velocity(c, a, b) / c.w[1];
          const double bound = c.mu * impulse[0];
          const double next = argument > bound ? bound : (argument < -bound ? -bound : argument);
          const double dp = next - impulse[1];
          impulse[1] = next;
          if (dp != 0.0) push_tangential(c, dp, a, b);
          moved = moved || dp != 0.0;
          count(dp, next, c.w[1], out);
        }
      }
      if (!moved) continue;
      constexpr int changed = Rows == 2 ? 3 : Width;
      for (int k = 0; k < changed; ++k) {
        body_a.v[k] = a.v[k];
        body_b.v[k] = b.v[k];
      }
    }
    return out;
  }

 private:
  using Contact = RoundContact<Rows>;

  /// A wall is an immobile body.
  [[nodiscard]] RoundBody& body(int number, RoundBody& still) const {
    return number == ContactProblem::fixed ? still : bodies_[number];
  }

  static double normal_velocity(const Contact& c, const RoundBody& a, const RoundBody& b) {
    double u = c.b_[0];
    for (int k = 0; k < Width; ++k)
      u -= c.n[k] * a.v[k];
    for (int k = 0; k < Width; ++k)
      u += c.n[k] * b.v[k];
    return u;
  }
  static double tangential_velocity(const Contact& c, const RoundBody& a, const RoundBody& b) {
    double u = c.b_[1];
    u -= c.n[1] * a.v[0];
    u += c.n[0] * a.v[1];
    u += c.arm[0] * a.v[2];
    u += c.n[1] * b.v[0];
    u -= c.n[0] * b.v[1];
    u += c.arm[1] * b.v[2];
    return u;
  }
  static void push_normal(const Contact& c, double dp, RoundBody& a, RoundBody& b) {
    for (int k = 0; k < Width; ++k) {
      a.v[k] -= a.inverse_mass[k] * c.n[k] * dp;
      b.v[k] += b.inverse_mass[k] * c.n[k] * dp;
    }
  }
  static void push_tangential(const Contact& c, double dp, RoundBody& a, RoundBody& b) {
    a.v[0] -= a.inverse_mass[0] * c.n[1] * dp;
    a.v[1] += a.inverse_mass[1] * c.n[0] * dp;
    a.v[2] += a.inverse_mass[2] * c.arm[0] * dp;
    b.v[0] += b.inverse_mass[0] * c.n[1] * dp;
    b.v[1] -= b.inverse_mass[1] * c.n[0] * dp;
    b.v[2] += b.inverse_mass[2] * c.arm[1] * dp;
  }
  static void count(double dp, double next, double w, SweepChange& out) {
    out.change += dp * dp;
    out.norm += next * next;
    out.largest = std::max(out.largest, std::abs(dp));
    out.residual = std::max(out.residual, w * std::abs(dp));
  }

  const ContactProblem& problem_;
  const Contact* contacts_;
  RoundBody* bodies_;
};

}  // namespace impactbench
