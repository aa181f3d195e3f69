#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace impactbench::testing {

/// Discs of radius 1 at rest under gravity, in a step of h: b is the velocity that a step adds, in
/// units of g h. Contacts in the form of schemes/nscd.
class Pile {
 public:
  Pile(double mu, double turning) : mu_(mu), turning_(turning) { problem_.rows = 2; }

  int disc(double x, double y, double mass = 1.0) {
    const int body = static_cast<int>(place_.size());
    place_.push_back({x, y});
    for (const double inverse : {1.0, 1.0, turning_})
      problem_.inverse_mass.push_back(inverse / mass);
    return body;
  }
  /// Both discs touch; n points from i to j.
  void touch(int i, int j) {
    const auto& a = place_[static_cast<std::size_t>(i)];
    const auto& b = place_[static_cast<std::size_t>(j)];
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    contact(i, j, (b[0] - a[0]) / length, (b[1] - a[1]) / length);
  }
  /// (x, y) points into the wall.
  void wall(int i, double x, double y) { contact(i, ContactProblem::fixed, x, y); }
  void touch_all_close() {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      for (std::size_t j = i + 1; j < place_.size(); ++j) {
        if (std::hypot(place_[j][0] - place_[i][0], place_[j][1] - place_[i][1]) < 2.0 + 1e-9)
          touch(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  [[nodiscard]] const ContactProblem& problem() const { return problem_; }
  [[nodiscard]] const std::array<double, 2>& place(int i) const {
    return place_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] int discs() const { return static_cast<int>(place_.size()); }

 private:
  void contact(int i, int j, double nx, double ny) {
    const std::size_t c = problem_.contacts();
    problem_.resize(c + 1);
    problem_.body_a[c] = i;
    problem_.body_b[c] = j;
    problem_.friction[c] = mu_;
    const double rows[2][2] = {{-nx, -ny}, {-ny, nx}};
    for (std::size_t r = 0; r < 2; ++r) {
      double* a = problem_.jacobian_a.data() + (2 * c + r) * 3;
      double* b = problem_.jacobian_b.data() + (2 * c + r) * 3;
      a[0] = rows[r][0], a[1] = rows[r][1], a[2] = r == 0 ? 0.0 : 1.0;
      if (j != ContactProblem::fixed) b[0] = -a[0], b[1] = -a[1], b[2] = a[2];
      problem_.b[2 * c + r] = -(a[1] + b[1]);  // all fall at one g h
    }
  }

  double mu_, turning_;
  std::vector<std::array<double, 2>> place_;
  ContactProblem problem_;
};

/// Close-packed discs in a box whose side walls the odd rows do not touch; every seventh disc is
/// `heavy` times heavier.
inline Pile close_packed(int columns, int layers, double mu, double heavy = 1.0) {
  Pile pile(mu, 1.0);
  for (int layer = 0; layer < layers; ++layer) {
    const int across = columns - layer % 2;
    for (int k = 0; k < across; ++k) {
      const int body = pile.disc(1.0 + 2.0 * k + layer % 2, 1.0 + std::sqrt(3.0) * layer,
                                 pile.discs() % 7 == 3 ? heavy : 1.0);
      if (layer == 0) pile.wall(body, 0.0, -1.0);
      if (layer % 2 == 0 && k == 0) pile.wall(body, -1.0, 0.0);
      if (layer % 2 == 0 && k == across - 1) pile.wall(body, 1.0, 0.0);
    }
  }
  pile.touch_all_close();
  return pile;
}

}  // namespace impactbench::testing
