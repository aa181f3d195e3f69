#include "reference/yardsticks/impact_list.hpp"

#include <algorithm>

namespace impactbench {

BodyMotion ImpactList::motion(const Eigen::VectorXd& v, int body) const {
  if (body < 0) return {};
  return {contacts_.translation(v, body), contacts_.rotation(v, body)};
}

void ImpactList::describe(Impact& impact, const LawContact& c, const State& before,
                          const State& after, bool begins) const {
  const auto [a, b] = c.key;
  const auto slip = [&](const Eigen::VectorXd& v) {
    const Vec3 u = contacts_.relative(c, v);
    return Vec3(u - u.dot(c.normal) * c.normal).norm();
  };
  if (begins) {
    impact.normal = c.normal;
    impact.a_before = motion(before.v, a);
    impact.b_before = motion(before.v, b);
    impact.slip_before = slip(before.v);
  }
  impact.a_after = motion(after.v, a);
  impact.b_after = motion(after.v, b);
  impact.slip_after = slip(after.v);
  impact.impulse -= c.push_a;
  impact.pressure += c.pressure();
}

void ImpactList::after_step(std::span<const LawContact> now, const State& before,
                            const State& after, double t, double h) {
  ended_.clear();
  touched_.assign(contacts_.bodies().size(), 0);
  const auto acts = [](const LawContact& c) { return c.push_a.squaredNorm() > 0.0; };
  const auto count = [&](int body) -> int& { return touched_[static_cast<std::size_t>(body)]; };
  for (const LawContact& c : now) {
    if (!acts(c)) continue;
    ++count(c.key.first);
    if (!c.wall()) ++count(c.key.second);
  }
  for (auto& [key, impact] : open_)
    impact.seen = false;
  for (const LawContact& c : now) {
    if (!acts(c)) continue;
    const auto separating = [&](const Eigen::VectorXd& v) {
      return -c.normal.dot(contacts_.relative(c, v));
    };
    const auto [it, begins] = open_.try_emplace(c.key);
    Impact& impact = it->second;
    if (begins) {
      impact.key = c.key;
      impact.begin = t - h;
      impact.approach = separating(before.v);
      impact.approach_turned = contacts_.turned(c, before.v).apart;
    }
    impact.end = t;
    impact.separation = separating(after.v);
    impact.separation_turned = contacts_.turned(c, after.v).apart;
    impact.seen = true;
    impact.alone =
        impact.alone && count(c.key.first) == 1 && (c.wall() || count(c.key.second) == 1);
    if (keeps_) describe(impact, c, before, after, begins);
  }
  for (auto it = open_.begin(); it != open_.end();) {
    if (it->second.seen) {
      ++it;
      continue;
    }
    it->second.over = true;
    ended_.push_back(it->second);
    it = open_.erase(it);
  }
  if (keeps_) over_.insert(over_.end(), ended_.begin(), ended_.end());
}

std::vector<Impact> ImpactList::impacts() const {
  std::vector<Impact> out = over_;
  for (const auto& [key, impact] : open_) {
    if (keeps_) out.push_back(impact);
  }
  std::sort(out.begin(), out.end(), [](const Impact& x, const Impact& y) {
    return std::pair(x.begin, x.key) < std::pair(y.begin, y.key);
  });
  return out;
}

}  // namespace impactbench
