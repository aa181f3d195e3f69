#pragma once

#include "schemes/solvers/support/block_lu.hpp"
#include "schemes/solvers/support/coulomb_form.hpp"

#include <array>
#include <vector>

namespace impactbench {

/// K = 1 + G^T D G of a Coulomb form in velocity space, D one block of rows x rows a contact that
/// need not be symmetric: as many unknowns as dofs of bodies in contact. Contacts that are
/// redundant only make K larger, they never make it singular where D >= 0.
class CoulombSystem {
 public:
  void prepare(std::size_t contact_count);
  /// Takes the pattern of the form, which must outlive the solves.
  void analyse(const CoulombForm& form);
  /// `block(shape, c)`: D of contact c, row-major, or nullptr where it is zero. False where K is
  /// singular.
  template <class BlockOf>
  [[nodiscard]] bool factor(BlockOf&& block) {
    lu_.clear();
    for (std::size_t i = 0; i < form_->bodies(); ++i) {
      for (std::size_t k = 0; k < form_->dofs(); ++k)
        lu_.diagonal(static_cast<int>(i))[k * (form_->dofs() + 1)] = 1.0;
    }
    form_->with_shape([&](const auto shape) {
      for (std::size_t c = 0; c < form_->contacts(); ++c) {
        if (const double* d = block(shape, c)) add(shape, c, d);
      }
    });
    return lu_.factor();
  }
  /// x = K^-1 x.
  void solve(std::vector<double>& x) { lu_.solve(x); }

 private:
  /// The four blocks G_i^T D G_j of the bodies of contact c.
  template <class S>
  void add(const S& shape, std::size_t c, const double* d) {
    const std::size_t k = shape.dofs();
    const std::array<int, 2> ends = form_->ends(c);
    const double* g[2] = {form_->jacobian(shape, c), form_->jacobian(shape, c) + S::rows * k};
    const int wall = static_cast<int>(form_->bodies());
    turned_.resize(S::rows * k);
    for (int j = 0; j < 2; ++j) {
      if (ends[static_cast<std::size_t>(j)] == wall) continue;
      for (std::size_t r = 0; r < S::rows; ++r) {
        for (std::size_t n = 0; n < k; ++n) {
          double sum = 0.0;
          for (std::size_t s = 0; s < S::rows; ++s)
            sum += d[r * S::rows + s] * g[j][s * k + n];
          turned_[r * k + n] = sum;
        }
      }
      for (int i = 0; i < 2; ++i) {
        const int body = ends[static_cast<std::size_t>(i)];
        if (body == wall) continue;
        double* to = body == ends[static_cast<std::size_t>(j)] ? lu_.diagonal(body)
                                                               : lu_.off_diagonal(edge_[c], i == 0);
        for (std::size_t r = 0; r < S::rows; ++r) {
          const double *left = g[i] + r * k, *right = turned_.data() + r * k;
          for (std::size_t m = 0; m < k; ++m) {
            for (std::size_t n = 0; n < k; ++n)
              to[m * k + n] += left[m] * right[n];
          }
        }
      }
    }
  }

  const CoulombForm* form_{nullptr};
  BlockLu lu_;
  std::vector<std::array<int, 2>> edges_;
  std::vector<std::size_t> edge_;  ///< per contact, where both bodies move
  std::vector<double> turned_;     ///< D G_j of a contact
};

}  // namespace impactbench
