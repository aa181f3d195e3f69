#include "schemes/solvers/support/blocks/block_pattern.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <metis.h>

#include <algorithm>

namespace impactbench {
namespace {

using Graph = Eigen::SparseMatrix<char>;
using Edges = std::vector<std::array<int, 2>>;

/// Symmetric, with its diagonal.
Graph graph_of(std::size_t nodes, const Edges& edges) {
  std::vector<Eigen::Triplet<char>> entries;
  entries.reserve(2 * edges.size() + nodes);
  for (const auto& [i, j] : edges) {
    entries.emplace_back(i, j, 1);
    entries.emplace_back(j, i, 1);
  }
  for (int i = 0; i < static_cast<int>(nodes); ++i)
    entries.emplace_back(i, i, 1);
  const auto n = static_cast<Eigen::Index>(nodes);
  Graph graph(n, n);
  graph.setFromTriplets(entries.begin(), entries.end(), [](char a, char) { return a; });
  return graph;
}

/// The place of each node in an order by nested dissection. False where METIS fails.
bool dissect(const Graph& graph, std::vector<int>& place) {
  auto nodes = static_cast<idx_t>(graph.cols());
  std::vector<idx_t> start{0}, neighbours, at(place.size()), back(place.size());
  for (Eigen::Index j = 0; j < graph.cols(); ++j) {
    for (Graph::InnerIterator entry(graph, j); entry; ++entry) {
      if (entry.row() != j) neighbours.push_back(static_cast<idx_t>(entry.row()));
    }
    start.push_back(static_cast<idx_t>(neighbours.size()));
  }
  if (METIS_NodeND(&nodes, start.data(), neighbours.data(), nullptr, nullptr, back.data(),
                   at.data()) != METIS_OK) {
    return false;
  }
  std::copy(at.begin(), at.end(), place.begin());
  return true;
}

}  // namespace

void BlockPattern::analyse(std::size_t nodes, Order order, const Edges& edges) {
  place_.resize(nodes);
  find_order(order, edges);
  find_fill(edges);
  find_slots(edges);
  find_panels();
  find_targets();
}

void BlockPattern::find_order(Order order, const Edges& edges) {
  if (nodes() == 0) return;
  const Graph graph = graph_of(nodes(), edges);
  if (order == Order::nested_dissection && !edges.empty() && dissect(graph, place_)) return;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  for (int k = 0; k < static_cast<int>(nodes()); ++k)
    place_[static_cast<std::size_t>(permutation.indices()[k])] = k;
}

/// The rows of column j: neighbours behind j, and those of the columns whose first row is j.
void BlockPattern::find_fill(const Edges& edges) {
  std::vector<std::vector<int>> behind(nodes());
  for (const auto& [i, j] : edges) {
    const int a = place_[static_cast<std::size_t>(i)], b = place_[static_cast<std::size_t>(j)];
    behind[static_cast<std::size_t>(std::min(a, b))].push_back(std::max(a, b));
  }
  start_.assign(1, 0);
  row_.clear();
  std::vector<int> head(nodes(), -1), next(nodes(), -1), met(nodes(), -1);
  for (int j = 0; j < static_cast<int>(nodes()); ++j) {
    const auto column = static_cast<std::size_t>(j);
    const std::size_t first = row_.size();
    const auto take = [&](int i) {
      if (i == j || met[static_cast<std::size_t>(i)] == j) return;
      met[static_cast<std::size_t>(i)] = j;
      row_.push_back(i);
    };
    for (const int i : behind[column])
      take(i);
    for (int child = head[column]; child >= 0; child = next[static_cast<std::size_t>(child)]) {
      for (std::size_t q = start_[static_cast<std::size_t>(child)];
           q < start_[static_cast<std::size_t>(child) + 1]; ++q) {
        take(row_[q]);
      }
    }
    std::sort(row_.begin() + static_cast<std::ptrdiff_t>(first), row_.end());
    start_.push_back(row_.size());
    if (row_.size() == first) continue;
    const auto parent = static_cast<std::size_t>(row_[first]);
    next[column] = head[parent];
    head[parent] = j;
  }
}

void BlockPattern::find_slots(const Edges& edges) {
  slots_.resize(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const int a = place_[static_cast<std::size_t>(edges[e][0])],
              b = place_[static_cast<std::size_t>(edges[e][1])];
    const auto column = static_cast<std::size_t>(std::min(a, b));
    const auto begin = row_.begin() + static_cast<std::ptrdiff_t>(start_[column]),
               end = row_.begin() + static_cast<std::ptrdiff_t>(start_[column + 1]);
    slots_[e] = {
        static_cast<std::size_t>(std::lower_bound(begin, end, std::max(a, b)) - row_.begin()),
        a > b};
  }
}

void BlockPattern::find_panels() {
  panels_.assign(1, 0);
  for (std::size_t j = 1; j <= nodes(); ++j) {
    const std::size_t rows = start_[j] - start_[j - 1];
    const bool goes_on = j < nodes() && rows > 0 && row_[start_[j - 1]] == static_cast<int>(j) &&
                         start_[j + 1] - start_[j] == rows - 1;
    if (!goes_on || j - static_cast<std::size_t>(panels_.back()) == widest)
      panels_.push_back(static_cast<int>(j));
  }
}

void BlockPattern::find_targets() {
  target_.clear();
  for (std::size_t panel = 1; panel < panels_.size(); ++panel) {
    const auto last = static_cast<std::size_t>(panels_[panel]) - 1;
    for (std::size_t p = start_[last]; p < start_[last + 1]; ++p) {
      std::size_t at = start_[static_cast<std::size_t>(row_[p])];
      for (std::size_t q = p + 1; q < start_[last + 1]; ++q) {
        while (row_[at] < row_[q])
          ++at;
        target_.push_back(static_cast<int>(at));
      }
    }
  }
}

}  // namespace impactbench
