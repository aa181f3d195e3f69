#include "reference/acceptance/problems/limits_of_problems.hpp"

#include <array>

namespace impactbench {
namespace {

struct Limits {
  std::string_view problem;
  void (*judge)(const JudgedRun& run, bool tight, std::vector<Check>& out);
};
constexpr std::array table{
    Limits{"cantilever", cantilever::judge}, Limits{"capillary_pair", capillary_pair::judge},
    Limits{"lamb", lamb::judge}, Limits{"langevin_wall", langevin_wall::judge},
    Limits{"pinched_cylinder", pinched_cylinder::judge}};

}  // namespace

void judge_problem(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  for (const Limits& limits : table) {
    if (limits.problem == run.problem.name) limits.judge(run, tight, out);
  }
}

}  // namespace impactbench
