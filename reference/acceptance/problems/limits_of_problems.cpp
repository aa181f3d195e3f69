#include "reference/acceptance/problems/limits_of_problems.hpp"

#include <array>

namespace impactbench {
namespace {

struct Limits {
  std::string_view problem;
  void (*judge)(const JudgedRun& run, bool tight, std::vector<Check>& out);
};
constexpr std::array table{Limits{"bar_on_wall", bars::judge},
                           Limits{"block_on_wall", block_on_wall::judge},
                           Limits{"bouncing_bar", bars::judge},
                           Limits{"cantilever", cantilever::judge},
                           Limits{"capillary_pair", capillary_pair::judge},
                           Limits{"lamb", lamb::judge},
                           Limits{"impacting_bar", bars::judge},
                           Limits{"langevin_wall", langevin_wall::judge},
                           Limits{"pinched_cylinder", pinched_cylinder::judge},
                           Limits{"two_bars", bars::judge}};

}  // namespace

void judge_problem(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  for (const Limits& limits : table) {
    if (limits.problem == run.problem.name) limits.judge(run, tight, out);
  }
}

}  // namespace impactbench
