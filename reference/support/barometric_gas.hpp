#pragma once

namespace impactbench::hard_disc_gas {

/// Equal hard discs on a floor between two walls under gravity at fixed energy: the barometric
/// distribution of a finite number of them.
///
/// Without the size of the discs all is exact. Momenta on a sphere in 2 N dimensions, integrated,
/// give heights z_i (of the centres above the lowest place) the weight K^(N-1), K = E - m g sum z:
/// with H = E / (m g) the z_i / H and K / E are the shares of a Dirichlet law with weights 1 each
/// and N, so that
///   P(z_i > z) = (1 - z / H)^(2 N - 1)  -> exp(-m g z / kT),  mean K = E / 2 = N kT.
///
/// Their size, to first order. With N discs a share 1 - N (N - 1) / 2 I of these states has no
/// overlapping pair, I the probability that two of them overlap. With I for the weight K^N,
/// proportional to 1 / E (density (2 N) / (2 H) (1 - |w| / H)^(2 N - 1) of a difference w of
/// heights, (1 - |u| / a) / a for places across),
///   mean K = N / (d ln Omega_N / dE) = (E / 2) / (1 + (N - 1) I / 4).
/// Mean squares of heights from p = rho kT (1 + 2 pi r^2 rho), p' = -rho m g:
///   mean z^2 = 2 (mean z)^2 2 N / (2 N + 1) (1 - eta / 2),  eta = N pi r^2 / (a h), h = kT / (m
///   g),
/// eta the fraction of area at the floor and h the height of the column.
///
/// Impacts. Momentum: rate times mean impulse of the floor is N m g, exactly. Where a disc touches
/// the floor, or another disc, one height is fixed: K / E has the Beta law of N and N - 1 (scaled
/// by the mean K), and impulses of discs and floor are, with X and E|x| of a unit vector in 2 N
/// dimensions as in hard_disc_gas.hpp,
///   P_floor = 2 sqrt(2 m) X E K / E K^(1/2),   P = 2 sqrt(m) X E K / E K^(1/2),
///   Gamma = N (N - 1) / 2 dI/ds (1 + (25/24 - 4/3) eta) E|x| / m^(1/2) E K^(1/2),  s = 2 r,
/// I for the weight K^(N-1): 25/24 eta is Enskog's 25/16 in the mean over pairs, 4/3 eta the
/// additional room that a column takes.
///
/// Derived here; the Dirichlet law: Roman, White and Velasco 1995 (Eur. J. Phys. 16, 83).
struct Column {
  double count;   ///< discs, N
  double radius;  ///< r [m]
  double room;    ///< of centres across, a [m]
  double mass;    ///< of a disc [kg]
  double gravity;
  double energy;  ///< E, kinetic and m g z above the lowest places [J]
};

struct Barometric {
  double kinetic;         ///< mean K / E [-]
  double height_square;   ///< mean z^2 / (E / (N m g))^2 [-]
  double floor_rate;      ///< impacts on the floor [1/s]
  double floor_impulse;   ///< of one of them [N s]
  double collision_rate;  ///< of pairs [1/s]
  double pair_impulse;    ///< of one of them [N s]
};
[[nodiscard]] Barometric predict_column(const Column& column);

/// eta.
[[nodiscard]] double crowding(const Column& column);
/// Beyond this first order is not enough: the neglected terms are of the order of its square.
inline constexpr double most_crowding = 0.05;

/// The number of discs above a height at a time, N P(z_i > z).
[[nodiscard]] double above(const Column& column, double height);

/// The height above the floor at which discs turn back if contacts are detected once a step h, and
/// their closer approach to each other: h E[w_+], over h and over 2 r.
struct Coarseness {
  double floor, pair;
};
[[nodiscard]] Coarseness coarseness(const Column& column, double h);

}  // namespace impactbench::hard_disc_gas
