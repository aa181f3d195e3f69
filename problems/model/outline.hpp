#pragma once

namespace impactbench {

/// While one of these lives, problems that this thread makes are outlines: those that would have to
/// compute their start (a static equilibrium) start at rest; all else is as ever. It is for those
/// who ask a problem for its traits and its horizon alone, as plans do.
class OutlineScope {
 public:
  OutlineScope() { ++depth; }
  ~OutlineScope() { --depth; }
  OutlineScope(const OutlineScope&) = delete;
  OutlineScope& operator=(const OutlineScope&) = delete;

  [[nodiscard]] static bool active() { return depth > 0; }

 private:
  inline static thread_local int depth{0};
};

}  // namespace impactbench
