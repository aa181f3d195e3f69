#pragma once

#include <boost/math/quadrature/gauss.hpp>

#include <cstddef>

namespace impactbench {

/// Calls f(x, w) for the nodes x and weights w of the Gauss-Legendre rule with N nodes on [a, b], N
/// even, exact for polynomials of degree 2 N - 1.
template <int N, class F>
void each_gauss_node(double a, double b, F&& f) {
  static_assert(N % 2 == 0);
  using Rule = boost::math::quadrature::gauss<double, N>;  // the positive half
  const auto& nodes = Rule::abscissa();
  const auto& weights = Rule::weights();
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    f(middle - half * nodes[i], half * weights[i]);
    f(middle + half * nodes[i], half * weights[i]);
  }
}

}  // namespace impactbench
