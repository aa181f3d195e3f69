#include "reference/yardsticks/solve_audit.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

double largest(const std::vector<double>& x) {
  double out = 0.0;
  for (const double entry : x)
    keep_largest(out, std::abs(entry));
  return out;
}

/// Largest sum of a row of |A|.
double row_sum_norm(const BlockMatrix& matrix) {
  const auto k = static_cast<std::size_t>(matrix.block);
  std::vector<double> sums(matrix.rows(), 0.0);
  const auto add = [&](std::size_t row, const double* block) {
    for (std::size_t at = 0; at < k * k; ++at)
      sums[row * k + at % k] += std::abs(block[at]);
  };
  for (std::size_t i = 0; i < matrix.block_rows(); ++i)
    add(i, matrix.diagonal.data() + i * k * k);
  for (std::size_t p = 0; p < matrix.pairs(); ++p) {
    add(static_cast<std::size_t>(matrix.first[p]), matrix.upper.data() + p * k * k);
    add(static_cast<std::size_t>(matrix.second[p]), matrix.lower.data() + p * k * k);
  }
  return largest(sums);
}

}  // namespace

bool SolveAudit::judge(double residual, double least, const SolveReport& report) {
  const bool worst = solves_ == 0.0 || !(residual <= worst_);
  solves_ += 1.0;
  keep_largest(worst_, residual);
  if (report.status == SolveStatus::converged) {
    claimed_ += 1.0;
    if (!(residual <= std::max(least, slack * tolerance_))) false_ += 1.0;  // NaN is no answer
  }
  return worst;
}

void SolveAudit::heard(const ContactProblem& problem, std::span<const double> impulses,
                       const SolveReport& report) {
  const double residual = residual_of_(problem, impulses) / problem.velocity_unit;
  const bool known = kept_ && std::isnan(kept_->residual);  // the first one stays
  if (judge(residual, least_contact, report) && keeps_worst_ && !known) {
    kept_ = AnsweredProblem{
        problem, {impulses.begin(), impulses.end()}, residual, std::llround(solves_)};
  }
}

void SolveAudit::heard(const BlockMatrix& matrix, const std::vector<double>& b,
                       const std::vector<double>& x, const SolveReport& report) {
  product_.resize(b.size());
  multiply(matrix, x, product_);
  for (std::size_t i = 0; i < b.size(); ++i)
    product_[i] = b[i] - product_[i];
  const double scale = row_sum_norm(matrix) * largest(x) + largest(b);
  const double miss = largest(product_);
  judge(miss == 0.0 ? 0.0 : miss / scale, least_linear, report);
}

void SolveAudit::finish(std::map<std::string, double>& q) const {
  if (solves_ == 0.0) return;
  q["solves"] = solves_;
  q["solves_claimed"] = claimed_;
  q["claims_false"] = false_;
  if (claimed_ > 0.0) q["claims_true"] = 1.0 - false_ / claimed_;
  q["solve_residual"] = worst_;
}

}  // namespace impactbench
