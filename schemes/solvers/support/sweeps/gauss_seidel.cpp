#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"

#include "problems/base/parallel.hpp"
#include "schemes/solvers/support/sweeps/general_sweep.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// Colours smaller than this are one block, the others have so many.
constexpr std::size_t least_shared = 1024;
constexpr int blocks_of_a_colour = 64;

/// Contact c as a RoundContact with the W that is known; false where it is none.
template <int Rows>
bool take_round(const ContactProblem& problem, std::size_t c, const double* w,
                RoundContact<Rows>& to) {
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  to.a = problem.body_a[c];
  to.b = problem.body_b[c];
  to.contact = static_cast<int>(c);
  const bool has_a = to.a != ContactProblem::fixed, has_b = to.b != ContactProblem::fixed;
  const double* a = problem.jacobian_a.data() + c * Rows * dofs;
  const double* b = problem.jacobian_b.data() + c * Rows * dofs;
  bool round = to.a != to.b && std::all_of(w, w + Rows, [](double x) { return x > 0.0; });
  for (std::size_t k = 0; k < dofs; ++k) {
    const double n = has_b ? b[k] : -a[k];
    if (k < std::size(to.n)) to.n[k] = n;
    round = round && (k < std::size(to.n) || n == 0.0) && (!has_a || a[k] == -n);
  }
  for (std::size_t k = dofs; k < std::size(to.n); ++k)
    to.n[k] = 0.0;
  for (std::size_t r = 0; r < Rows; ++r) {
    to.b_[r] = problem.b[c * Rows + r];
    to.w[r] = w[r];
  }
  if constexpr (Rows == 2) {
    to.mu = problem.friction[c];
    to.arm[0] = has_a ? a[5] : 0.0;
    to.arm[1] = has_b ? b[5] : 0.0;
    // Else W_nt = n_x n_y (m_x^-1 - m_y^-1), and the contact has to be solved as a whole.
    const auto same_mass = [&](int body) {
      const double* inverse = problem.inverse_mass.data() + 3 * static_cast<std::size_t>(body);
      return inverse[0] == inverse[1];
    };
    round = round && (!has_a || same_mass(to.a)) && (!has_b || same_mass(to.b));
    round = round && (!has_a || (a[3] == -to.n[1] && a[4] == to.n[0])) &&
            (!has_b || (b[3] == to.n[1] && b[4] == -to.n[0]));
  }
  return round;
}

}  // namespace

void GaussSeidel::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  if (order_ == Order::coloured) colouring_.prepare(contact_count, body_count);
  const std::size_t blocks =
      order_ == Order::listed ? 1 : blocks_of_a_colour * (Colouring::most + 1);
  blocks_.reserve(blocks);
  changes_.reserve(blocks);
  parts_.reserve(blocks);
  colours_.reserve(Colouring::most + 2);
  if (rows == 1) normal_.reserve(contact_count);
  if (rows == 2) sliding_.reserve(contact_count);
  if (rows == 2) coupling_.reserve(contact_count);
  if (rows <= 2) bodies_.reserve(body_count);
  velocity_.reserve(6 * body_count);  // of a ball in space, as many as a body has
  diagonal_.reserve(contact_count * static_cast<std::size_t>(rows));
}

int GaussSeidel::threads(const ContactProblem& problem) const {
  return order_ == Order::listed ? 1 : blocks_for(problem.contacts());
}

void GaussSeidel::add_blocks(std::size_t begin, std::size_t end, int blocks) {
  for (int b = 0; b < blocks; ++b)
    blocks_.push_back({begin + block_begin(end - begin, blocks, b),
                       begin + block_begin(end - begin, blocks, b + 1)});
  colours_.push_back(blocks_.size());
}

