#include "problems/contact/neighbour_list.hpp"

#include "problems/contact/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// Gaps below this count as touching for the guarantee of the list [m].
constexpr double touching = 1e-9;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

double NeighbourList::usual_skin(const DiscSystem& system) {
  const auto& radius = system.discs().radius;
  return radius.empty() ? 1.0 : 0.3 * *std::min_element(radius.begin(), radius.end());
}

void NeighbourList::prepare(const DiscSystem& system, const Eigen::VectorXd& q, Search search,
                            double skin) {
  system_ = &system;
  search_ = search;
  skin_ = skin;
  const std::size_t n = system.discs().size();
  // Room for the densest packing of equal discs (3 n pairs), and for two walls a disc.
  pairs_.reserve(4 * n);
  walls_.reserve(2 * n + 4);
  cell_of_.resize(n);
  discs_of_bucket_.resize(n);
  std::size_t buckets = 1;
  while (buckets < 2 * n)
    buckets *= 2;
  bucket_start_.resize(buckets + 1);
  built_at_.resize(q.size());
  rebuilds_ = 0;
  rebuild(q, skin_);
}

bool NeighbourList::still_valid(const Eigen::VectorXd& q) const {
  const double limit = valid_move_ * valid_move_;
  for (Eigen::Index k = 0; k < q.size(); k += 3) {
    const double x = q[k] - built_at_[k];
    const double y = q[k + 1] - built_at_[k + 1];
    if (!(x * x + y * y <= limit)) return false;  // NaN too
  }
  return true;
}

void NeighbourList::update(const Eigen::VectorXd& q) {
  if (!still_valid(q)) rebuild(q, skin_);
}

void NeighbourList::update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
  if (still_valid(q_a) && still_valid(q_b)) return;
  double apart = 0.0;
  for (Eigen::Index k = 0; k < q_a.size(); k += 3) {
    apart = std::fmax(apart, std::hypot(q_b[k] - q_a[k], q_b[k + 1] - q_a[k + 1]));
  }
  rebuild(q_a, skin_ + 2.0 * apart);
}

void NeighbourList::rebuild(const Eigen::VectorXd& q, double reach) {
  ++rebuilds_;
  built_at_ = q;
  // Two discs approach each other by at most twice the largest move.
  valid_move_ = 0.5 * (reach - touching);
  collect_walls(q, reach);
  pairs_.clear();
  if (search_ == Search::cell_grid) {
    collect_from_grid(q, reach);
  } else {
    collect_all_pairs(q, reach);
  }
}

void NeighbourList::collect_walls(const Eigen::VectorXd& q, double reach) {
  walls_.clear();
  const auto& walls = system_->walls();
  for (int i = 0; index(i) < cell_of_.size(); ++i) {
    for (int w = 0; index(w) < walls.size(); ++w) {
      const auto frame =
          wall_frame(centre(q, i), system_->discs().radius[index(i)], walls[index(w)]);
      if (-frame.depth < reach) walls_.push_back({i, w});
    }
  }
}

void NeighbourList::collect_all_pairs(const Eigen::VectorXd& q, double reach) {
  const auto& radius = system_->discs().radius;
  for (int i = 0; index(i) < radius.size(); ++i) {
    for (int j = i + 1; index(j) < radius.size(); ++j) {
      const double limit = radius[index(i)] + radius[index(j)] + reach;
      if ((centre(q, j) - centre(q, i)).squaredNorm() < limit * limit) pairs_.push_back({i, j});
    }
  }
}

std::size_t NeighbourList::bucket(Cell cell) const {
  // Fibonacci hashing of both coordinates; the number of buckets is a power of two.
  const std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(cell.x)) << 32U |
                            static_cast<std::uint32_t>(cell.y);
  const std::uint64_t mixed = key * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(mixed >> 32U) & (bucket_start_.size() - 2);
}

void NeighbourList::sort_into_cells(const Eigen::VectorXd& q, double size) {
  constexpr double largest = 1e9;  // far beyond any box, within 32 bits
  const auto coordinate = [&](double x) {
    const double cell = std::floor(x / size);
    // NaN falls through both comparisons to the clamp's lower end; such a disc meets nobody,
    // because its distances are NaN too.
    return static_cast<std::int32_t>(cell > -largest ? std::min(cell, largest) : -largest);
  };
  std::fill(bucket_start_.begin(), bucket_start_.end(), 0);
  for (int i = 0; index(i) < cell_of_.size(); ++i) {
    const Vec2 x = centre(q, i);
    cell_of_[index(i)] = {coordinate(x.x()), coordinate(x.y())};
    ++bucket_start_[bucket(cell_of_[index(i)])];
  }
  // Counting sort: ends of the buckets, then filled from behind, so that starts remain.
  for (std::size_t b = 1; b < bucket_start_.size(); ++b)
    bucket_start_[b] += bucket_start_[b - 1];
  for (std::size_t i = cell_of_.size(); i-- > 0;) {
    discs_of_bucket_[index(--bucket_start_[bucket(cell_of_[i])])] = static_cast<int>(i);
  }
}

void NeighbourList::collect_from_grid(const Eigen::VectorXd& q, double reach) {
  const auto& radius = system_->discs().radius;
  sort_into_cells(q, 2.0 * system_->largest_radius() + reach);
  for (int i = 0; index(i) < radius.size(); ++i) {
    const Vec2 x = centre(q, i);
    const auto first = static_cast<std::ptrdiff_t>(pairs_.size());
    for (std::int32_t dx = -1; dx <= 1; ++dx) {
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        const Cell cell{cell_of_[index(i)].x + dx, cell_of_[index(i)].y + dy};
        const std::size_t b = bucket(cell);
        for (int k = bucket_start_[b]; k < bucket_start_[b + 1]; ++k) {
          const int j = discs_of_bucket_[index(k)];
          // Other cells may share the bucket.
          if (j <= i || cell_of_[index(j)] != cell) continue;
          const double limit = radius[index(i)] + radius[index(j)] + reach;
          if ((centre(q, j) - x).squaredNorm() < limit * limit) pairs_.push_back({i, j});
        }
      }
    }
    std::sort(pairs_.begin() + first, pairs_.end());
  }
}

}  // namespace impactbench
