#pragma once

namespace impactbench::hard_disc_gas {

/// Equal hard discs in a square box at fixed energy: microcanonical means, over all states of that
/// energy, which equal the means of a long run.
///
/// Bulk. With eta = rho pi r^2 the area fraction at the density rho away from walls,
///
///   p = rho kT Z,   Z = (1 + eta^2/8) / (1 - eta)^2,   g = (1 - 7 eta/16) / (1 - eta)^2,
///
/// Henderson's equation of state and Enskog's contact value, related by Z = 1 + 2 eta g.
///
/// Walls. A box of side L holds Omega = -p L^2 + 4 L gamma + kappa at given mu. Excess of a wall,
/// exact in the second virial coefficient (the rest is scaled particle theory), and of the four
/// corners up to the second virial coefficient:
///
///   gamma / kT = rho r / (1 - eta) (1 + (1 - 8/(3 pi)) eta)
///   kappa / kT = -4 r^2 rho + (76/3 - 8 pi) r^4 rho^2
///
/// so that N = rho L^2 - rho chi (4 L gamma' + kappa') / kT, chi = kT (d rho / d p), and the force
/// on a wall, with the number of discs fixed (ln Z_N = ln Xi - N ln z - ln(2 pi var N) / 2, var N =
/// N chi), is 2 F / kT = (2 L p - 4 gamma) / kT + rho chi' / (chi L).
///
/// Rates. kT = K / N and, with centres in a square of side a = L - 2 r, the virial theorem says
///   2 F a = 2 K + 2 r Gamma P,
/// Gamma the pair collisions per time and P their mean impulse. Velocities are uniform on a sphere
/// in n = 2 N dimensions, for any positions: for a component x of a unit vector on it
///   P = 2 sqrt(m K) X,  P_wall = 2 sqrt(2 m K) X,  X = E x^2 / E |x| = sqrt(pi) G((n + 1) / 2) /
///   (n G(n / 2)), G the gamma function, and 4 F = Gamma_wall P_wall.
///
/// Speeds. b = m v^2 / (2 K) of a disc has P(b > x) = (1 - x)^(N - 1), E b^k = G(1 + k) G(N) / G(N
/// + k): Maxwell's law for N to infinity.
///
/// Cooling. An impact takes (1 - e^2) K / (N + 1/2) in the mean, on a wall or between discs, so
/// that
///   d K^(-1/2) / dt = (1 - e^2) (Gamma (1 + 3 a/16) + Gamma_wall (1 + 3 a/8)) / (2 (N + 1/2) sqrt
///   K), a = 16 (1 - e) (1 - 2 e^2) / (57 - 25 e + 30 e^2 (1 - e)),
/// which is Haff's law K = K_0 / (1 + t / t_0)^2; a is how far speeds are from Maxwell's. It holds
///
/// where the gas is homogeneous: heat is conducted across the box faster than impacts take it,
///   (1 - e^2) / 2 (L / lambda)^2 small, lambda = 1 / (2 sqrt 2 rho 2 r g) the mean free path.
///
/// Sources: Henderson 1975 (Mol. Phys. 30, 971); Helfand, Frisch and Lebowitz 1961 (J. Chem. Phys.
/// 34, 1037) for scaled particles; Haff 1983 (J. Fluid Mech. 134, 401); van Noije and Ernst 1998
/// (Granular Matter 1, 57) for a. Excess of walls and corners: cluster integrals of the box.
struct Gas {
  double count;    ///< discs, N
  double radius;   ///< r [m]
  double side;     ///< of the box, L [m]
  double mass;     ///< of a disc [kg]
  double kinetic;  ///< K [J]
  double restitution{1.0};
};

[[nodiscard]] double compressibility(double eta);  ///< Z
[[nodiscard]] double contact_value(double eta);    ///< g

/// The effective reduction of distances by the softness of contacts, as lengths [m]: for pairs (off
/// 2 r) and for walls (the square of the centres is wider by it on each side).
struct Softness {
  double pair{0.0}, wall{0.0};
};

/// Energy c D^alpha of a contact: int of 1 - exp(-c D^alpha / kT) dD = G(1 + 1/alpha) (kT /
/// c)^(1/alpha), exact at the second virial coefficient (Barker and Henderson 1967).
[[nodiscard]] Softness softness_of_springs(const Gas& gas, double alpha, double coefficient);

/// Contacts that are detected once a step h: bodies overlap for a time h per contact, a share of
/// all states that corresponds to h E[w_+] more room, w the speed of separation.
[[nodiscard]] Softness softness_of_steps(const Gas& gas, double h);

struct Prediction {
  double compressibility;  ///< F a / (N kT), a = L - 2 r of the discs as they are [-]
  double collision_rate;   ///< of pairs [1/s]
  double wall_rate;        ///< impacts on walls [1/s]
  double pair_impulse;     ///< P [N s]
  double cooling;          ///< d K^(-1/2) / dt [1 / (s sqrt J)]
};
/// `gas.kinetic` is that of discs in free flight. NaN if the discs do not fit.
[[nodiscard]] Prediction predict(const Gas& gas, const Softness& softness = {});

/// (1 - e^2) / 2 (L / lambda)^2 of a cooling gas.
[[nodiscard]] double inhomogeneity(const Gas& gas);
/// The limit up to which Haff's law is judged; event-driven and stepped runs of 90 to 300 discs
/// cool more slowly by 5e-4 of this number, at 4 to 270 of it.
inline constexpr double most_inhomogeneous = 50.0;

/// E b^k for the speeds.
[[nodiscard]] double speed_moment(double count, double k);

/// Mean share of the energy stored in contacts: n_c kT l / alpha for each kind, n_c = rate /
/// E[w_+], l its softness.
[[nodiscard]] double stored_share(const Gas& gas, const Softness& softness, double alpha);

}  // namespace impactbench::hard_disc_gas
