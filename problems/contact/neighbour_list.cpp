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

/// Whether no disc is further than `limit` from where it was; false where anything is NaN.
bool all_within(const Eigen::VectorXd& q, const Eigen::VectorXd& from, double limit) {
  for (Eigen::Index k = 0; k < q.size(); k += 3) {
    const double x = q[k] - from[k];
    const double y = q[k + 1] - from[k + 1];
    if (!(x * x + y * y <= limit * limit)) return false;
  }
  return true;
}

template <class T>
void sort_and_drop_repeats(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

double NeighbourList::usual_skin(const DiscSystem& system) {
  const auto& radius = system.discs().radius;
  return radius.empty() ? 1.0 : 0.6 * *std::min_element(radius.begin(), radius.end());
}

void NeighbourList::prepare(const DiscSystem& system, const Eigen::VectorXd& q, Search search,
                            double skin) {
  system_ = &system;
  search_ = search;
  skin_ = skin;
  const auto& radius = system.discs().radius;
  const std::size_t n = radius.size();
  smallest_radius_ = n == 0 ? 1.0 : *std::min_element(radius.begin(), radius.end());
  // Room for the densest packing of equal discs (3 n pairs), and for two walls a disc.
  pairs_.reserve(4 * n);
  walls_.reserve(2 * n + 4);
  cell_of_.resize(n);
  level_of_.resize(n);
  placed_.resize(n);
  pair_start_.resize(n + 1);
  unsorted_.reserve(4 * n);
  std::size_t buckets = 1;
  while (buckets < 2 * n)
    buckets *= 2;
  bucket_start_.resize(buckets + 1);
  also_built_at_.resize(q.size());
  rebuilds_ = 0;
  rebuild(q, skin_);
}

bool NeighbourList::still_valid(const Eigen::VectorXd& q) const {
  return all_within(q, built_at_, valid_move_) ||
         (built_at_two_ && all_within(q, also_built_at_, valid_move_));
}

void NeighbourList::update(const Eigen::VectorXd& q) {
  if (!still_valid(q)) rebuild(q, skin_);
}

void NeighbourList::update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
  if (still_valid(q_a) && still_valid(q_b)) return;
  if (all_within(q_b, q_a, skin_)) {
    double apart = 0.0;
    for (Eigen::Index k = 0; k < q_a.size(); k += 3) {
      apart = std::max(apart, std::hypot(q_b[k] - q_a[k], q_b[k + 1] - q_a[k + 1]));
    }
    rebuild(q_a, skin_ + 2.0 * apart);
    return;
  }
  // One reach for both would list every pair that a disc gone far has passed: O(n^2) of them.
  rebuild(q_a, skin_);
  collect(q_b, skin_);
  sort_and_drop_repeats(walls_);
  sort_and_drop_repeats(pairs_);
  also_built_at_ = q_b;
  built_at_two_ = true;
}

void NeighbourList::rebuild(const Eigen::VectorXd& q, double reach) {
  ++rebuilds_;
  built_at_ = q;
  built_at_two_ = false;
  // Two discs approach each other by at most twice the largest move.
  valid_move_ = 0.5 * (reach - touching);
  walls_.clear();
  pairs_.clear();
  collect(q, reach);
}

void NeighbourList::collect(const Eigen::VectorXd& q, double reach) {
  collect_walls(q, reach);
  if (search_ == Search::cell_grid) {
    collect_from_grid(q, reach);
  } else {
    collect_all_pairs(q, reach);
  }
}

void NeighbourList::collect_walls(const Eigen::VectorXd& q, double reach) {
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

std::uint64_t NeighbourList::mixed(std::int64_t x, std::int64_t y, int level) {
  // Multiplicative hashing: linear, so that the next cell is one addition away.
  return static_cast<std::uint64_t>(x) * kMixX + static_cast<std::uint64_t>(y) * kMixY +
         static_cast<std::uint64_t>(level) * kMixLevel;
}

std::size_t NeighbourList::bucket(std::uint64_t mixed) const {
  return static_cast<std::size_t>(mixed >> 32U) & (bucket_start_.size() - 2);  // a power of two
}

NeighbourList::Cell NeighbourList::cell_at(const Eigen::VectorXd& q, int disc, int level) const {
  constexpr double furthest = 0x1p53;
  const double x = std::floor(centre(q, disc).x() / cell_size_[index(level)]);
  const double y = std::floor(centre(q, disc).y() / cell_size_[index(level)]);
  // Written so that NaN fails.
  if (!(std::abs(x) < furthest && std::abs(y) < furthest)) return {0, 0, -1};
  return {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), level};
}

