#include "schemes/solvers/support/coulomb/coulomb_system.hpp"

namespace impactbench {
namespace {

/// The target of a sum.
struct Target {
  const CoulombForm& form;
  const std::vector<std::size_t>& edge;
  BlockLu& lu;
};

/// The four blocks G_i^T D G_j of the bodies of contact c.
template <class S>
IMPACTBENCH_INLINE inline void add(const Target& to, const S& shape, std::size_t c,
                                   const double* d) {
  const std::size_t stride = shape.stride(), dofs = to.form.dofs();
  const std::array<int, 2> ends = to.form.ends(c);
  const double* first = to.form.jacobian(shape, c);
  const double* g[2] = {first, first + S::rows * stride};
  const int wall = static_cast<int>(to.form.bodies());
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (ends[i] == wall || ends[j] == wall) continue;
      double* column =
          ends[i] == ends[j] ? to.lu.diagonal(ends[i]) : to.lu.off_diagonal(to.edge[c], i == 0);
      for (std::size_t n = 0; n < dofs; ++n, column += stride) {
        double right[S::rows];
        for (std::size_t r = 0; r < S::rows; ++r) {
          right[r] = 0.0;
          for (std::size_t s = 0; s < S::rows; ++s)
            right[r] += d[r * S::rows + s] * g[j][s * stride + n];
        }
        for (std::size_t at = 0; at < stride; at += 4) {
          Quad sum(column + at);
          for (std::size_t r = 0; r < S::rows; ++r)
            sum.add(Quad(g[i] + r * stride + at), right[r]);
          sum.store(column + at);
        }
      }
    }
  }
}

void start(const Target& to) {
  to.lu.clear();
  for (std::size_t i = 0; i < to.form.bodies(); ++i) {
    for (std::size_t k = 0; k < to.form.dofs(); ++k)
      to.lu.diagonal(static_cast<int>(i))[k * (to.form.stride() + 1)] = 1.0;
  }
}

IMPACTBENCH_WIDE void add_all(const Target& to, double d) {
  to.form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    double block[rows * rows] = {};
    for (std::size_t r = 0; r < rows; ++r)
      block[r * (rows + 1)] = d;
    for (std::size_t c = 0; c < to.form.contacts(); ++c)
      add(to, shape, c, block);
  });
}

IMPACTBENCH_WIDE void add_blocks(const Target& to, const double* blocks) {
  to.form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    for (std::size_t c = 0; c < to.form.contacts(); ++c)
      add(to, shape, c, blocks + c * rows * rows);
  });
}

IMPACTBENCH_WIDE void add_pieces(const Target& to, double sigma, const char* status,
                                 const double* argument) {
  to.form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    for (std::size_t c = 0; c < to.form.contacts(); ++c) {
      const auto piece = static_cast<typename Cone::Status>(status[c]);
      if (piece == Cone::Status::open) continue;
      auto block = Cone::derivative(to.form.bounds(c), piece, argument + c * rows);
      for (double& entry : block)
        entry *= sigma;
      add(to, shape, c, block.data());
    }
  });
}

}  // namespace

void CoulombSystem::prepare(std::size_t contact_count) {
  edges_.reserve(contact_count);
  edge_.reserve(contact_count);
}

void CoulombSystem::analyse(const CoulombForm& form) {
  form_ = &form;
  const int wall = static_cast<int>(form.bodies());
  edges_.clear();
  edge_.assign(form.contacts(), 0);
  for (std::size_t c = 0; c < form.contacts(); ++c) {
    const auto ends = form.ends(c);
    if (ends[0] == wall || ends[1] == wall || ends[0] == ends[1]) continue;
    edge_[c] = edges_.size();
    edges_.push_back(ends);
  }
  lu_.analyse(form.bodies(), form.dofs(), edges_);
}

bool CoulombSystem::factor(double d) {
  const Target to{*form_, edge_, lu_};
  start(to);
  add_all(to, d);
  return lu_.factor();
}

bool CoulombSystem::factor(double sigma, const std::vector<char>& status,
                           const std::vector<double>& argument) {
  const Target to{*form_, edge_, lu_};
  start(to);
  add_pieces(to, sigma, status.data(), argument.data());
  return lu_.factor();
}

bool CoulombSystem::factor(const std::vector<double>& blocks) {
  const Target to{*form_, edge_, lu_};
  start(to);
  add_blocks(to, blocks.data());
  return lu_.factor();
}

}  // namespace impactbench
