// The search of NeighbourList: discs sorted into cells, level by level of size.
#include "problems/contact/neighbour_list.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// std::floor without a call.
std::int64_t rounded_down(double x) {
  const auto toward_zero = static_cast<std::int64_t>(x);
  return toward_zero - (x < static_cast<double>(toward_zero) ? 1 : 0);
}

}  // namespace

std::uint64_t NeighbourList::mixed(const Cell& c) {
  // Multiplicative hashing: linear, so that the next cell is one addition away.
  return static_cast<std::uint64_t>(c.x) * kMixX + static_cast<std::uint64_t>(c.y) * kMixY +
         static_cast<std::uint64_t>(c.level) * kMixLevel;
}

std::size_t NeighbourList::bucket(std::uint64_t mixed) const {
  return static_cast<std::size_t>(mixed >> 32U) & (bucket_start_.size() - 2);  // a power of two
}

std::size_t NeighbourList::bucket(const Cell& c) const {
  if (!dense_) return bucket(mixed(c));
  const Grid& g = grids_[index(c.level)];
  return g.first + static_cast<std::size_t>((c.y - g.y_low) * g.columns() + (c.x - g.x_low));
}

NeighbourList::Cell NeighbourList::cell_at(const Vec2& at, int level) const {
  constexpr double furthest = 0x1p53;
  const double size = grids_[index(level)].cell_size;
  const double x = (columns_ ? at.y() : at.x()) / size;
  const double y = (columns_ ? at.x() : at.y()) / size;
  // Written so that NaN fails.
  if (!(std::abs(x) < furthest && std::abs(y) < furthest)) return {0, 0, -1};
  return {rounded_down(x), rounded_down(y), level};
}

void NeighbourList::set_cell_sizes(double reach) {
  if (reach == sized_for_) return;
  sized_for_ = reach;
  const auto& radius = system_->bodies().radius;
  // A cell is as wide as the largest disc of its level with half the reach around it. Discs of
  // lower levels are smaller, so that all partners of a disc of the level are in adjacent cells.
  const double smallest = smallest_radius_ + 0.5 * reach;
  grids_.fill({});
  top_level_ = 0;
  for (std::size_t i = 0; i < radius.size(); ++i) {
    const double half = radius[i] + 0.5 * reach;
    const int level = std::clamp(std::ilogb(half / smallest), 0, kLevels - 1);
    level_of_[i] = level;
    double& size = grids_[index(level)].cell_size;
    size = std::max(size, 2.0 * half);
    top_level_ = std::max(top_level_, level);
  }
}

/// Whether each cell of the rectangles that the levels cover can have a bucket of its own.
bool NeighbourList::lay_out_densely() {
  double cells = 0.0;
  for (int level = 0; level <= top_level_; ++level) {
    Grid& g = grids_[index(level)];
    if (g.empty()) continue;
    g.first = static_cast<std::size_t>(cells);
    cells += (static_cast<double>(g.x_high - g.x_low) + 1.0) *
             (static_cast<double>(g.y_high - g.y_low) + 1.0);
    if (cells > static_cast<double>(bucket_start_.size() - 1)) return false;
  }
  return true;
}

void NeighbourList::sort_into_cells(const Eigen::VectorXd& q) {
  const int blocks = blocks_for(cell_of_.size());
  covers_.resize(static_cast<std::size_t>(blocks));
  for_blocks(cell_of_.size(), blocks, [&](int b, std::size_t begin, std::size_t end) {
    Covers& covers = covers_[index(b)];
    covers.fill({});
    for (std::size_t i = begin; i < end; ++i) {
      const Cell cell = cell_at(centre<2, 3>(q, static_cast<int>(i)), level_of_[i]);
      cell_of_[i] = cell;
      if (cell.level >= 0) covers[index(cell.level)].add({cell.x, cell.x, cell.y, cell.y});
    }
  });
  for (int level = 0; level < kLevels; ++level) {
    Cover all;
    for (const Covers& covers : covers_)
      all.add(covers[index(level)]);
    static_cast<Cover&>(grids_[index(level)]) = all;
  }
  dense_ = lay_out_densely();
  std::fill(bucket_start_.begin(), bucket_start_.end(), 0);
  // Counting sort: ends of the buckets, then filled from behind, so that starts remain. Each thread
  // looks at all discs and has some of the buckets.
  const std::size_t buckets = bucket_start_.size() - 1;
  for_blocks(buckets, blocks, [&](int, std::size_t first, std::size_t last) {
    for (const Cell& cell : cell_of_) {
      if (cell.level < 0) continue;
      const std::size_t b = bucket(cell);
      if (b >= first && b < last) ++bucket_start_[b];
    }
  });
  for (std::size_t b = 1; b < bucket_start_.size(); ++b)
    bucket_start_[b] += bucket_start_[b - 1];
  for_blocks(buckets, blocks, [&](int, std::size_t first, std::size_t last) {
    for (std::size_t i = cell_of_.size(); i-- > 0;) {
      if (cell_of_[i].level < 0) continue;
      const std::size_t b = bucket(cell_of_[i]);
      if (b < first || b >= last) continue;
      const auto place = --bucket_start_[b];
      const Vec2 x = centre<2, 3>(q, static_cast<int>(i));
      placed_[index(place)] = {x.x(), x.y(), system_->bodies().radius[i], static_cast<int>(i)};
    }
  });
}

