#include "schemes/solvers/api/sparse_delassus.hpp"

#include <algorithm>
#include <map>

namespace impactbench {
namespace {

/// Contacts of each body, in growing order.
std::vector<std::vector<std::size_t>> contacts_of_bodies(const ContactProblem& problem) {
  std::vector<std::vector<std::size_t>> out(problem.inverse_mass.size() /
                                            static_cast<std::size_t>(problem.dofs));
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for (const int body : {problem.body_a[c], problem.body_b[c]}) {
      if (body != ContactProblem::fixed) out[static_cast<std::size_t>(body)].push_back(c);
    }
  }
  return out;
}

const double* rows_of(const ContactProblem& problem, std::size_t c, int body) {
  const auto& jacobian = problem.body_a[c] == body ? problem.jacobian_a : problem.jacobian_b;
  return jacobian.data() + c * static_cast<std::size_t>(problem.rows * problem.dofs);
}

}  // namespace

SparseMatrix sparse_delassus(const ContactProblem& problem, std::size_t rows) {
  const auto d = static_cast<std::size_t>(problem.rows);
  const auto k = static_cast<std::size_t>(problem.dofs);
  const auto neighbours = contacts_of_bodies(problem);
  SparseMatrix out;
  out.start.push_back(0);
  std::map<std::size_t, std::vector<double>> blocks;  // by contact, d x d, row-major
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    blocks.clear();
    for (const int body : {problem.body_a[c], problem.body_b[c]}) {
      if (body == ContactProblem::fixed) continue;
      const double* inverse_mass = problem.inverse_mass.data() + static_cast<std::size_t>(body) * k;
      const double* own = rows_of(problem, c, body);
      for (const std::size_t other : neighbours[static_cast<std::size_t>(body)]) {
        auto& block = blocks.try_emplace(other, d * d, 0.0).first->second;
        const double* theirs = rows_of(problem, other, body);
        for (std::size_t r = 0; r < d; ++r) {
          for (std::size_t s = 0; s < d; ++s) {
            for (std::size_t a = 0; a < k; ++a)
              block[r * d + s] += inverse_mass[a] * (theirs[r * k + a] * own[s * k + a]);
          }
        }
      }
    }
    for (std::size_t s = 0; s < rows; ++s) {
      for (const auto& [other, block] : blocks) {
        for (std::size_t r = 0; r < d && s < d; ++r) {
          out.index.push_back(static_cast<int>(other * rows + r));
          out.value.push_back(block[r * d + s]);
        }
      }
      if (s >= d) {
        out.index.push_back(static_cast<int>(c * rows + s));
        out.value.push_back(blocks.empty() ? 0.0 : blocks.at(c)[0]);
      }
      out.start.push_back(static_cast<int>(out.index.size()));
    }
  }
  return out;
}

}  // namespace impactbench
