#include "reference/exact/sticky_chain/sticky_chain.hpp"

#include "problems/contact/round_bodies.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

namespace impactbench::exact::sticky_chain {
namespace {

/// The start, rods from left to right.
struct Chain {
  std::vector<Eigen::Index> number;  ///< of each rod in the state
  std::vector<double> mass, place, position, velocity;
};

/// Rods of one edge: sums of m, m q and m v.
struct Edge {
  double mass, position, velocity;
  std::size_t end;
  [[nodiscard]] double slope() const { return position / mass; }
};

std::shared_ptr<const Chain> chain_of(const Problem& problem, const RoundBodies& bodies) {
  auto out = std::make_shared<Chain>();
  const auto& x = problem.initial.q;
  Eigen::VectorXd u = problem.initial.v;
  if (problem.traits.first_order) {  // the desired velocities of the rods
    problem.system->external_force(0.0, x, problem.initial.v, u);
    u = u.cwiseQuotient(problem.system->mass()).eval();
  }
  out->number.resize(bodies.size());
  std::iota(out->number.begin(), out->number.end(), Eigen::Index{0});
  std::sort(out->number.begin(), out->number.end(),
            [&](Eigen::Index a, Eigen::Index b) { return x[a] < x[b]; });
  double place = 0.0, last = 0.0;
  for (const Eigen::Index i : out->number) {
    const double r = bodies.radius[static_cast<std::size_t>(i)];
    place += out->place.empty() ? 0.0 : last + r;
    last = r;
    out->place.push_back(place);
    out->mass.push_back(bodies.mass[static_cast<std::size_t>(i)]);
    out->position.push_back(x[i] - place);
    out->velocity.push_back(u[i]);
  }
  return out;
}

/// Edges of the largest convex function below the points, from the left: a point that would make
/// the slope fall is passed over.
std::vector<Edge> edges_at(const Chain& chain, double t) {
  std::vector<Edge> out;
  for (std::size_t i = 0; i < chain.mass.size(); ++i) {
    const double m = chain.mass[i];
    out.push_back(
        {m, m * (chain.position[i] + t * chain.velocity[i]), m * chain.velocity[i], i + 1});
    while (out.size() > 1 && !(out[out.size() - 2].slope() < out.back().slope())) {
      const Edge last = out.back();
      out.pop_back();
      Edge& edge = out.back();
      edge = {edge.mass + last.mass, edge.position + last.position, edge.velocity + last.velocity,
              last.end};
    }
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* spheres = round_system(*problem.system);
  if (contact || spheres == nullptr || spheres->dimension() != 1 || !spheres->obstacles().empty() ||
      problem.traits.gravity || spheres->law().restitution != 0.0 ||
      spheres->actions().viscosity > 0.0) {
    return std::nullopt;
  }
  const bool queue = problem.traits.first_order && problem.name == "crowd_row";
  if (!queue && !spheres->constant_force()) return std::nullopt;
  const auto chain = chain_of(problem, round_bodies(*spheres));
  Truth out;
  out.source = "exact/sticky_chain";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  out.at = [chain](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    std::size_t i = 0;
    for (const Edge& edge : edges_at(*chain, t)) {
      for (; i < edge.end; ++i) {
        q[chain->number[i]] = edge.slope() + chain->place[i];
        v[chain->number[i]] = edge.velocity / edge.mass;
      }
    }
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "sticky_chain",
          .summary = "rods on a line without force that stay together once they meet",
          .source = "Brenier and Grenier 1998; projection of the free flight",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::sticky_chain
