#include "problems/polyhedra/lamb/lamb.hpp"

#include "problems/base/error.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/meshes/free_face.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::lamb {
namespace {

using Receiver = std::function<PlanePoint(const Eigen::VectorXd&)>;

/// Places of the receivers: on the surface and 60 degrees below it.
std::array<PlanePoint, 2> places(const Params& p) {
  const double read = p.recipe == "corrected" ? 0.0 : 0.5 * p.edge;
  return {PlanePoint{p.distance, read},
          PlanePoint{0.5 * p.distance, 0.5 * std::sqrt(3.0) * p.distance}};
}

LineForce wavelet(const Params& p) {
  const double a = std::pow(std::numbers::pi * p.frequency, 2), peak = p.amplitude, delay = p.delay;
  const auto at = [=](double t) {
    const double square = a * (t - delay) * (t - delay);
    return peak * (1.0 - 2.0 * square) * std::exp(-square);
  };
  // The integral of the wavelet is T exp(-a T^2).
  const auto integral = [=](double t) {
    const double late = t - delay;
    return peak * late * std::exp(-a * late * late);
  };
  const auto mean = [=](double t0, double t1) {
    return t1 > t0 ? (integral(t1) - integral(t0)) / (t1 - t0) : at(t0);
  };
  return {at, mean};
}

PlaneGridSystem::Layout layout_of(const Params& p) {
  const auto count = [&](double length) {
    return static_cast<int>(std::min(std::ceil(length / p.edge * (1.0 - 1e-12)), 1e6));
  };
  const bool absorbs = p.border == "absorbing";
  return {.edge = p.edge,
          .columns = count(p.width),
          .rows = count(p.depth),
          .force = wavelet(p),
          .force_in_strain = p.recipe == "corrected",
          .sponge = absorbs ? count(p.border_width) : 0,
          .damping = absorbs ? p.damping : 0.0};
}

/// Echoes of the far sides must not arrive before the horizon: the force begins 1.16 periods before
/// its peak, when it is 5e-5 of it.
void refuse_echoes(const Params& p, const PlaneGridSystem& grid) {
  if (p.border == "absorbing") return;
  for (const PlanePoint& place : places(p)) {
    const double arrival = p.delay - 1.16 / p.frequency + grid.echo_time(place.x, place.z);
    if (arrival >= p.horizon) continue;
    throw ConfigurationError(
        "problem lamb: an echo of the far sides reaches the receiver at (" + to_text(place.x) +
        ", " + to_text(place.z) + ") m at t = " + to_text(arrival) + " s, before the horizon, " +
        to_text(p.horizon) +
        " s; take a larger width and depth, a shorter horizon, or border = absorbing");
  }
}

/// The whole body as polyhedral cells of one layer, endless along y; the grid's column i is cell
/// columns - 1 + i of a row.
std::unique_ptr<PolyhedralSystem> cells_of(const Params& p, const PlaneGridSystem& grid) {
  const PlaneGridSystem::Layout& layout = grid.layout();
  const int columns = 2 * layout.columns - 1;
  const BoxGrid boxes{.count = {columns, 1, layout.rows},
                      .low = {-0.5 * p.edge * columns, 0.0, 0.0},
                      .size = {p.edge * columns, p.edge, p.edge * layout.rows},
                      .endless = {false, true, false}};
  CellMesh mesh = box_mesh(boxes);
  const std::size_t face = free_face(mesh, boxes.cell(layout.columns - 1, 0, 0), -Vec3::UnitZ());
  PolyhedralSystem::Options options{.torsion = Torsion::polar};
  options.face_loads = {{face, {0.0, 0.0, 1.0 / p.edge}, layout.force.at, layout.force_in_strain}};
  return std::make_unique<PolyhedralSystem>(std::move(mesh), grid.material(), std::move(options));
}

/// Reads the values of a receiver of the grid off the polyhedral cells.
Receiver on_cells(const Receiver& of_grid, const PlaneGridSystem& grid,
                  const PolyhedralSystem& body) {
  // Both are linear in the displacements: a copy of those on the right half, in the grid's order.
  const int n = grid.layout().columns, rows = grid.layout().rows;
  Eigen::VectorXd rest(3 * Eigen::Index{n} * rows);
  const auto fill = [n, rows](const Eigen::VectorXd& q, Eigen::VectorXd& out) {
    for (int k = 0; k < rows; ++k) {
      for (int i = 0; i < n; ++i) {
        const Eigen::Index cell = 7 * (Eigen::Index{2 * n - 1} * k + n - 1 + i);
        out[(Eigen::Index{3} * k) * n + i] = q[cell];
        out[(Eigen::Index{3} * k + 1) * n + i] = q[cell + 2];
      }
    }
  };
  rest.setZero();
  fill(body.at_rest().q, rest);
  return [=](const Eigen::VectorXd& q) {
    Eigen::VectorXd now = Eigen::VectorXd::Zero(rest.size());
    fill(q, now);
    return of_grid(now - rest);
  };
}

void add_observables(const std::array<Receiver, 2>& receivers, Problem& problem) {
  const auto add = [&](const char* name, const char* meaning, const Receiver& at, bool along) {
    problem.observables.push_back({name, "m", meaning, [=](const Eigen::VectorXd& q) {
                                     const PlanePoint u = at(q);
                                     return along ? u.x : u.z;
                                   }});
  };
  add("surface_x", "displacement on the surface, away from the source", receivers[0], true);
  add("surface_z", "displacement on the surface, downwards", receivers[0], false);
  add("below_x", "displacement below the surface, away from the source", receivers[1], true);
  add("below_z", "displacement below the surface, downwards", receivers[1], false);
}

Problem make(const Params& p) {
  auto grid =
      std::make_unique<PlaneGridSystem>(Elastic{p.young, p.poisson, p.density}, layout_of(p));
  std::array<Receiver, 2> receivers;
  for (std::size_t k = 0; k < 2; ++k)
    receivers[k] = grid->receiver(places(p)[k].x, places(p)[k].z);
  refuse_echoes(p, *grid);
  Problem out;
  if (p.cells == "polyhedra") {
    if (p.border == "absorbing") {
      throw ConfigurationError(
          "problem lamb: border is absorbing with polyhedral cells; it must be held, or cells = "
          "grid");
    }
    std::unique_ptr<PolyhedralSystem> body = cells_of(p, *grid);
    for (Receiver& receiver : receivers)
      receiver = on_cells(receiver, *grid, *body);
    State start = body->at_rest();
    out = polyhedral_problem("lamb", to_set(p), std::move(body), std::move(start), p.horizon);
  } else {
    out.name = "lamb";
    out.parameters = to_set(p);
    out.initial.q = out.initial.v = Eigen::VectorXd::Zero(grid->dofs());
    out.horizon = p.horizon;
    out.traits = {.bodies = BodyKind::plane_grid,
                  .dimension = 2,
                  .body_count = grid->cells(),
                  .driven = true,
                  .held = true,
                  .rotation = true,
                  .elastic = true};
    out.system = std::move(grid);
  }
  add_observables(receivers, out);
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "lamb",
      .summary = "waves of a short line force on the surface of an elastic half-space",
      .reference = "monasse2012, section 5.1, figures 2 and 3; Lamb 1904",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) { return make(parse<Params>(given, "problem lamb")); }};
}

}  // namespace impactbench::lamb