/// Lists disc `a` with those of places [k, end) that it may touch.
void NeighbourList::collect_places(const Placed& a, int k, int end, double reach,
                                   Pairs& out) const {
  for (; k < end; ++k) {
    const Placed& other = placed_[index(k)];
    const double limit = a.r + other.r + reach;
    const double x = other.x - a.x;
    const double y = other.y - a.y;
    if (x * x + y * y < limit * limit) {
      out.push_back({std::min(a.disc, other.disc), std::max(a.disc, other.disc)});
    }
  }
}

/// Columns x - 1 to x + 1 of rows from `y` on, as far as the grid has them: a row of cells is one
/// run of places.
void NeighbourList::collect_rows(const Placed& a, const Cell& at, std::int64_t y, double reach,
                                 Pairs& out) const {
  const Grid& g = grids_[index(at.level)];
  const std::int64_t left = std::max(at.x - 1, g.x_low), right = std::min(at.x + 1, g.x_high);
  if (left > right) return;
  for (y = std::max(y, g.y_low); y <= std::min(at.y + 1, g.y_high); ++y) {
    collect_places(a, bucket_start_[bucket(Cell{left, y, at.level})],
                   bucket_start_[bucket(Cell{right, y, at.level}) + 1], reach, out);
  }
}

/// The same by hashing: other cells may share a bucket, and are distinguished disc by disc.
void NeighbourList::collect_hashed(const Placed& a, const Cell& at, std::int64_t y, double reach,
                                   Pairs& out) const {
  for (; y <= at.y + 1; ++y) {
    for (std::int64_t x = at.x - 1; x <= at.x + 1; ++x) {
      const Cell cell{x, y, at.level};
      const std::size_t b = bucket(mixed(cell));
      for (int k = bucket_start_[b]; k < bucket_start_[b + 1]; ++k) {
        if (cell_of_[index(placed_[index(k)].disc)] == cell)
          collect_places(a, k, k + 1, reach, out);
      }
    }
  }
}

/// Disc `a`, at place `k`, with its neighbours of its own level: the row above, and the later discs
/// of its own row. (The others examine this one.)
void NeighbourList::collect_own_level(const Placed& a, int k, double reach, Pairs& out) const {
  const Cell& at = cell_of_[index(a.disc)];
  if (dense_) {
    const Grid& g = grids_[index(at.level)];
    const Cell last{std::min(at.x + 1, g.x_high), at.y, at.level};
    collect_places(a, k + 1, bucket_start_[bucket(last) + 1], reach, out);
    collect_rows(a, at, at.y + 1, reach, out);
    return;
  }
  collect_hashed(a, at, at.y + 1, reach, out);
  for (std::int64_t x = at.x; x <= at.x + 1; ++x) {
    const Cell cell{x, at.y, at.level};
    const std::size_t b = bucket(mixed(cell));
    for (int other = x == at.x ? k + 1 : bucket_start_[b]; other < bucket_start_[b + 1]; ++other) {
      if (cell_of_[index(placed_[index(other)].disc)] == cell) {
        collect_places(a, other, other + 1, reach, out);
      }
    }
  }
}

/// Disc at place `k` with all its neighbours that do not look at it.
void NeighbourList::collect_around(int k, double reach, Pairs& out) const {
  const Placed& a = placed_[index(k)];
  collect_own_level(a, k, reach, out);
  // Across levels the smaller disc looks at all cells around.
  for (int level = cell_of_[index(a.disc)].level + 1; level <= top_level_; ++level) {
    if (!(grids_[index(level)].cell_size > 0.0)) continue;
    const Cell at = cell_at({a.x, a.y}, level);
    if (dense_) {
      collect_rows(a, at, at.y - 1, reach, out);
    } else {
      collect_hashed(a, at, at.y - 1, reach, out);
    }
  }
}

void NeighbourList::collect_from_grid(const Eigen::VectorXd& q, double reach) {
  set_cell_sizes(reach);
  sort_into_cells(q);
  pair_parts_.collect(index(bucket_start_.back()), unsorted_, 0,
                      [&](Pairs& part, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k)
                          collect_around(static_cast<int>(k), reach, part);
                      });
  append_sorted();
}

/// The pairs of a search, in lexicographic order: by counting along i, then by insertion along j
/// among the few of each i.
void NeighbourList::append_sorted() {
  const std::size_t from = wide_pairs_.size();
  wide_pairs_.resize(from + unsorted_.size());
  std::fill(pair_start_.begin(), pair_start_.end(), 0);
  // Each thread looks at all pairs and has some of the discs i.
  const std::size_t discs = pair_start_.size() - 1;
  const int blocks = blocks_for(discs);
  for_blocks(discs, blocks, [&](int, std::size_t begin, std::size_t end) {
    for (const PairCandidate& c : unsorted_) {
      if (index(c.i) >= begin && index(c.i) < end) ++pair_start_[index(c.i)];
    }
  });
  for (std::size_t i = 1; i < pair_start_.size(); ++i)
    pair_start_[i] += pair_start_[i - 1];
  for_blocks(discs, blocks, [&](int, std::size_t begin, std::size_t end) {
    for (const PairCandidate& c : unsorted_) {
      if (index(c.i) >= begin && index(c.i) < end)
        wide_pairs_[from + index(--pair_start_[index(c.i)])] = c;
    }
  });
  for_blocks(discs, blocks, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      PairCandidate* first = wide_pairs_.data() + from + pair_start_[i];
      PairCandidate* last = wide_pairs_.data() + from + pair_start_[i + 1];
      if (last - first > 16) {
        std::sort(first, last);
        continue;
      }
      for (auto* at = first; at < last; ++at)
        for (auto* k = at; k > first && k->j < (k - 1)->j; --k)
          std::swap(*k, *(k - 1));
    }
  });
}

}  // namespace impactbench
