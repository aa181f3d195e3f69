#include "reference/yardsticks/order_basis.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace impactbench {
namespace {

constexpr std::array<std::pair<MotionClass, std::string_view>, 5> motions{
    {{MotionClass::smooth, "smooth"},
     {MotionClass::persistent_contact, "persistent contact"},
     {MotionClass::one_impact, "one impact"},
     {MotionClass::several_impacts, "several impacts"},
     {MotionClass::accumulation, "accumulation of impacts"}}};

}  // namespace

std::string_view to_text(MotionClass c) {
  for (const auto& [motion, text] : motions)
    if (motion == c) return text;
  return "";
}

MotionClass motion_class(std::string_view text) {
  for (const auto& [motion, own] : motions)
    if (own == text) return motion;
  throw ConfigurationError(fmt::format("'{}' is not a kind of motion", text));
}

}  // namespace impactbench
