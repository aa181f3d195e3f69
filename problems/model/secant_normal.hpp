#pragma once

namespace impactbench {

/// What stands for the gradient of a constraint f over a step x from q^n to q^{n+1}, of
/// ContactPlace::step: a vector n with n . x = f^{n+1} - f^n. With g = grad f in the middle and s =
/// (f^{n+1} - f^n) / (g . x),
///
///   n = s g                                             where |s - 1| <= most_stretch and the
///                                                       cosine of x and M^-1 g, in the metric of
///                                                       M, is least_cosine or more,
///   n = g + (f^{n+1} - f^n - g . x) M x / (x . M x)     else (Gonzalez 1996, section 3); s is then
///                                                       taken for 1.
///
/// Whatever shift or turn of all coordinates leaves f as it is, g is across it, and so is s g: of
/// bodies it keeps momentum and angular momentum, which the other does not. Of a pair at the
/// distance d it is (d^{n+1} + d^n) / (|d^{n+1}| + |d^n|). Tangents are those in the middle, times
/// s.
struct SecantNormal {
  static constexpr double least_cosine = 1e-3, most_stretch = 0.1;
};

}  // namespace impactbench
