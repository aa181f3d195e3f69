#include "problems/contact/neighbour_list.hpp"

#include "problems/contact/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// Bounds of the thin skin, as shares of the skin.
constexpr double kThickest = 0.25, kThinnest = 1.0 / 64.0;

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

/// The largest distance of a disc from where it was; NaN where anything is.
double furthest(const Eigen::VectorXd& q, const Eigen::VectorXd& from) {
  double square = 0.0;
  for (Eigen::Index k = 0; k < q.size(); k += 3) {
    const double x = q[k] - from[k];
    const double y = q[k + 1] - from[k + 1];
    const double here = x * x + y * y;
    if (!(here <= square)) square = here;
    if (std::isnan(square)) break;
  }
  return std::sqrt(square);
}

template <class T>
void sort_and_drop_repeats(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// std::floor without a call.
std::int64_t rounded_down(double x) {
  const auto toward_zero = static_cast<std::int64_t>(x);
  return toward_zero - (x < static_cast<double>(toward_zero) ? 1 : 0);
}

/// Whether y changes more than x from one disc to the next.
bool numbered_by_columns(const Eigen::VectorXd& q) {
  double x = 0.0, y = 0.0;
  for (Eigen::Index k = 3; k < q.size(); k += 3) {
    x += std::abs(q[k] - q[k - 3]);
    y += std::abs(q[k + 1] - q[k - 2]);
  }
  return y > x;
}

}  // namespace

double NeighbourList::usual_skin(const DiscSystem& system) {
  const auto& radius = system.discs().radius;
  return radius.empty() ? 1.0 : 1.5 * *std::min_element(radius.begin(), radius.end());
}

void NeighbourList::prepare(const DiscSystem& system, const Eigen::VectorXd& q, Search search,
                            double skin, double margin) {
  system_ = &system;
  search_ = search;
  skin_ = skin;
  margin_ = std::min(margin, 0.25 * kThickest * skin);
  const auto& radius = system.discs().radius;
  const std::size_t n = radius.size();
  smallest_radius_ = n == 0 ? 1.0 : *std::min_element(radius.begin(), radius.end());
  // Room for the densest packing of equal discs (3 n pairs), and for two walls a disc.
  for (auto* pairs : {&pairs_, &wide_pairs_})
    pairs->reserve(4 * n);
  for (auto* walls : {&walls_, &wide_walls_})
    walls->reserve(2 * n + 4);
  cell_of_.resize(n);
  level_of_.resize(n);
  placed_.resize(n);
  pair_start_.resize(n + 1);
  unsorted_.reserve(4 * n);
  std::size_t buckets = 1;
  while (buckets < 2 * n)
    buckets *= 2;
  bucket_start_.resize(buckets + 1);
  for (Made* made : {&built_, &picked_})
    made->also_at.resize(q.size());
  thin_skin_ = kThickest * skin;
  updates_ = 0;
  rebuilds_ = 0;
  columns_ = numbered_by_columns(q);
  sized_for_ = -1.0;
  rebuild(q, skin_);
  pick(q, nullptr);
}

bool NeighbourList::Made::within(const Eigen::VectorXd& q, double move) const {
  return all_within(q, at, move) || (at_two && all_within(q, also_at, move));
}

double NeighbourList::Made::furthest(const Eigen::VectorXd& q) const {
  const double one = impactbench::furthest(q, at);
  return at_two ? std::max(one, impactbench::furthest(q, also_at)) : one;
}

double NeighbourList::valid_move() const {
  // Two discs approach each other by at most twice the largest move.
  return 0.5 * (reach_ - thin_skin_);
}

void NeighbourList::update(const Eigen::VectorXd& q) {
  if (way_ == 0.0) ++updates_;  // else outdated() has counted
  if (picked_.within(q, valid_way())) {
    if (way_ > 0.0) way_ = picked_.furthest(q);
    return;
  }
  adapt_thin_skin();
  if (!built_.within(q, valid_move())) rebuild(q, skin_);
  pick(q, nullptr);
}

void NeighbourList::update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
  ++updates_;
  if (picked_.within(q_a, valid_way()) && picked_.within(q_b, valid_way())) return;
  adapt_thin_skin();
  if (!built_.within(q_a, valid_move()) || !built_.within(q_b, valid_move())) rebuild(q_a, q_b);
  pick(q_a, &q_b);
}

void NeighbourList::rebuild(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
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
  sort_and_drop_repeats(wide_walls_);
  sort_and_drop_repeats(wide_pairs_);
  built_.also_at = q_b;
  built_.at_two = true;
}

