#include "problems/contact/neighbour_list.hpp"

#include "problems/contact/geometry.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace impactbench {
namespace {

/// Bounds of the thin skin, as shares of the skin.
constexpr double kThickest = 0.25, kThinnest = 1.0 / 64.0;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// Discs looked at before it is asked whether one was too far: a question a disc would keep the
/// compiler from taking several at a time.
constexpr std::size_t kAtOnce = 128;

bool chunk_within(const double* q, const double* from, std::size_t begin, std::size_t end,
                  double limit) {
  int far = 0;
  for (std::size_t k = 3 * begin; k < 3 * end; k += 3) {
    const double x = q[k] - from[k];
    const double y = q[k + 1] - from[k + 1];
    far |= x * x + y * y <= limit * limit ? 0 : 1;
  }
  return far == 0;
}

/// Whether no disc is further than `limit` from where it was; false where anything is NaN.
bool all_within(const Eigen::VectorXd& q, const Eigen::VectorXd& from, double limit) {
  const auto discs = static_cast<std::size_t>(q.size()) / 3;
  std::atomic<bool> within{true};
  for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t chunk = begin; chunk < end; chunk += kAtOnce) {
      if (!chunk_within(q.data(), from.data(), chunk, std::min(end, chunk + kAtOnce), limit)) {
        within = false;
        return;
      }
    }
  });
  return within;
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

/// to = from, shared by threads.
void copy(const Eigen::VectorXd& from, Eigen::VectorXd& to) {
  to.resize(from.size());
  const auto discs = static_cast<std::size_t>(from.size()) / 3;
  for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(3 * begin);
    const auto size = static_cast<Eigen::Index>(3 * (end - begin));
    to.segment(first, size) = from.segment(first, size);
  });
}

template <class T>
void sort_and_drop_repeats(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
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

double NeighbourList::usual_skin(const RoundSystem& system) {
  const auto& radius = system.bodies().radius;
  return radius.empty() ? 1.0 : 1.5 * *std::min_element(radius.begin(), radius.end());
}

void NeighbourList::prepare(const RoundSystem& system, const Eigen::VectorXd& q, Search search,
                            double skin, double margin) {
  system_ = &system;
  search_ = search;
  skin_ = skin;
  margin_ = std::min(margin, 0.25 * kThickest * skin);
  const auto& radius = system.bodies().radius;
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

bool NeighbourList::update(const Eigen::VectorXd& q) {
  if (displacement_ == 0.0) ++updates_;  // else outdated() has counted
  if (picked_.within(q, allowed_displacement())) {
    if (displacement_ > 0.0) displacement_ = picked_.furthest(q);
    return false;
  }
  adapt_thin_skin();
  if (!built_.within(q, valid_move())) rebuild(q, skin_);
  pick(q, nullptr);
  return true;
}

void NeighbourList::update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
  ++updates_;
  if (picked_.within(q_a, allowed_displacement()) && picked_.within(q_b, allowed_displacement()))
    return;
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
  copy(q_b, built_.also_at);
  built_.at_two = true;
}

void NeighbourList::rebuild(const Eigen::VectorXd& q, double reach) {
  ++rebuilds_;
  copy(q, built_.at);
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
  displacement_ = 0.0;
  copy(q_a, picked_.at);
  picked_.at_two = q_b != nullptr;
  if (q_b != nullptr) copy(*q_b, picked_.also_at);
  keep_near<2, 3>(thin_skin_, *system_, q_a, q_b, wide_walls_, wall_parts_, walls_);
  keep_near<2, 3>(thin_skin_, *system_, q_a, q_b, wide_pairs_, pair_parts_, pairs_);
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
  const std::size_t walls = system_->obstacles().size();
  const std::size_t n = cell_of_.size();
  wall_parts_.collect(
      n, wide_walls_, wide_walls_.size(), [&](auto& part, std::size_t begin, std::size_t end) {
        for (int i = static_cast<int>(begin); index(i) < end; ++i) {
          for (int w = 0; index(w) < walls; ++w) {
            const double distance =
                obstacle_distance<2>(centre<2, 3>(q, i), system_->bodies().radius[index(i)],
                                     system_->obstacles()[index(w)]);
            if (distance < reach) part.push_back({i, w});
          }
        }
      });
}

void NeighbourList::collect_all_pairs(const Eigen::VectorXd& q, double reach) {
  const auto& radius = system_->bodies().radius;
  for (int i = 0; index(i) < radius.size(); ++i) {
    for (int j = i + 1; index(j) < radius.size(); ++j) {
      const double limit = radius[index(i)] + radius[index(j)] + reach;
      if ((centre<2, 3>(q, j) - centre<2, 3>(q, i)).squaredNorm() < limit * limit)
        wide_pairs_.push_back({i, j});
    }
  }
}

}  // namespace impactbench