/// The order of the contacts, and the blocks that are worked through at once.
void GaussSeidel::arrange(const ContactProblem& problem) {
  blocks_.clear();
  colours_.assign(1, 0);
  if (order_ == Order::listed) {
    add_blocks(0, problem.contacts(), 1);
  } else {
    colouring_.find(problem);
    const std::vector<std::size_t>& starts = colouring_.starts();
    for (std::size_t k = 0; k < colouring_.colours(); ++k)
      add_blocks(starts[k], starts[k + 1],
                 starts[k + 1] - starts[k] < least_shared ? 1 : blocks_of_a_colour);
    if (starts.back() < problem.contacts()) add_blocks(starts.back(), problem.contacts(), 1);
  }
  changes_.resize(blocks_.size());
  parts_.resize(blocks_.size());
}

/// f(b, begin, end) for every block, those of a colour at once.
template <class F>
void GaussSeidel::colour_by_colour(const ContactProblem& problem, F&& f) {
  const auto visit = [&](std::size_t b) { f(b, blocks_[b].begin, blocks_[b].end); };
  const int team = threads(problem);
  if (team == 1) {
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      visit(b);
    return;
  }
#pragma omp parallel num_threads(team)
  for (std::size_t k = 0; k + 1 < colours_.size(); ++k) {
#pragma omp for schedule(static)
    for (std::size_t b = colours_[k]; b < colours_[k + 1]; ++b)
      visit(b);
  }
}

/// The same for work that does not change velocities: all blocks at once.
template <class F>
void GaussSeidel::at_once(const ContactProblem& problem, F&& f) {
  for_blocks(blocks_.size(), static_cast<int>(blocks_.size()), threads(problem),
             [&](int, std::size_t begin, std::size_t end) {
               for (std::size_t b = begin; b < end; ++b)
                 f(b, blocks_[b].begin, blocks_[b].end);
             });
}

/// Whether all contacts are round; then they are in `to`.
template <int Rows>
bool GaussSeidel::pack(const ContactProblem& problem, std::vector<RoundContact<Rows>>& to) {
  if (problem.dofs > 3 || (Rows == 2 && problem.dofs != 3)) return false;
  to.resize(problem.contacts());
  std::atomic<bool> round{true}, flat{true};
  at_once(problem, [&](std::size_t, std::size_t begin, std::size_t end) {
    bool here = true, level = true;
    for (std::size_t place = begin; place < end && here; ++place) {
      const std::size_t c =
          order_ == Order::listed ? place : static_cast<std::size_t>(colouring_.order()[place]);
      here = take_round<Rows>(problem, c, diagonal_.data() + c * Rows, to[place]);
      if constexpr (Rows == 1) level = level && to[place].n[2] == 0.0;
    }
    if (!here) round = false;
    if (!level) flat = false;
  });
  if (round) {
    width_ = flat ? 2 : 3;
    bodies_.resize(problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs));
  }
  return round;
}

template <class F>
auto GaussSeidel::with_kernel(const ContactProblem& problem, F&& f) {
  if (width_ == 2 && problem.rows == 1)
    return f(RoundSweep<2, 1>(problem, normal_.data(), bodies_.data()));
  if (width_ == 3 && problem.rows == 1)
    return f(RoundSweep<3, 1>(problem, normal_.data(), bodies_.data()));
  if (width_ == 2) return f(RoundSweep<2, 2>(problem, sliding_.data(), bodies_.data()));
  const int* order = order_ == Order::listed ? nullptr : colouring_.order().data();
  if (problem.dofs == 3) return f(GeneralSweep<3>(problem, order, velocity_, diagonal_, coupling_));
  if (problem.dofs == 6) return f(GeneralSweep<6>(problem, order, velocity_, diagonal_, coupling_));
  return f(GeneralSweep<0>(problem, order, velocity_, diagonal_, coupling_));
}

/// Velocities M^-1 H p; whether p is finite.
template <class Kernel>
bool GaussSeidel::set(const ContactProblem& problem, const std::vector<double>& p,
                      const Kernel& on) {
  std::atomic<bool> finite{true};
  colour_by_colour(problem,
                   [&](std::size_t, std::size_t begin, std::size_t end) { on.rest(begin, end); });
  colour_by_colour(problem, [&](std::size_t, std::size_t begin, std::size_t end) {
    if (!on.push_all(p, begin, end)) finite = false;
  });
  return finite;
}

