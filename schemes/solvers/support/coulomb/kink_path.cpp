#include "schemes/solvers/support/coulomb/kink_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

constexpr std::size_t most_changes = 32;
using Status = CoulombCone<2>::Status;

/// rate = -sense (sigma G x + e).
IMPACTBENCH_WIDE void compute_rates(const CoulombForm& form, double sense, double sigma,
                                    const double* x, const double* shift, double* rate) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    for (std::size_t c = 0; c < form.contacts(); ++c, rate += rows, shift += rows) {
      form.gather(shape, c, x, rate);
      for (std::size_t r = 0; r < rows; ++r)
        rate[r] = -sense * (sigma * rate[r] + shift[r]);
    }
  });
}

/// x -= G^T D e.
void subtract_shift(const CoulombForm& form, const char* status, const double* argument,
                    const double* shift, double* x) {
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    for (std::size_t c = 0; c < form.contacts(); ++c, argument += rows, shift += rows) {
      const auto d = Cone::derivative(form.friction(c),
                                      static_cast<typename Cone::Status>(status[c]), argument);
      double y[rows] = {};
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t s = 0; s < rows; ++s)
          y[r] -= d[r * rows + s] * shift[s];
      }
      form.scatter(shape, c, y, x);
    }
  });
}

/// x += a y.
IMPACTBENCH_WIDE void add_to(double* x, double a, const double* y, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k)
    x[k] += a * y[k];
}

/// x -= a_0 y_0 + a_1 y_1 + .., four at a time so that x is read and written for each four only.
IMPACTBENCH_WIDE void subtract_sum(double* x, const double* a, const double* y, std::size_t number,
                                   std::size_t size) {
  for (; number >= 4; number -= 4, a += 4, y += 4 * size) {
    for (std::size_t k = 0; k < size; ++k)
      x[k] -= a[0] * y[k] + a[1] * y[size + k] + a[2] * y[2 * size + k] + a[3] * y[3 * size + k];
  }
  for (; number > 0; --number, ++a, y += size)
    add_to(x, -a[0], y, size);
}

struct Kink {
  double length;
  std::size_t contact;
  int end;
};

/// The first end of a piece that is met along `rate`; at an infinite length where none is.
Kink next_kink(std::size_t contacts, std::size_t rows, const double* ends, const double* argument,
               const double* rate) {
  Kink out{std::numeric_limits<double>::infinity(), 0, 0};
  for (std::size_t c = 0; c < contacts; ++c, ends += 4, argument += rows, rate += rows) {
    const double t = rows == 2 ? argument[1] : 0.0, dt = rows == 2 ? rate[1] : 0.0;
    for (int end = 0; end < 2; ++end) {
      const double room = ends[2 * end] * argument[0] + ends[2 * end + 1] * t;
      const double speed = ends[2 * end] * rate[0] + ends[2 * end + 1] * dt;
      // One branch, hardly ever taken: whether an end comes nearer is unpredictable.
      if (static_cast<int>(speed < 0.0) & static_cast<int>(room < -speed * out.length))
        out = {std::max(0.0, room / -speed), c, end};
    }
  }
  return out;
}

}  // namespace

void KinkPath::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  if (rows > 2) return;
  const std::size_t body_size = CoulombForm::room(body_count, rows);
  for (auto* per_body : {&direction_, &solved_})
    per_body->reserve(body_size);
  rate_.reserve(contact_count * static_cast<std::size_t>(rows));
  ends_.reserve(4 * contact_count);
  changes_.reserve(most_changes);
  inverse_.reserve(most_changes * body_size);
  products_.reserve(most_changes * most_changes);
}

void KinkPath::compute_ends(const CoulombForm& form, std::size_t c, char status) {
  const double mu = form.friction(c);
  std::array<double, 4> ends{1.0, 0.0, 0.0, 0.0};  // without friction: it presses
  if (static_cast<Status>(status) == Status::open) {
    ends = {-1.0, 0.0, 0.0, 0.0};
  } else if (mu > 0.0) {
    switch (static_cast<Status>(status)) {
      case Status::sticks:
        ends = {mu, -1.0, mu, 1.0};
        break;
      case Status::slides_up:
        ends = {1.0, 0.0, -mu, 1.0};
        break;
      default:
        ends = {1.0, 0.0, -mu, -1.0};
    }
  }
  std::copy(ends.begin(), ends.end(), ends_.begin() + static_cast<std::ptrdiff_t>(4 * c));
}

bool KinkPath::factor(const CoulombForm& form, CoulombSystem& system,
                      const std::vector<double>& force, const std::vector<double>& shift,
                      const std::vector<double>& argument, const std::vector<char>& status) {
  ++factorisations_;
  changes_.clear();
  if (!system.factor(sigma_, status, argument)) return false;
  direction_ = force;
  subtract_shift(form, status.data(), argument.data(), shift.data(), direction_.data());
  system.solve(direction_);
  return true;
}

