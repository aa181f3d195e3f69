#include "benchmarks/python/bridge/system_view.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

namespace impactbench::python {
namespace {

py::array view_of(const Eigen::VectorXd& x) {
  return view(x.data(), x.size());
}

template <class T>
py::array_t<T> view_of(const std::vector<T>& x) {
  return py::array_t<T>({static_cast<py::ssize_t>(x.size())}, {py::ssize_t{sizeof(T)}}, x.data(),
                        py::none());
}

/// The numbers of an array; those of the state itself where the array is a view of them.
const Eigen::VectorXd& numbers(const py::array_t<double>& array, const Eigen::VectorXd* own,
                               Eigen::VectorXd& copy, Eigen::Index size, const char* what) {
  if (array.ndim() != 1 || array.size() != size) {
    throw py::value_error(
        fmt::format("{} has {} entries in {} dimensions; this system's has {} in 1", what,
                    array.size(), array.ndim(), size));
  }
  if (own != nullptr && array.data() == own->data()) return *own;
  copy.resize(size);
  for (py::ssize_t k = 0; k < array.size(); ++k)
    copy[k] = *array.data(k);
  return copy;
}

}  // namespace

SystemView::SystemView(const MechanicalSystem& system, const State& start)
    : system_(&system), round_(round_system(system)), force_(start.v), mean_(start.v) {
  if (round_ == nullptr) return;
  const RoundBodies bodies = round_bodies(system);
  const auto with_tree = [&](auto tree) {
    tree.prepare(bodies, start.q.head(system.dofs()), tree.usual_skin(bodies));
    tree_ = std::move(tree);
  };
  if (bodies.dimension == 1) with_tree(VerletTree<1>{});
  if (bodies.dimension == 2) with_tree(VerletTree<2>{});
  if (bodies.dimension == 3) with_tree(VerletTree<3>{});
}

const Eigen::VectorXd& SystemView::positions(const py::array_t<double>& q) {
  return numbers(q, state_ == nullptr ? nullptr : &state_->q, q_, system_->coordinates(), "q");
}

const Eigen::VectorXd& SystemView::velocities(const py::array_t<double>& v) {
  return numbers(v, state_ == nullptr ? nullptr : &state_->v, v_, system_->dofs(), "v");
}

py::array SystemView::force(double t, const py::array_t<double>& q, const py::array_t<double>& v) {
  system_->external_force(t, positions(q), velocities(v), force_);
  return view_of(force_);
}

py::array SystemView::mean_force(double t0, double t1, const py::array_t<double>& q,
                                 const py::array_t<double>& v) {
  system_->mean_force(t0, t1, positions(q), velocities(v), mean_);
  return view_of(mean_);
}

template <int Dim>
void SystemView::find(VerletTree<Dim>& tree, const Eigen::VectorXd& q) {
  const RoundBodies bodies = round_bodies(*system_);
  body_.clear(), other_.clear(), gap_.clear(), normal_.clear();
  const auto add = [&](int body, int other, double gap, const Vec<Dim>& normal) {
    if (!(gap <= 0.0)) return;
    body_.push_back(body), other_.push_back(other), gap_.push_back(gap);
    normal_.insert(normal_.end(), normal.data(), normal.data() + Dim);
  };
  const auto radius = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  tree.update(q);
  for (const WallCandidate& c : tree.walls()) {
    const auto gap = obstacle_gap<Dim>(centre<Dim>(bodies, q, c.body), radius(c.body),
                                       bodies.obstacles[static_cast<std::size_t>(c.wall)]);
    add(c.body, -1, gap.distance, -gap.normal);
  }
  for (const PairCandidate& c : tree.pairs()) {
    const auto gap = pair_gap<Dim>(centre<Dim>(bodies, q, c.i), radius(c.i),
                                   centre<Dim>(bodies, q, c.j), radius(c.j));
    add(c.i, c.j, gap.distance, gap.normal);
  }
}

py::tuple SystemView::contacts(const py::array_t<double>& q) {
  if (round_ == nullptr)
    throw py::value_error("this system has no round bodies, hence no contacts");
  const Eigen::VectorXd* at = &positions(q);
  if (at->size() != system_->dofs()) {  // what forces remember is no body
    centres_ = at->head(system_->dofs());
    at = &centres_;
  }
  std::visit([&](auto& tree) { find(tree, *at); }, tree_);
  const auto n = static_cast<py::ssize_t>(gap_.size());
  const py::ssize_t d = round_->dimension(), number = sizeof(double);
  return py::make_tuple(
      view_of(body_), view_of(other_), view_of(gap_),
      py::array_t<double>({n, d}, {d * number, number}, normal_.data(), py::none()));
}

void SystemView::record(const py::array_t<int>& body, const py::array_t<int>& other,
                        const py::array_t<double>& normal, const py::array_t<double>& impulse) {
  if (recorded_ == nullptr) return;
  const int d = round_ == nullptr ? 0 : round_->dimension();
  const py::ssize_t n = impulse.size();
  if (body.size() != n || other.size() != n || normal.ndim() != 2 || normal.shape(0) != n ||
      normal.shape(1) != d)
    throw py::value_error(fmt::format(
        "record needs body, other and impulse of one length n, and normal of (n, {})", d));
  const int stride = round_->space().stride();
  recorded_->clear(1, stride);
  for (py::ssize_t c = 0; c < n; ++c) {
    recorded_->body_a.push_back(*body.data(c));
    recorded_->body_b.push_back(*other.data(c) < 0 ? ContactProblem::fixed : *other.data(c));
    recorded_->impulse.push_back(*impulse.data(c));
    // u_n > 0 separates: the normal points from the first body to the other.
    for (int k = 0; k < stride; ++k) {
      const double along = k < d ? *normal.data(c, k) : 0.0;
      recorded_->jacobian_a.push_back(-along);
      recorded_->jacobian_b.push_back(*other.data(c) < 0 ? 0.0 : along);
    }
  }
}

}  // namespace impactbench::python
