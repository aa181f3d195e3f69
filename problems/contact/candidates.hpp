#pragma once

#include "problems/base/parallel.hpp"
#include "problems/contact/gap.hpp"
#include "problems/model/round_system.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

struct WallCandidate {
  int body, wall;
  friend auto operator<=>(const WallCandidate&, const WallCandidate&) = default;
};
struct PairCandidate {
  int i, j;  ///< i < j
  friend auto operator<=>(const PairCandidate&, const PairCandidate&) = default;
};

/// Whether the gap of a candidate at q is below `reach` [m]; a gap that is not a number is kept, so
/// that the law sees it. Bodies have `Dofs` entries of q each.
template <int Dim, int Dofs>
[[nodiscard]] bool nearer_than(double reach, const RoundSystem& system, const Eigen::VectorXd& q,
                               const WallCandidate& c) {
  const double r = system.bodies().radius[static_cast<std::size_t>(c.body)];
  const Obstacle& obstacle = system.obstacles()[static_cast<std::size_t>(c.wall)];
  return !(obstacle_distance<Dim>(centre<Dim, Dofs>(q, c.body), r, obstacle) >= reach);
}
template <int Dim, int Dofs>
[[nodiscard]] bool nearer_than(double reach, const RoundSystem& system, const Eigen::VectorXd& q,
                               const PairCandidate& c) {
  const auto& radius = system.bodies().radius;
  const double limit =
      radius[static_cast<std::size_t>(c.i)] + radius[static_cast<std::size_t>(c.j)] + reach;
  return !((centre<Dim, Dofs>(q, c.j) - centre<Dim, Dofs>(q, c.i)).squaredNorm() >= limit * limit);
}

/// Results of the blocks of a loop, to be concatenated in their order.
template <class T>
class Parts {
 public:
  /// Calls fill(part, begin, end) for every block of [0, n); the results replace all entries of
  /// `to` beyond its first `kept`.
  template <class Fill>
  void collect(std::size_t n, std::vector<T>& to, std::size_t kept, Fill&& fill) {
    const int blocks = blocks_for(n);
    if (blocks == 1) {
      to.resize(kept);
      fill(to, std::size_t{0}, n);
      return;
    }
    parts_.resize(static_cast<std::size_t>(blocks));
    begin_.resize(static_cast<std::size_t>(blocks));
    for_blocks(n, blocks, [&](int b, std::size_t begin, std::size_t end) {
      std::vector<T>& part = parts_[static_cast<std::size_t>(b)];
      part.clear();
      fill(part, begin, end);
    });
    std::size_t total = kept;
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      begin_[b] = total;
      total += parts_[b].size();
    }
    to.resize(total);
    for_blocks(parts_.size(), blocks, [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b < end; ++b)
        std::copy(parts_[b].begin(), parts_[b].end(), to.data() + begin_[b]);
    });
  }

 private:
  std::vector<std::vector<T>> parts_;
  std::vector<std::size_t> begin_;  ///< of each part in the whole
};

/// Appends those of [first, last) for which keep() holds. A processor cannot predict the outcome:
/// without a branch this takes half the time.
template <class Candidate, class Keep>
void append_kept(const Candidate* first, const Candidate* last, std::vector<Candidate>& to,
                 Keep&& keep) {
  const std::size_t old = to.size();
  to.resize(old + static_cast<std::size_t>(last - first));
  Candidate* out = to.data() + old;
  for (; first != last; ++first) {
    *out = *first;
    out += keep(*first) ? 1 : 0;
  }
  to.resize(static_cast<std::size_t>(out - to.data()));
}

/// Copies those of `from` to `to` that are nearer than `reach` at q_a, or at q_b if given.
template <int Dim, int Dofs, class Candidate>
void keep_near(double reach, const RoundSystem& system, const Eigen::VectorXd& q_a,
               const Eigen::VectorXd* q_b, const std::vector<Candidate>& from,
               Parts<Candidate>& parts, std::vector<Candidate>& to) {
  const auto keep = [&](std::vector<Candidate>& part, std::size_t begin, std::size_t end) {
    const auto near_a = [&](const Candidate& c) {
      return nearer_than<Dim, Dofs>(reach, system, q_a, c);
    };
    const auto near_either = [&](const Candidate& c) {
      return static_cast<int>(near_a(c)) |
             static_cast<int>(nearer_than<Dim, Dofs>(reach, system, *q_b, c));
    };
    if (q_b == nullptr) {
      append_kept(from.data() + begin, from.data() + end, part, near_a);
    } else {
      append_kept(from.data() + begin, from.data() + end, part, near_either);
    }
  };
  parts.collect(from.size(), to, 0, keep);
}

}  // namespace impactbench
