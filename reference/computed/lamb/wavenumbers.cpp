#include "reference/computed/lamb/wavenumbers.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "reference/support/gauss_legendre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::computed::lamb {
namespace {

using Complex = std::complex<double>;
constexpr Complex i{0.0, 1.0};

struct Pair {
  Complex x, z;
};

/// The integrand of the wavenumber integral, exp(-i k x) included.
class Spectrum {
 public:
  Spectrum(const HalfSpace& ground, Complex s, double source_depth, double x, double z)
      : s_(s),
        slow_p2_(s * s / (ground.cp() * ground.cp())),
        slow_s2_(s * s / (ground.cs() * ground.cs())),
        force_(1.0 / (2.0 * ground.density() * s * s)),
        depth_(source_depth),
        x_(x),
        z_(z) {}

  [[nodiscard]] Pair at(Complex k) const {
    const Complex q = i * k;  // -d/dx
    const Complex nu_p = std::sqrt(k * k + slow_p2_), nu_s = std::sqrt(k * k + slow_s2_);
    const Complex gamma = slow_s2_ + 2.0 * k * k;
    const Complex r = gamma * gamma - 4.0 * k * k * nu_p * nu_s;
    // Waves that arrive at the surface, and the stresses (over mu) that they would leave there.
    const Complex phi_up = force_ * std::exp(-nu_p * depth_);
    const Complex psi_up = -force_ * q / nu_s * std::exp(-nu_s * depth_);
    const Complex normal = -(gamma * phi_up - 2.0 * q * nu_s * psi_up);
    const Complex shear = 2.0 * q * nu_p * phi_up + gamma * psi_up;
    const Complex fade_p = std::exp(-nu_p * z_), fade_s = std::exp(-nu_s * z_);
    const Complex phi = (gamma * normal + 2.0 * q * nu_s * shear) / r * fade_p;
    const Complex psi = (2.0 * q * nu_p * normal - gamma * shear) / r * fade_s;
    // Direct waves; a = sgn(z - z_s), and d/dz = -a nu.
    const double a = z_ >= depth_ ? 1.0 : -1.0, gap = std::abs(z_ - depth_);
    const Complex phi_direct = -a * force_ * std::exp(-nu_p * gap);
    const Complex psi_direct = -force_ * q / nu_s * std::exp(-nu_s * gap);
    const Complex wave = std::exp(-q * x_);
    return {(-q * (phi + phi_direct) + nu_s * (psi + a * psi_direct)) * wave,
            (-nu_p * (phi + a * phi_direct) - q * (psi + psi_direct)) * wave};
  }

 private:
  Complex s_, slow_p2_, slow_s2_, force_;
  double depth_, x_, z_;
};

/// int f(k) dk along the straight line from `a` to `b` in panels no longer than `longest`, of
/// 16 nodes each.
void straight(const Spectrum& f, Complex a, Complex b, double longest, Pair& sum) {
  const int panels = std::max(1, static_cast<int>(std::ceil(std::abs(b - a) / longest)));
  for (int n = 0; n < panels; ++n) {
    each_gauss_node<16>(static_cast<double>(n) / panels, (n + 1.0) / panels,
                        [&](double w, double weight) {
                          const Pair value = f.at(a + (b - a) * w);
                          sum.x += value.x * (b - a) * weight;
                          sum.z += value.z * (b - a) * weight;
                        });
  }
}

/// From `a` in `direction` until exp(-i k x) and the depths have damped by 1e-17, in panels that
/// start at `first` and double up to `longest`.
void ray(const Spectrum& f, Complex a, Complex direction, double first, double longest,
         double length, Pair& sum) {
  double from = 0.0, panel = first;
  while (from < length) {
    const double to = std::min(from + panel, length);
    straight(f, a + direction * from, a + direction * to, panel, sum);
    from = to;
    panel = std::min(2.0 * panel, longest);
  }
}

}  // namespace

Wavenumbers::Wavenumbers(const HalfSpace& ground, const Ricker& force, double source_depth,
                         Receiver receiver, double end)
    : end_(end) {
  check(receiver, source_depth);
  if (!(end > 0.0) || !std::isfinite(end)) {
    throw ConfigurationError("Lamb's reference: the end is " + to_text(end) +
                             " s; it must be positive and finite");
  }
  const double sign = receiver.x < 0.0 ? -1.0 : 1.0, x = std::abs(receiver.x);
  const double pi = std::numbers::pi;
  const double period = std::max(2.0 * end, 1.5);
  const double epsilon = 18.0 / period, spacing = 2.0 * pi / period;
  const double top = 2.0 * std::sqrt(40.0 * force.a());  // exp(-omega^2 / 4a) = exp(-40)
  const double reach = x + std::abs(receiver.z - source_depth);
  for (int n = 0; n * spacing < top; ++n) {
    const Complex s{epsilon, n * spacing};
    const Spectrum f(ground, s, source_depth, x, receiver.z);
    // Singularities at k = -i s / c: real part omega / c, imaginary part -epsilon / c.
    const double scale = std::abs(s) / ground.cp();
    const double beyond = 1.2 * std::abs(s) / ground.rayleigh();
    const double oscillation = 3.0 / reach, length = 60.0 / reach;
    const double lift = std::min(1.0 / reach, 0.2 * beyond);
    const double fine = std::min(oscillation, epsilon / ground.rayleigh() + lift);
    const double diagonal = 1.0 / std::sqrt(2.0);
    Pair sum{};
    ray(f, 0.0, Complex{-diagonal, -diagonal}, 0.25 * scale, oscillation, length, sum);
    sum = {-sum.x, -sum.z};  // walked from 0 outwards, counted inwards
    const Complex top_left{0.2 * beyond, lift}, top_right{0.9 * beyond, lift};
    straight(f, 0.0, top_left, fine, sum);
    straight(f, top_left, top_right, fine, sum);
    straight(f, top_right, beyond, fine, sum);
    ray(f, beyond, Complex{diagonal, -diagonal}, 0.1 * beyond, oscillation, length, sum);
    const double once = n == 0 ? 1.0 : 2.0;  // the frequency -omega adds the conjugate
    const Complex factor = force.laplace(s) * once * spacing / (4.0 * pi * pi);
    spectrum_.push_back({s, sign * sum.x * factor, sum.z * factor});
  }
}

Displacement Wavenumbers::at(double t) const {
  if (!(t >= 0.0 && t <= end_)) {
    throw ConfigurationError("Lamb's reference: time " + to_text(t) +
                             " s asked for; it was made for times in [0, " + to_text(end_) + "] s");
  }
  Displacement out;
  for (const Amplitude& a : spectrum_) {
    const Complex wave = std::exp(a.s * t);
    out.x += (a.x * wave).real();
    out.z += (a.z * wave).real();
  }
  return out;
}

}  // namespace impactbench::computed::lamb