/// Into the piece behind that end: C' there is that before + e f^T.
KinkPath::Change KinkPath::pass(const CoulombForm& form, std::size_t c, int end, double tangent,
                                char& status) {
  const double mu = form.friction(c);
  const auto from = static_cast<Status>(status);
  const auto slope = [mu](Status s) {
    return s == Status::slides_up ? mu : (s == Status::slides_down ? -mu : 0.0);
  };
  Change out{c, {1.0, 0.0}, {-1.0, 0.0}, 1.0};
  Status to = Status::open;
  if (from == Status::open) {
    to = tangent < 0.0 ? Status::slides_down : Status::slides_up;
    out.e[1] = slope(to);
    out.f[0] = 1.0;
  } else if (mu > 0.0 && (from == Status::sticks || end == 1)) {
    // Row (0, 1) while it sticks, (+-mu, 0) while it slides.
    to = from != Status::sticks ? Status::sticks
                                : (end == 0 ? Status::slides_up : Status::slides_down);
    out.e[0] = 0.0;
    out.e[1] = 1.0;
    out.f[0] = slope(to) - slope(from);
    out.f[1] = to == Status::sticks ? 1.0 : -1.0;
  } else {
    out.e[1] = slope(from);
  }
  status = static_cast<char>(to);
  return out;
}

/// v^T x.
double KinkPath::along(const CoulombForm& form, const Change& change, const double* x) const {
  double sum = 0.0;
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    double w[rows];
    form.gather(shape, change.contact, x, w);
    sum = change.f[0] * w[0];
    if constexpr (rows > 1) sum += change.f[1] * w[1];
  });
  return sum;
}

const double* KinkPath::solve_for(const CoulombForm& form, CoulombSystem& system,
                                  const Change& change) {
  const std::size_t size = direction_.size();
  solved_.assign(size, 0.0);
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    double y[rows] = {};
    for (std::size_t r = 0; r < std::min<std::size_t>(rows, 2); ++r)
      y[r] = sigma_ * change.e[r];
    form.scatter(shape, change.contact, y, solved_.data());
  });
  system.solve(solved_);
  // In turn x -= (v_j^T x / determinant_j) K_j^-1 u_j, whose coefficients need no x but the first.
  const std::size_t number = changes_.size();
  std::array<double, most_changes> factor{};
  for (std::size_t j = 0; j < number; ++j) {
    double sum = along(form, changes_[j], solved_.data());
    for (std::size_t i = 0; i < j; ++i)
      sum -= factor[i] * products_[j * most_changes + i];
    factor[j] = sum / changes_[j].determinant;
  }
  subtract_sum(solved_.data(), factor.data(), inverse_.data(), number, size);
  for (std::size_t i = 0; i < number; ++i)
    products_[number * most_changes + i] = along(form, change, inverse_.data() + i * size);
  double* out = inverse_.data() + number * size;
  std::copy(solved_.begin(), solved_.end(), out);
  return out;
}

bool KinkPath::follow(const CoulombForm& form, CoulombSystem& system, const Settings& settings,
                      const std::vector<double>& force, const std::vector<double>& shift,
                      std::vector<double>& x, std::vector<double>& argument,
                      std::vector<char>& status) {
  sigma_ = settings.sigma;
  factorisations_ = kinks_ = turns_ = 0;
  const auto rows = static_cast<std::size_t>(form.rows());
  ends_.resize(4 * form.contacts());
  rate_.resize(form.size());
  inverse_.resize(most_changes * form.body_size());
  products_.resize(most_changes * most_changes);
  for (std::size_t c = 0; c < form.contacts(); ++c)
    compute_ends(form, c, status[c]);
  const auto refactor = [&] {
    return factorisations_ < settings.factorisations &&
           factor(form, system, force, shift, argument, status);
  };
  if (!refactor()) return false;
  for (double tau = 1.0, sense = 1.0; kinks_ <= settings.kinks; ++kinks_) {
    compute_rates(form, sense, sigma_, direction_.data(), shift.data(), rate_.data());
    const Kink kink = next_kink(form.contacts(), rows, ends_.data(), argument.data(), rate_.data());
    const bool arrives = sense > 0.0 && !(kink.length < tau);
    const double length = arrives ? tau : kink.length;
    if (!std::isfinite(length)) return false;
    add_to(x.data(), sense * length, direction_.data(), x.size());
    add_to(argument.data(), length, rate_.data(), argument.size());
    if (arrives) return true;
    tau -= sense * length;
    const std::size_t c = kink.contact;
    Change change = pass(form, c, kink.end, rows == 2 ? argument[2 * c + 1] : 0.0, status[c]);
    compute_ends(form, c, status[c]);
    const double* inverse = solve_for(form, system, change);
    change.determinant = 1.0 + along(form, change, inverse);
    if (change.determinant < 0.0) {
      sense = -sense;
      ++turns_;
    }
    if (changes_.size() + 1 == most_changes || !(std::abs(change.determinant) > 1e-6)) {
      if (!refactor()) return false;
      continue;
    }
    double drive = change.f[0] * shift[rows * c];
    if (rows == 2) drive += change.f[1] * shift[2 * c + 1];
    drive = along(form, change, direction_.data()) + drive / sigma_;
    add_to(direction_.data(), -drive / change.determinant, inverse, direction_.size());
    changes_.push_back(change);
  }
  return false;
}

}  // namespace impactbench