void GaussSeidel::couple(const ContactProblem& problem) {
  coupling_.resize(problem.contacts());
  with_kernel(problem, [&](const auto& on) {
    if constexpr (requires { on.couple(0, 0); })
      at_once(problem,
              [&](std::size_t, std::size_t begin, std::size_t end) { on.couple(begin, end); });
  });
}

/// Changes no velocity.
void GaussSeidel::settle_unmoved(const ContactProblem& problem, std::vector<double>& p) {
  if (width_ > 0) return;  // round contacts have weights
  const auto rows = static_cast<std::size_t>(problem.rows);
  with_kernel(problem, [&](const auto& on) {
    for (std::size_t place = 0; place < problem.contacts(); ++place) {
      const std::size_t c =
          order_ == Order::listed ? place : static_cast<std::size_t>(colouring_.order()[place]);
      const double* weights = diagonal_.data() + c * rows;
      if (std::all_of(weights, weights + rows, [](double w) { return w == 0.0; }))
        (void)on.sweep(p, 1.0, place, place + 1);
    }
  });
}

bool GaussSeidel::start(const ContactProblem& problem, std::vector<double>& p) {
  arrange(problem);
  diagonal_.resize(problem.size());
  const int* order = order_ == Order::listed ? nullptr : colouring_.order().data();
  std::atomic<bool> finite{true};
  const auto take = [&](const auto& on) {
    at_once(problem, [&](std::size_t, std::size_t begin, std::size_t end) {
      if (!on.take(begin, end)) finite = false;
    });
  };
  problem.dofs == 3 ? take(GeneralSweep<3>(problem, order, velocity_, diagonal_, coupling_))
                    : take(GeneralSweep<0>(problem, order, velocity_, diagonal_, coupling_));
  width_ = 0;
  if (!(problem.rows == 1 && pack(problem, normal_)) &&
      !(problem.rows == 2 && pack(problem, sliding_))) {
    velocity_.resize(problem.inverse_mass.size());
    if (problem.rows == 2) couple(problem);
  }
  if (!with_kernel(problem, [&](const auto& on) { return set(problem, p, on); }) || !finite)
    return false;
  settle_unmoved(problem, p);
  return true;
}

double GaussSeidel::closing(const ContactProblem& problem) const {
  const auto rows = static_cast<std::size_t>(problem.rows);
  double out = 0.0;
  for (std::size_t n = 0; n < problem.size(); n += rows) {
    if (diagonal_[n] == 0.0) out = std::max(out, -problem.b[n]);
  }
  return out;
}

void GaussSeidel::move(const ContactProblem& problem, const std::vector<double>& p) {
  with_kernel(problem, [&](const auto& on) { (void)set(problem, p, on); });
}

GaussSeidel::Change GaussSeidel::sweep(const ContactProblem& problem, std::vector<double>& p,
                                       double omega) {
  with_kernel(problem, [&](const auto& on) {
    colour_by_colour(problem, [&](std::size_t b, std::size_t begin, std::size_t end) {
      changes_[b] = on.sweep(p, omega, begin, end);
    });
  });
  Change out;
  for (const Change& part : changes_)
    out.add(part);
  out.change = std::sqrt(out.change);
  out.norm = std::sqrt(out.norm);
  return out;
}

double GaussSeidel::natural(const ContactProblem& problem, const std::vector<double>& p) {
  return with_kernel(problem, [&](const auto& on) {
    if (!set(problem, p, on)) return std::numeric_limits<double>::quiet_NaN();
    at_once(problem, [&](std::size_t b, std::size_t begin, std::size_t end) {
      parts_[b] = on.natural(p, begin, end);
    });
    NaturalPart all;
    for (const NaturalPart& part : parts_) {
      all.worst = std::max(all.worst, part.worst);
      all.sum += part.sum;
    }
    return std::isfinite(all.sum) ? all.worst : std::numeric_limits<double>::quiet_NaN();
  });
}

}  // namespace impactbench
