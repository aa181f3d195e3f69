#include "benchmarks/python/bridge/system_view.hpp"

#include "problems/base/error.hpp"
#include "schemes/support/contacts/record_contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench::python {
namespace {

constexpr double least_margin = 1e-9;       // of VerletTree [m]
constexpr double along_the_surface = 1e-9;  // the part of friction along a normal is rounding below

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
  prepare_trees(start.q.head(system.dofs()), 0.0);
}

/// A list that is to hold every gap up to the reach needs a skin of ten times as much.
void SystemView::prepare_trees(const Eigen::VectorXd& q, double reach) {
  const RoundBodies bodies = round_bodies(*system_);
  const auto with_tree = [&](auto tree) {
    tree.prepare(bodies, q, std::max(tree.usual_skin(bodies), 10.0 * reach),
                 std::max(least_margin, reach));
    tree_ = std::move(tree);
  };
  if (bodies.dimension == 1) with_tree(VerletTree<1>{});
  if (bodies.dimension == 2) with_tree(VerletTree<2>{});
  if (bodies.dimension == 3) with_tree(VerletTree<3>{});
  reach_ = reach;
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
void SystemView::find(VerletTree<Dim>& tree, const Eigen::VectorXd& q, double reach) {
  const RoundBodies bodies = round_bodies(*system_);
  body_.clear(), other_.clear(), gap_.clear(), normal_.clear();
  const auto add = [&](int body, int other, double gap, const Vec<Dim>& normal) {
    if (!(gap <= reach)) return;
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

py::tuple SystemView::contacts(const py::array_t<double>& q, double reach) {
  if (round_ == nullptr)
    throw py::value_error("this system has no round bodies, hence no contacts");
  if (!(reach >= 0.0 && std::isfinite(reach)))
    throw py::value_error(fmt::format("reach = {} m; it must be 0 or more, and finite", reach));
  const Eigen::VectorXd* at = &positions(q);
  if (at->size() != system_->dofs()) {  // what forces remember is no body
    centres_ = at->head(system_->dofs());
    at = &centres_;
  }
  if (reach > reach_) prepare_trees(*at, reach);
  std::visit([&](auto& tree) { find(tree, *at, reach); }, tree_);
  const auto n = static_cast<py::ssize_t>(gap_.size());
  const py::ssize_t d = round_->dimension(), number = sizeof(double);
  return py::make_tuple(
      view_of(body_), view_of(other_), view_of(gap_),
      py::array_t<double>({n, d}, {d * number, number}, normal_.data(), py::none()));
}

template <int Dim, int Dofs>
void SystemView::record_in_space(const py::array_t<int>& body, const py::array_t<int>& other,
                                 const py::array_t<double>& normal,
                                 const py::array_t<double>& impulse,
                                 const py::array_t<double>* friction) {
  recorded_->clear(friction == nullptr ? 1 : Dim, Dofs);
  const std::vector<double>& radius = round_->bodies().radius;
  for (py::ssize_t c = 0; c < impulse.size(); ++c) {
    const int i = *body.data(c), j = std::max(*other.data(c), -1);
    Vec<Dim> n, rubs = Vec<Dim>::Zero();
    for (int k = 0; k < Dim; ++k) {
      n[k] = *normal.data(c, k);
      if (friction != nullptr) rubs[k] = *friction->data(c, k);
    }
    if (!(std::abs(rubs.dot(n)) <= along_the_surface * rubs.norm()))
      throw py::value_error(fmt::format(
          "record: friction of contact {} has {:.3g} N s along the normal; it must be along the "
          "surface: friction - (friction . normal) normal",
          c, rubs.dot(n)));
    const Tangents<Dim> t = tangents(n);
    Slip<Dim> along = Slip<Dim>::Zero();
    for (int k = 0; k + 1 < recorded_->rows; ++k)
      along[k] = rubs.dot(t.along[static_cast<std::size_t>(k)]);
    record_contact<Dim, Dofs>({i, j}, n, radius[static_cast<std::size_t>(i)],
                              j < 0 ? 0.0 : radius[static_cast<std::size_t>(j)], *impulse.data(c),
                              along, *recorded_);
  }
}

void SystemView::record(const py::array_t<int>& body, const py::array_t<int>& other,
                        const py::array_t<double>& normal, const py::array_t<double>& impulse,
                        const std::optional<py::array_t<double>>& friction) {
  if (recorded_ == nullptr) return;
  if (round_ == nullptr)
    throw py::value_error("record: this system has no round bodies, hence no contacts");
  const py::ssize_t n = impulse.size(), d = round_->dimension();
  const auto vectors = [&](const py::array_t<double>& x) {
    return x.ndim() == 2 && x.shape(0) == n && x.shape(1) == d;
  };
  if (body.size() != n || other.size() != n || !vectors(normal) ||
      (friction && !vectors(*friction)))
    throw py::value_error(
        fmt::format("record needs body, other and impulse of one length n, and normal and friction "
                    "of (n, {})",
                    d));
  const auto bodies = static_cast<int>(round_->bodies().size());
  for (py::ssize_t c = 0; c < n; ++c) {
    if (*body.data(c) >= 0 && *body.data(c) < bodies && *other.data(c) < bodies) continue;
    throw py::value_error(fmt::format("record: contact {} is of bodies {} and {}; there are {}", c,
                                      *body.data(c), *other.data(c), bodies));
  }
  in_space(round_bodies(*system_), [&]<int Dim, int Dofs>() {
    record_in_space<Dim, Dofs>(body, other, normal, impulse, friction ? &*friction : nullptr);
  });
}

}  // namespace impactbench::python
