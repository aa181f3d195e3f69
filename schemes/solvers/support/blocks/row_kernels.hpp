#pragma once

#include <cstddef>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace impactbench {

/// Row of a contact between two bodies with J_b = -J_a = n: relative velocity n . (v_b - v_a); an
/// impulse y adds n y to b and subtracts it from a. `ends`: first entries of a and b.
template <int Width>
struct PairKernel {
  static constexpr std::size_t stride() { return Width; }
  static double dot(const double* n, const int* ends, const double* v) {
    const double *a = v + ends[0], *b = v + ends[1];
    double sum = n[0] * (b[0] - a[0]);
    for (int k = 1; k < Width; ++k)
      sum += n[k] * (b[k] - a[k]);
    return sum;
  }
  static void push(const double* n, const int* ends, double y, double* momentum) {
    double *a = momentum + ends[0], *b = momentum + ends[1];
    for (int k = 0; k < Width; ++k) {
      a[k] -= n[k] * y;
      b[k] += n[k] * y;
    }
  }
};

#ifdef __SSE2__
/// In the plane both components fit one register; the sums are those of the loops above.
template <>
struct PairKernel<2> {
  static constexpr std::size_t stride() { return 2; }
  static double dot(const double* n, const int* ends, const double* v) {
    const __m128d d = _mm_sub_pd(_mm_loadu_pd(v + ends[1]), _mm_loadu_pd(v + ends[0]));
    const __m128d nd = _mm_mul_pd(_mm_loadu_pd(n), d);
    return _mm_cvtsd_f64(_mm_add_sd(nd, _mm_unpackhi_pd(nd, nd)));
  }
  static void push(const double* n, const int* ends, double y, double* momentum) {
    const __m128d ny = _mm_mul_pd(_mm_loadu_pd(n), _mm_set1_pd(y));
    double *a = momentum + ends[0], *b = momentum + ends[1];
    _mm_storeu_pd(a, _mm_sub_pd(_mm_loadu_pd(a), ny));
    _mm_storeu_pd(b, _mm_add_pd(_mm_loadu_pd(b), ny));
  }
};
#endif

/// Any row: u = J_a v_a + J_b v_b, J_a and J_b one after the other.
struct GeneralKernel {
  std::size_t width;
  [[nodiscard]] std::size_t stride() const { return 2 * width; }
  [[nodiscard]] double dot(const double* j, const int* ends, const double* v) const {
    const double *a = v + ends[0], *b = v + ends[1];
    double sum = 0.0;
    for (std::size_t k = 0; k < width; ++k)
      sum += j[k] * a[k] + j[width + k] * b[k];
    return sum;
  }
  void push(const double* j, const int* ends, double y, double* momentum) const {
    double *a = momentum + ends[0], *b = momentum + ends[1];
    for (std::size_t k = 0; k < width; ++k)
      a[k] += j[k] * y;
    for (std::size_t k = 0; k < width; ++k)
      b[k] += j[width + k] * y;
  }
};

}  // namespace impactbench