void NeighbourList::rebuild(const Eigen::VectorXd& q, double reach) {
  ++rebuilds_;
  built_.at = q;
  built_.at_two = false;
  reach_ = reach;
  wide_walls_.clear();
  wide_pairs_.clear();
  collect(q, reach);
}

/// A picking costs as much as some steps with a thin list, so that it should be needed every dozen
/// steps or so; less often, and the list is longer than it need be.
void NeighbourList::adapt_thin_skin() {
  if (updates_ < 6) thin_skin_ = std::min(2.0 * thin_skin_, kThickest * skin_);
  if (updates_ > 24) thin_skin_ = std::max({0.5 * thin_skin_, kThinnest * skin_, 4.0 * margin_});
  updates_ = 0;
}

/// The candidates nearer than the thin skin at q_a, or at q_b where there is one.
void NeighbourList::pick(const Eigen::VectorXd& q_a, const Eigen::VectorXd* q_b) {
  way_ = 0.0;
  picked_.at = q_a;
  picked_.at_two = q_b != nullptr;
  if (q_b != nullptr) picked_.also_at = *q_b;
  keep_near(thin_skin_, *system_, q_a, q_b, wide_walls_, walls_);
  keep_near(thin_skin_, *system_, q_a, q_b, wide_pairs_, pairs_);
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
      if (-frame.depth < reach) wide_walls_.push_back({i, w});
    }
  }
}

void NeighbourList::collect_all_pairs(const Eigen::VectorXd& q, double reach) {
  const auto& radius = system_->discs().radius;
  for (int i = 0; index(i) < radius.size(); ++i) {
    for (int j = i + 1; index(j) < radius.size(); ++j) {
      const double limit = radius[index(i)] + radius[index(j)] + reach;
      if ((centre(q, j) - centre(q, i)).squaredNorm() < limit * limit)
        wide_pairs_.push_back({i, j});
    }
  }
}

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
  const auto& radius = system_->discs().radius;
  // A cell is as wide as the largest disc of its level with half the reach around it. Discs of
  // lower levels are smaller, so that whoever meets a disc of the level is in a cell next to it.
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
    if (g.x_high < g.x_low) continue;
    g.first = static_cast<std::size_t>(cells);
    cells += (static_cast<double>(g.x_high - g.x_low) + 1.0) *
             (static_cast<double>(g.y_high - g.y_low) + 1.0);
    if (cells > static_cast<double>(bucket_start_.size() - 1)) return false;
  }
  return true;
}

void NeighbourList::sort_into_cells(const Eigen::VectorXd& q) {
  for (Grid& g : grids_)
    g.x_low = g.y_low = 1, g.x_high = g.y_high = 0;
  for (int i = 0; index(i) < cell_of_.size(); ++i) {
    const Cell cell = cell_at(centre(q, i), level_of_[index(i)]);
    cell_of_[index(i)] = cell;
    if (cell.level >= 0) grids_[index(cell.level)].cover(cell);
  }
  dense_ = lay_out_densely();
  std::fill(bucket_start_.begin(), bucket_start_.end(), 0);
  for (const Cell& cell : cell_of_) {
    if (cell.level >= 0) ++bucket_start_[bucket(cell)];
  }
  // Counting sort: ends of the buckets, then filled from behind, so that starts remain.
  for (std::size_t b = 1; b < bucket_start_.size(); ++b)
    bucket_start_[b] += bucket_start_[b - 1];
  for (std::size_t i = cell_of_.size(); i-- > 0;) {
    if (cell_of_[i].level < 0) continue;
    const auto place = --bucket_start_[bucket(cell_of_[i])];
    const Vec2 x = centre(q, static_cast<int>(i));
    placed_[index(place)] = {x.x(), x.y(), system_->discs().radius[i], static_cast<int>(i)};
  }
}

/// Lists disc `a` with those of places [k, end) that it may touch.
void NeighbourList::collect_places(const Placed& a, int k, int end, double reach) {
  for (; k < end; ++k) {
    const Placed& other = placed_[index(k)];
    const double limit = a.r + other.r + reach;
    const double x = other.x - a.x;
    const double y = other.y - a.y;
    if (x * x + y * y < limit * limit) {
      unsorted_.push_back({std::min(a.disc, other.disc), std::max(a.disc, other.disc)});
    }
  }
}

