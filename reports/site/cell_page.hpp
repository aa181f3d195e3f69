#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/site/stage.hpp"
#include "reports/site/verdict_section.hpp"

#include <memory>
#include <string>

namespace impactbench {

/// The neighbours of a page: file names in the same folder, empty at the ends. A page that was
/// added alone has no number.
struct Neighbours {
  std::string before, after;
  std::size_t number{0}, of{0};
};

/// Makes stages once per problem and settings: pages come in the order of problems.
class Stages {
 public:
  /// Null if the problem cannot be made any more.
  [[nodiscard]] const Stage* of(const Cell& cell);

 private:
  std::string text_;
  std::unique_ptr<Stage> stage_;
};

/// The page of one cell: film, verdicts, histories, measures, inputs and the command that reruns
/// it. `noticed`: the errors that its checks notice, if measured.
[[nodiscard]] std::string cell_page(const Row& row, const Neighbours& neighbours, Stages& stages,
                                    const NoticedByCheck& noticed);

}  // namespace impactbench
