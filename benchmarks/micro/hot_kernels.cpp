#include "benchmarks/micro/hot_kernels.hpp"

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/micro/packing.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "schemes/mka3d/rotation_step.hpp"
#include "schemes/solvers/support/coulomb/coulomb_form.hpp"
#include "schemes/solvers/support/frictionless/frictionless_gradient.hpp"
#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"
#include "schemes/support/newton/contact_system.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::micro {
namespace {

constexpr double skin = 0.1;

/// Keeps the compiler from noticing that a result is unused.
template <class T>
void used(const T& x) {
  asm volatile("" : : "r,m"(x) : "memory");
}

/// A packing with the list of its neighbours.
struct Neighbours {
  Packing packing;
  NeighbourList list;

  explicit Neighbours(int n) : packing(hexagonal_packing(n)) {
    list.prepare(packing.system, packing.q, Search::cell_grid, skin);
  }
};

HotKernel gap_and_normal(int n) {
  auto on = std::make_shared<Neighbours>(n);
  auto frames = std::make_shared<std::vector<ContactFrame>>(on->list.pairs().size());
  const double pairs = static_cast<double>(frames->size());
  return {.name = "gap_and_normal",
          .element = "pair",
          .elements = pairs,
          // Two indices, centres and radii; a normal and a depth.
          .bytes = 8 + 32 + 16 + 24,
          .flops = 10,
          .working_set = 32.0 * pairs + 32.0 * n,
          .pass = [on, frames] {
            const auto& radius = on->packing.system.bodies().radius;
            std::size_t k = 0;
            for (const auto [i, j] : on->list.pairs())
              (*frames)[k++] =
                  pair_frame(centre(on->packing.q, i), radius[static_cast<std::size_t>(i)],
                             centre(on->packing.q, j), radius[static_cast<std::size_t>(j)]);
            used(frames->data());
          }};
}

/// The disc 0 goes to and fro beyond the skin: a search in the cells, and both lists rebuilt.
HotKernel cell_grid(int n) {
  auto on = std::make_shared<Neighbours>(n);
  return {.name = "cell_grid",
          .element = "disc",
          .elements = static_cast<double>(n),
          // q and r, the place in its cell written and read, three pairs in both lists.
          .bytes = 24 + 8 + 64 + 48,
          // Three of its neighbours are measured at least.
          .flops = 3 * 8,
          .working_set = 144.0 * n,
          .pass = [on, sign = std::make_shared<double>(1.0)] {
            on->packing.q[0] += *sign * 2.0 * skin;
            *sign = -*sign;
            on->list.update(on->packing.q);
            used(on->list.pairs().data());
          }};
}

/// The pairs of the thin Verlet list are picked from the wide one.
HotKernel verlet_rebuild(int n) {
  struct Lists {
    Neighbours on;
    Parts<PairCandidate> parts;
    std::vector<PairCandidate> kept;
  };
  auto lists = std::make_shared<Lists>(Lists{Neighbours(n), {}, {}});
  const double pairs = static_cast<double>(lists->on.list.pairs().size());
  return {.name = "verlet_rebuild",
          .element = "candidate",
          .elements = pairs,
          .bytes = 8 + 32 + 16 + 8,
          .flops = 8,
          .working_set = 16.0 * pairs + 32.0 * n,
          .pass = [lists] {
            keep_near<2, 3>(0.5 * skin, lists->on.packing.system, lists->on.packing.q, nullptr,
                            lists->on.list.pairs(), lists->parts, lists->kept);
            used(lists->kept.data());
          }};
}

/// The cost of every step in which no body has moved far.
HotKernel detection(int n) {
  auto on = std::make_shared<Neighbours>(n);
  return {.name = "detection",
          .element = "disc",
          .elements = static_cast<double>(n),
          .bytes = 48,
          .flops = 6,
          .working_set = 48.0 * n,
          .pass = [on] {
            on->list.update(on->packing.q);
            used(on->list.pairs().data());
          }};
}

HotKernel block_assembly(int n) {
  struct Newton {
    Packing packing;
    std::unique_ptr<LinearSolver> solver;
    ContactSystem<2, 3> system;
    ActiveContacts<2> active;
  };
  auto on = std::make_shared<Newton>(Newton{hexagonal_packing(n), nullptr, {}, {}});
  on->solver = std::get<MakeLinear>(find_solver("block_pcg").make)({});
  on->system.prepare(on->packing.system, 1e-4, false, *on->solver);
  NeighbourList list;
  list.prepare(on->packing.system, on->packing.q, Search::cell_grid, skin);
  for (const auto [i, j] : list.pairs()) {
    const Vec2 normal =
        pair_frame(centre(on->packing.q, i), 0.5, centre(on->packing.q, j), 0.5).normal;
    on->active.normal.push_back({{i, j}, normal, 100.0, 1e6});
  }
  const double contacts = static_cast<double>(on->active.normal.size());
  return {.name = "block_assembly",
          .element = "contact",
          .elements = contacts,
          // The contact, its two blocks and slots, and a third of a diagonal block and of a mass.
          .bytes = 40 + 64 + 16 + 40.0 / 3,
          .flops = 14,
          .working_set = 134.0 * contacts,
          .pass = [on] {
            on->system.assemble(on->active);
            used(on.get());
          }};
}

HotKernel block_pcg(int n) {
  struct Newton {
    BlockMatrix matrix;
    std::unique_ptr<LinearSolver> solver;
    std::vector<double> b, x;
  };
  auto on = std::make_shared<Newton>(Newton{step_matrix(n), nullptr, {}, {}});
  on->matrix.symmetric = true;
  on->solver = std::get<MakeLinear>(find_solver("block_pcg").make)({});
  on->solver->prepare(static_cast<std::size_t>(n), on->matrix.pairs(), 2);
  on->b.resize(on->matrix.rows());
  for (std::size_t k = 0; k < on->b.size(); ++k)
    on->b[k] = std::fmod(0.618034 * static_cast<double>(k), 1.0) - 0.5;
  on->x.assign(on->b.size(), 0.0);
  (void)on->solver->factor(on->matrix);
  const int iterations = on->solver->solve(on->b, on->x).iterations;
  return {.name = "block_pcg",
          .element = "block row and iteration",
          .elements = static_cast<double>(n) * std::max(1, iterations),
          // The diagonal block and its inverse, three blocks above it with two indices; x, r and p
          // read and written, A p and z written and read.
          .bytes = 64 + 3 * (32 + 8) + 16 * 10,
          .flops = 28 + 14 + 5 * 4,
          .working_set = 280.0 * n,
          .pass = [on] {
            std::fill(on->x.begin(), on->x.end(), 0.0);
            (void)on->solver->solve(on->b, on->x);
            used(on->x.data());
          }};
}

HotKernel coulomb_projection(int n) {
  struct Impulses {
    std::vector<double> mu, argument, out;
  };
  auto on = std::make_shared<Impulses>();
  for (int c = 0; c < 3 * n; ++c) {
    on->mu.push_back(0.3);
    on->argument.push_back(std::fmod(0.618034 * c, 1.0) - 0.3);
    on->argument.push_back(std::fmod(0.414214 * c, 1.0) - 0.5);
  }
  on->out.resize(on->argument.size());
  return {.name = "coulomb_projection",
          .element = "contact",
          .elements = 3.0 * n,
          .bytes = 8 + 16 + 16,
          .flops = 1,
          .working_set = 40.0 * 3 * n,
          .pass = [on] {
            on->out = on->argument;
            for (std::size_t c = 0; c < on->mu.size(); ++c)
              CoulombCone<2>::project(on->mu[c], on->out.data() + 2 * c);
            used(on->out.data());
          }};
}

/// Ten sweeps from rest.
HotKernel nlgs_sweep(int n, int rows, GaussSeidel::Order order) {
  struct Sweeps {
    ContactProblem problem;
    GaussSeidel method;
    std::vector<double> p;
  };
  auto on = std::make_shared<Sweeps>(Sweeps{push_problem(n, rows), GaussSeidel(order), {}});
  const double contacts = static_cast<double>(on->problem.contacts());
  on->method.prepare(on->problem.contacts(), static_cast<std::size_t>(n), rows);
  constexpr int sweeps = 10;
  const char* names[] = {"nlgs_sweep", "nlgs_sweep_friction", "nlgs_sweep_friction_in_space"};
  // A packed contact, or its Jacobians, b, W's diagonal, friction and bodies.
  const double given[] = {sizeof(RoundContact<1>), sizeof(RoundContact<2>), 2 * 144 + 2 * 24 + 16};
  // A contact reads a third of each body's data, and writes half as much.
  const double body = rows == 3 ? 96.0 : 48.0, of_bodies = 1.5 * body / 3.0;
  const double packed = given[rows - 1];
  return {.name = std::string(names[rows - 1]) +
                  (order == GaussSeidel::Order::coloured ? "_coloured" : ""),
          .element = "contact and sweep",
          .elements = contacts * sweeps,
          .bytes = packed + rows * 16.0 + of_bodies,
          .flops = rows * (rows == 3 ? 63.0 : 39.0),
          .working_set = contacts * (packed + rows * 8.0) + body * n,
          .pass = [on] {
            on->p.assign(on->problem.size(), 0.0);
            (void)on->method.start(on->problem, on->p);
            for (int k = 0; k < sweeps; ++k)
              (void)on->method.sweep(on->problem, on->p, 1.0);
            used(on->p.data());
          }};
}

/// Ten accelerated projected gradient steps from rest.
HotKernel apgd_step(int n) {
  struct Steps {
    Frictionless form;
    AcceleratedGradient<FrictionlessGradient> method;
    std::vector<double> y;
  };
  auto on = std::make_shared<Steps>();
  const ContactProblem problem = push_problem(n, 1);
  on->form.prepare(problem.contacts(), static_cast<std::size_t>(n));
  on->method.prepare(problem.contacts(), static_cast<std::size_t>(n), 1);
  (void)on->form.pack(problem, std::vector<double>(problem.size(), 0.0),
                      Frictionless::Scaling::jacobi, on->y);
  const double rows = static_cast<double>(on->form.size());
  constexpr int steps = 10;
  return {.name = "apgd_step",
          .element = "row and step",
          .elements = rows * steps,
          // Normal, ends, b, three iterates; of two entries of a body, six numbers, a third each.
          .bytes = 16 + 8 + 8 + 24 + 2 * 48.0 / 3,
          .flops = 20 + 2 * 4.0 / 3,
          .working_set = rows * 56.0 + 96.0 * n,
          .pass = [on] {
            // The largest eigenvalue with Jacobi's scaling is at most the most rows of a body, and
            // one.
            constexpr double curvature = 7.0;
            on->method.start(on->form, on->y, curvature);
            for (int k = 0; k < steps; ++k)
              on->method.step();
            used(on->method.y().data());
          }};
}

HotKernel quaternion_step(int n) {
  struct Bodies {
    std::vector<Vec3> impulse, inertia, spin;
  };
  auto on = std::make_shared<Bodies>();
  double iterations = 0.0;
  for (int i = 0; i < n; ++i) {
    const double a = std::fmod(0.618034 * i, 1.0), b = std::fmod(0.414214 * i, 1.0);
    on->impulse.emplace_back(1e-3 * a, 2e-3 * b, 1e-3 * (a - b));
    on->inertia.emplace_back(1.0, 1.5, 2.0);
    iterations += mka3d::RotationStep(on->impulse.back(), on->inertia.back()).iterations;
  }
  on->spin = on->impulse;
  return {.name = "quaternion_step",
          .element = "body",
          .elements = static_cast<double>(n),
          .bytes = 24 + 24 + 24,
          .flops = 15 + 30 * iterations / n + 30,
          .working_set = 72.0 * n,
          .pass = [on] {
            for (std::size_t i = 0; i < on->spin.size(); ++i)
              on->spin[i] =
                  mka3d::RotationStep(on->impulse[i], on->inertia[i]).turned_back(on->impulse[i]);
            used(on->spin.data());
          }};
}

/// Eight steps of the linear elastic cells of Lamb's problem, all in one block.
HotKernel lamb(int n) {
  struct Cells {
    Cell cell;
    Problem problem;
    std::unique_ptr<Scheme> scheme;
    State state;
  };
  const bool small = n <= 10000;
  Cell cell =
      resolve_cell({"lamb",
                    "mka3d_linear",
                    "none",
                    {{"edge", small ? 10.0 : 2.5}, {"block", std::int64_t{8}}, {"dt", 1e-4}}},
                   "default");
  Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  auto on = std::make_shared<Cells>(Cells{std::move(cell), std::move(problem), nullptr, {}});
  on->scheme = find_scheme("mka3d_linear")
                   .make(on->cell.scheme_parameters)
                   ->instance(*on->problem.system, on->problem.initial, on->cell.dt, {});
  const double cells = on->problem.traits.body_count;
  constexpr int steps = 8;
  return {.name = "lamb",
          .element = "cell and step",
          .elements = cells * steps,
          // A field of six numbers in and out, shared by the steps of a block.
          .bytes = 96.0 / steps,
          .flops = 48,
          .working_set = 48.0 * cells,
          .pass = [on] {
            // From the same state each time: how many numbers are denormal must not change.
            on->state = on->problem.initial;
            (void)on->scheme->advance(on->state, steps);
            used(on->state.q.data());
          }};
}

}  // namespace

std::vector<HotKernel> hot_kernels(int n) {
  using Order = GaussSeidel::Order;
  return {gap_and_normal(n),
          cell_grid(n),
          verlet_rebuild(n),
          detection(n),
          block_assembly(n),
          block_pcg(n),
          coulomb_projection(n),
          nlgs_sweep(n, 1, Order::listed),
          nlgs_sweep(n, 2, Order::listed),
          nlgs_sweep(n, 2, Order::coloured),
          nlgs_sweep(n, 3, Order::listed),
          apgd_step(n),
          quaternion_step(n),
          lamb(n)};
}

}  // namespace impactbench::micro