/// Columns x - 1 to x + 1 of rows from `y` on, as far as the grid has them: a row of cells is one
/// run of places.
void NeighbourList::collect_rows(const Placed& a, const Cell& at, std::int64_t y, double reach) {
  const Grid& g = grids_[index(at.level)];
  const std::int64_t left = std::max(at.x - 1, g.x_low), right = std::min(at.x + 1, g.x_high);
  if (left > right) return;
  for (y = std::max(y, g.y_low); y <= std::min(at.y + 1, g.y_high); ++y) {
    collect_places(a, bucket_start_[bucket(Cell{left, y, at.level})],
                   bucket_start_[bucket(Cell{right, y, at.level}) + 1], reach);
  }
}

/// The same by hashing: other cells may share a bucket, and are told apart disc by disc.
void NeighbourList::collect_hashed(const Placed& a, const Cell& at, std::int64_t y, double reach) {
  for (; y <= at.y + 1; ++y) {
    for (std::int64_t x = at.x - 1; x <= at.x + 1; ++x) {
      const Cell cell{x, y, at.level};
      const std::size_t b = bucket(mixed(cell));
      for (int k = bucket_start_[b]; k < bucket_start_[b + 1]; ++k) {
        if (cell_of_[index(placed_[index(k)].disc)] == cell) collect_places(a, k, k + 1, reach);
      }
    }
  }
}

/// Disc `a`, at place `k`, with its neighbours of the own level: the row above, and of its own row
/// what comes after it. (The others look at this one.)
void NeighbourList::collect_own_level(const Placed& a, int k, double reach) {
  const Cell& at = cell_of_[index(a.disc)];
  if (dense_) {
    const Grid& g = grids_[index(at.level)];
    const Cell last{std::min(at.x + 1, g.x_high), at.y, at.level};
    collect_places(a, k + 1, bucket_start_[bucket(last) + 1], reach);
    collect_rows(a, at, at.y + 1, reach);
    return;
  }
  collect_hashed(a, at, at.y + 1, reach);
  for (std::int64_t x = at.x; x <= at.x + 1; ++x) {
    const Cell cell{x, at.y, at.level};
    const std::size_t b = bucket(mixed(cell));
    for (int other = x == at.x ? k + 1 : bucket_start_[b]; other < bucket_start_[b + 1]; ++other) {
      if (cell_of_[index(placed_[index(other)].disc)] == cell) {
        collect_places(a, other, other + 1, reach);
      }
    }
  }
}

void NeighbourList::collect_from_grid(const Eigen::VectorXd& q, double reach) {
  set_cell_sizes(reach);
  sort_into_cells(q);
  unsorted_.clear();
  for (int k = 0; k < bucket_start_.back(); ++k) {
    const Placed& a = placed_[index(k)];
    collect_own_level(a, k, reach);
    // Across levels the smaller disc looks at all cells around.
    for (int level = cell_of_[index(a.disc)].level + 1; level <= top_level_; ++level) {
      if (!(grids_[index(level)].cell_size > 0.0)) continue;
      const Cell at = cell_at({a.x, a.y}, level);
      if (dense_) {
        collect_rows(a, at, at.y - 1, reach);
      } else {
        collect_hashed(a, at, at.y - 1, reach);
      }
    }
  }
  append_sorted();
}

/// The pairs of a search, in lexicographic order: by counting along i, then by insertion along j
/// among the few of each i.
void NeighbourList::append_sorted() {
  const std::size_t from = wide_pairs_.size();
  wide_pairs_.resize(from + unsorted_.size());
  std::fill(pair_start_.begin(), pair_start_.end(), 0);
  for (const PairCandidate& c : unsorted_)
    ++pair_start_[index(c.i)];
  for (std::size_t i = 1; i < pair_start_.size(); ++i)
    pair_start_[i] += pair_start_[i - 1];
  for (const PairCandidate& c : unsorted_)
    wide_pairs_[from + index(--pair_start_[index(c.i)])] = c;
  for (std::size_t i = 0; i + 1 < pair_start_.size(); ++i) {
    const auto first = wide_pairs_.begin() + static_cast<std::ptrdiff_t>(from) + pair_start_[i];
    const auto last = wide_pairs_.begin() + static_cast<std::ptrdiff_t>(from) + pair_start_[i + 1];
    if (last - first > 16) {
      std::sort(first, last);
      continue;
    }
    for (auto at = first; at < last; ++at)
      for (auto k = at; k > first && k->j < (k - 1)->j; --k)
        std::swap(*k, *(k - 1));
  }
}

}  // namespace impactbench
