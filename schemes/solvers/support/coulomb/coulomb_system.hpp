#pragma once

#include "schemes/solvers/support/blocks/block_lu.hpp"
#include "schemes/solvers/support/coulomb/coulomb_form.hpp"

#include <array>
#include <vector>

namespace impactbench {

/// K = 1 + G^T D G of a Coulomb form in velocity space, D one block of rows x rows per contact, not
/// necessarily symmetric: as many unknowns as dofs of bodies in contact. Redundant contacts only
/// make K larger, and never singular where D >= 0.
class CoulombSystem {
 public:
  void prepare(std::size_t contact_count);
  /// Takes the pattern of the form, which must outlive the solves.
  void analyse(const CoulombForm& form);
  /// D = d in every row. False where K is singular.
  [[nodiscard]] bool factor(double d);
  /// D = sigma C' on the pieces of C that `status` names (CoulombCone), at `argument`.
  [[nodiscard]] bool factor(double sigma, const std::vector<char>& status,
                            const std::vector<double>& argument);
  /// D_c = the rows x rows numbers of contact c, row-major.
  [[nodiscard]] bool factor(const std::vector<double>& blocks);
  /// The determinant of K is negative.
  [[nodiscard]] bool negative() const { return lu_.negative(); }
  /// x = K^-1 x.
  void solve(std::vector<double>& x) { lu_.solve(x); }

 private:
  const CoulombForm* form_{nullptr};
  BlockLu lu_;
  std::vector<std::array<int, 2>> edges_;
  std::vector<std::size_t> edge_;  ///< per contact, where both bodies move
};

}  // namespace impactbench
