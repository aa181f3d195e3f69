#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

/// Contacts in colours: no two of one colour share a body that moves, so that all of a colour can
/// be solved at once and in any order. Contact by contact each gets the first colour that neither
/// of its bodies has yet (at most 2 d - 1 where no body has more than d contacts); contacts for
/// which none of `most` is left are the rest, to be solved one by one.
class Colouring {
 public:
  static constexpr int most = 63;

  void prepare(std::size_t contact_count, std::size_t body_count);
  /// Costs next to nothing where the bodies of the contacts are those of the last call. Allocates
  /// nothing while the problem fits the prepared size.
  void find(const ContactProblem& problem);

  /// The contacts, colour by colour and ascending within each, the rest at the end.
  [[nodiscard]] const std::vector<int>& order() const { return order_; }
  /// Where each colour begins in order(), and where the rest begins.
  [[nodiscard]] const std::vector<std::size_t>& starts() const { return starts_; }
  [[nodiscard]] std::size_t colours() const { return starts_.size() - 1; }

 private:
  std::vector<int> body_a_, body_b_;  ///< of the last call
  std::vector<std::uint64_t> met_;    ///< colours of a body, one bit each
  std::vector<std::uint8_t> colour_;  ///< per contact
  std::vector<int> order_;
  std::vector<std::size_t> starts_{0};
};

}  // namespace impactbench
