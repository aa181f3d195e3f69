#pragma once

#include <cstddef>

namespace impactbench {

/// Four numbers side by side, for functions that are IMPACTBENCH_WIDE (wide.hpp): an operation acts
/// on each of them with the same bits as on a single number. A file that uses them is compiled with
/// -fno-math-errno, so that a root is one instruction.
class Lanes {
 public:
  static constexpr int count = 4;
  using Pack = double __attribute__((vector_size(8 * count)));
  /// The lanes in which a condition holds.
  struct Mask {
    long __attribute__((vector_size(8 * count))) pack;
  };

  /// The same at the address of any number. (In an alias of the vector an attribute `aligned` is
  /// lost in clang, which then loads it as if it were aligned.)
  struct __attribute__((packed, may_alias)) Anywhere {
    Pack pack;
  };

  Lanes() = default;
  // Copied number by number: the compiler would copy the struct by halves, through memory, and
  // stall on that.
  Lanes(const Lanes& other) : pack_(other.pack_) {}
  Lanes& operator=(const Lanes& other) {
    pack_ = other.pack_;
    return *this;
  }
  Lanes(double x) : pack_{x, x, x, x} {}  // implicit, as numbers in formulas are
  explicit Lanes(const Pack& pack) : pack_(pack) {}

  /// The four numbers from x on.
  [[nodiscard]] static Lanes at(const double* x) {
    return Lanes(Pack(reinterpret_cast<const Anywhere*>(x)->pack));
  }
  void store(double* x) const { reinterpret_cast<Anywhere*>(x)->pack = pack_; }

  [[nodiscard]] double operator[](int lane) const { return pack_[lane]; }
  void set(int lane, double x) { pack_[lane] = x; }

  friend Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.pack_ + b.pack_); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.pack_ - b.pack_); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.pack_ * b.pack_); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.pack_ / b.pack_); }
  friend Lanes operator-(const Lanes& a) { return Lanes(-a.pack_); }
  friend Mask operator>(const Lanes& a, const Lanes& b) { return {a.pack_ > b.pack_}; }
  friend Lanes sqrt(const Lanes& a) {
    Lanes out;
    for (int l = 0; l < count; ++l)
      out.pack_[l] = __builtin_sqrt(a.pack_[l]);
    return out;
  }
  /// a where the mask is set, else b.
  friend Lanes where(const Mask& mask, const Lanes& a, const Lanes& b) {
    return Lanes(mask.pack ? a.pack_ : b.pack_);
  }

  /// Transposes the 4 x 4 matrix of these rows.
  friend void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
    const Pack ab = __builtin_shufflevector(a.pack_, b.pack_, 0, 4, 2, 6);
    const Pack ba = __builtin_shufflevector(a.pack_, b.pack_, 1, 5, 3, 7);
    const Pack cd = __builtin_shufflevector(c.pack_, d.pack_, 0, 4, 2, 6);
    const Pack dc = __builtin_shufflevector(c.pack_, d.pack_, 1, 5, 3, 7);
    a.pack_ = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    b.pack_ = __builtin_shufflevector(ba, dc, 0, 1, 4, 5);
    c.pack_ = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    d.pack_ = __builtin_shufflevector(ba, dc, 2, 3, 6, 7);
  }

 private:
  Pack pack_{};
};

/// Vectors of N components, side by side.
template <int N>
struct LaneVector {
  Lanes at[N];

  void set(int lane, const double* x) {
    for (int k = 0; k < N; ++k)
      at[k].set(lane, x[k]);
  }
  void get(int lane, double* x) const {
    for (int k = 0; k < N; ++k)
      x[k] = at[k][lane];
  }
  friend LaneVector operator+(const LaneVector& a, const LaneVector& b) {
    return each([&](int k) { return a.at[k] + b.at[k]; });
  }
  friend LaneVector operator-(const LaneVector& a, const LaneVector& b) {
    return each([&](int k) { return a.at[k] - b.at[k]; });
  }
  friend LaneVector operator*(const Lanes& s, const LaneVector& a) {
    return each([&](int k) { return s * a.at[k]; });
  }
  friend LaneVector where(const Lanes::Mask& mask, const LaneVector& a, const LaneVector& b) {
    return each([&](int k) { return where(mask, a.at[k], b.at[k]); });
  }
  friend Lanes dot(const LaneVector& a, const LaneVector& b) {
    Lanes sum = a.at[0] * b.at[0];
    for (int k = 1; k < N; ++k)
      sum = sum + a.at[k] * b.at[k];
    return sum;
  }

 private:
  template <class F>
  static LaneVector each(F&& f) {
    LaneVector out;
    for (int k = 0; k < N; ++k)
      out.at[k] = f(k);
    return out;
  }
};

[[nodiscard]] inline LaneVector<3> cross(const LaneVector<3>& a, const LaneVector<3>& b) {
  return {{a.at[1] * b.at[2] - a.at[2] * b.at[1], a.at[2] * b.at[0] - a.at[0] * b.at[2],
           a.at[0] * b.at[1] - a.at[1] * b.at[0]}};
}

}  // namespace impactbench
