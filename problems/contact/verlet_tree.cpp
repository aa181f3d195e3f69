#include "problems/contact/verlet_tree.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

template <class Candidate>
void drop_repeats(std::vector<Candidate>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

template <int Dim>
double VerletTree<Dim>::usual_skin(const RoundBodies& bodies) {
  if (bodies.size() == 0) return 1.0;
  return 0.3 * *std::min_element(bodies.radius.begin(), bodies.radius.end());
}

template <int Dim>
void VerletTree<Dim>::prepare(const RoundBodies& bodies, const Eigen::VectorXd& q, double skin,
                              double margin) {
  bodies_ = bodies;
  skin_ = skin;
  margin_ = std::min(margin, 0.1 * skin);
  const std::size_t n = bodies.size();
  tree_.prepare(n);
  // Twelve neighbours in the densest packing of equal balls, and some that do not touch.
  pairs_.reserve(10 * n);
  walls_.reserve(std::min<std::size_t>(bodies.obstacles.size(), Dim) * n);
  built_ = also_built_ = q;
  rebuild(q);
}

template <int Dim>
bool VerletTree<Dim>::update(const Eigen::VectorXd& q) {
  displacement_ = largest_displacement(built_, q);
  if (displacement_ <= 0.5 * allowed_displacement() || !q.allFinite()) return false;
  rebuild(q);
  return true;
}

template <int Dim>
void VerletTree<Dim>::update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
  if ((holds_at(q_a) && holds_at(q_b)) || !q_a.allFinite() || !q_b.allFinite()) return;
  rebuild(q_a);
  two_places_ = !holds_at(q_b);
  if (!two_places_) return;
  also_built_ = q_b;
  add_candidates(q_b);
  drop_repeats(walls_);
  drop_repeats(pairs_);
}

template <int Dim>
double VerletTree<Dim>::largest_displacement(const Eigen::VectorXd& from,
                                             const Eigen::VectorXd& q) const {
  double square = 0.0;
  const Eigen::Index end = bodies_.stride * static_cast<Eigen::Index>(bodies_.size());
  for (Eigen::Index at = 0; at < end; at += bodies_.stride)
    square = std::max(square, (q.segment<Dim>(at) - from.segment<Dim>(at)).squaredNorm());
  return std::sqrt(square);
}

template <int Dim>
bool VerletTree<Dim>::holds_at(const Eigen::VectorXd& q) const {
  return largest_displacement(built_, q) <= allowed_displacement() ||
         (two_places_ && largest_displacement(also_built_, q) <= allowed_displacement());
}

template <int Dim>
void VerletTree<Dim>::rebuild(const Eigen::VectorXd& q) {
  built_ = q;
  displacement_ = 0.0;
  two_places_ = false;
  walls_.clear();
  pairs_.clear();
  add_candidates(q);
  std::sort(pairs_.begin(), pairs_.end());
}

template <int Dim>
void VerletTree<Dim>::add_candidates(const Eigen::VectorXd& q) {
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const double r = bodies_.radius[static_cast<std::size_t>(i)];
    for (int k = 0; k < static_cast<int>(bodies_.obstacles.size()); ++k) {
      const Obstacle& obstacle = bodies_.obstacles[static_cast<std::size_t>(k)];
      if (obstacle_distance<Dim>(centre<Dim>(bodies_, q, i), r, obstacle) < skin_)
        walls_.push_back({i, k});
    }
  }
  tree_.build(bodies_, q);
  tree_.near(skin_, [&](int i, int j) { pairs_.push_back({i, j}); });
}

template class VerletTree<1>;
template class VerletTree<2>;
template class VerletTree<3>;

}  // namespace impactbench
