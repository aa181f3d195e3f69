#include "problems/model/problem.hpp"

namespace impactbench {

ProblemOutline ProblemEntry::outline(const ParameterSet& given) const {
  if (sketch != nullptr) return sketch(given);
  const Problem made = make(given);
  return {made.traits, made.horizon, made.initial.v.size()};
}

}  // namespace impactbench