void NeighbourList::set_cell_sizes(double reach) {
  const auto& radius = system_->discs().radius;
  // A cell is as wide as the largest disc of its level with half the reach around it. Discs of
  // lower levels are smaller, so that whoever meets a disc of the level is in a cell next to it.
  const double smallest = smallest_radius_ + 0.5 * reach;
  cell_size_.fill(0.0);
  top_level_ = 0;
  for (std::size_t i = 0; i < radius.size(); ++i) {
    const double half = radius[i] + 0.5 * reach;
    const int level = std::clamp(std::ilogb(half / smallest), 0, kLevels - 1);
    level_of_[i] = level;
    cell_size_[index(level)] = std::max(cell_size_[index(level)], 2.0 * half);
    top_level_ = std::max(top_level_, level);
  }
}

void NeighbourList::sort_into_cells(const Eigen::VectorXd& q) {
  std::fill(bucket_start_.begin(), bucket_start_.end(), 0);
  for (int i = 0; index(i) < cell_of_.size(); ++i) {
    const Cell cell = cell_at(q, i, level_of_[index(i)]);
    cell_of_[index(i)] = cell;
    if (cell.level >= 0) ++bucket_start_[bucket(mixed(cell.x, cell.y, cell.level))];
  }
  // Counting sort: ends of the buckets, then filled from behind, so that starts remain.
  for (std::size_t b = 1; b < bucket_start_.size(); ++b)
    bucket_start_[b] += bucket_start_[b - 1];
  for (std::size_t i = cell_of_.size(); i-- > 0;) {
    const Cell& cell = cell_of_[i];
    if (cell.level < 0) continue;
    const auto place = --bucket_start_[bucket(mixed(cell.x, cell.y, cell.level))];
    const Vec2 x = centre(q, static_cast<int>(i));
    placed_[index(place)] = {cell, x.x(), x.y(), system_->discs().radius[i], static_cast<int>(i)};
  }
}

/// The discs of one cell that disc `a` may touch; with `after` only those of larger number.
void NeighbourList::collect_cell(const Placed& a, const Cell& cell, std::uint64_t mixed_cell,
                                 bool after, double reach) {
  const std::size_t b = bucket(mixed_cell);
  for (int k = bucket_start_[b]; k < bucket_start_[b + 1]; ++k) {
    const Placed& other = placed_[index(k)];
    // Other cells may share the bucket.
    if (other.cell != cell || (after && other.disc <= a.disc)) continue;
    const double limit = a.r + other.r + reach;
    const double x = other.x - a.x;
    const double y = other.y - a.y;
    if (x * x + y * y < limit * limit) {
      pairs_.push_back({std::min(a.disc, other.disc), std::max(a.disc, other.disc)});
    }
  }
}

void NeighbourList::collect_around(const Placed& a, const Cell& at, double reach) {
  const std::uint64_t here = mixed(at.x, at.y, at.level);
  const bool own = at.level == a.cell.level;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      // Within one level half the cells around are enough, the others look at this one. Across
      // levels the smaller disc looks at all.
      if (own && (dx < 0 || (dx == 0 && dy < 0))) continue;
      collect_cell(
          a, {at.x + dx, at.y + dy, at.level},
          here + static_cast<std::uint64_t>(dx) * kMixX + static_cast<std::uint64_t>(dy) * kMixY,
          own && dx == 0 && dy == 0, reach);
    }
  }
}

void NeighbourList::collect_from_grid(const Eigen::VectorXd& q, double reach) {
  set_cell_sizes(reach);
  sort_into_cells(q);
  const std::size_t earlier = pairs_.size();
  const auto placed = index(bucket_start_.back());
  for (std::size_t k = 0; k < placed; ++k) {
    const Placed& a = placed_[k];
    collect_around(a, a.cell, reach);
    for (int level = a.cell.level + 1; level <= top_level_; ++level) {
      if (cell_size_[index(level)] > 0.0) collect_around(a, cell_at(q, a.disc, level), reach);
    }
  }
  sort_pairs(earlier);
}

/// Lexicographic order of the pairs from `from` on: by counting along i, then along j within the
/// few of each i.
void NeighbourList::sort_pairs(std::size_t from) {
  std::fill(pair_start_.begin(), pair_start_.end(), 0);
  for (std::size_t k = from; k < pairs_.size(); ++k)
    ++pair_start_[index(pairs_[k].i)];
  for (std::size_t i = 1; i < pair_start_.size(); ++i)
    pair_start_[i] += pair_start_[i - 1];
  unsorted_.assign(pairs_.begin() + static_cast<std::ptrdiff_t>(from), pairs_.end());
  for (const PairCandidate& c : unsorted_)
    pairs_[from + index(--pair_start_[index(c.i)])] = c;
  for (std::size_t i = 0; i + 1 < pair_start_.size(); ++i) {
    const auto at = [&](int k) { return pairs_.begin() + static_cast<std::ptrdiff_t>(from) + k; };
    if (pair_start_[i + 1] - pair_start_[i] > 1) {
      std::sort(at(pair_start_[i]), at(pair_start_[i + 1]));
    }
  }
}

}  // namespace impactbench
