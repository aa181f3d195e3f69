#include "reference/yardsticks/impact_list.hpp"

#include <algorithm>
#include <iterator>

namespace impactbench {
namespace {

bool acts(const LawContact& c) {
  return c.push_a.squaredNorm() > 0.0;
}

}  // namespace

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

void ImpactList::count_contacts(std::span<const LawContact> now) {
  touched_.assign(contacts_.bodies().size(), 0);
  for (const LawContact& c : now) {
    if (!acts(c)) continue;
    ++touched_[static_cast<std::size_t>(c.key.first)];
    if (!c.wall()) ++touched_[static_cast<std::size_t>(c.key.second)];
  }
}

/// One step of an impact, beside the times.
void ImpactList::take(Impact& impact, const LawContact& c, const State& before, const State& after,
                      bool begins) const {
  const auto separating = [&](const Eigen::VectorXd& v) {
    return -c.normal.dot(contacts_.relative(c, v));
  };
  const auto touched = [&](int body) { return touched_[static_cast<std::size_t>(body)]; };
  if (begins) impact.approach = separating(before.v);
  impact.separation = separating(after.v);
  if (turns_ && begins) impact.approach_turned = contacts_.turned(c, before.v).apart;
  if (turns_) impact.separation_turned = contacts_.turned(c, after.v).apart;
  impact.seen = true;
  impact.alone =
      impact.alone && touched(c.key.first) == 1 && (c.wall() || touched(c.key.second) == 1);
  if (keeps_) describe(impact, c, before, after, begins);
}

void ImpactList::after_step(std::span<const LawContact> now, const State& before,
                            const State& after, double t, double h) {
  count_contacts(now);
  for (Impact& impact : open_)
    impact.seen = false;
  search_.start();
  begun_.clear();
  for (const LawContact& c : now) {
    if (!acts(c)) continue;
    Impact* impact = search_.find(open_, c.key);
    const bool again = !begun_.empty() && begun_.back().key == c.key;
    const bool begins = impact == nullptr && !again;
    if (begins) begun_.push_back({.key = c.key, .begin = t - h});
    if (impact == nullptr) impact = &begun_.back();
    impact->end = t;
    take(*impact, c, before, after, begins);
  }
  end_unseen();
  if (begun_.empty()) return;
  joined_.clear();
  std::merge(open_.begin(), open_.end(), begun_.begin(), begun_.end(), std::back_inserter(joined_),
             [](const Impact& x, const Impact& y) { return x.key < y.key; });
  open_.swap(joined_);
}

void ImpactList::end_unseen() {
  ended_.clear();
  for (Impact& impact : open_) {
    if (impact.seen) continue;
    impact.over = true;
    ended_.push_back(impact);
  }
  if (ended_.empty()) return;
  std::erase_if(open_, [](const Impact& impact) { return impact.over; });
  if (keeps_) over_.insert(over_.end(), ended_.begin(), ended_.end());
}

std::vector<Impact> ImpactList::impacts() const {
  std::vector<Impact> out = over_;
  if (keeps_) out.insert(out.end(), open_.begin(), open_.end());
  std::sort(out.begin(), out.end(), [](const Impact& x, const Impact& y) {
    return std::pair(x.begin, x.key) < std::pair(y.begin, y.key);
  });
  return out;
}

}  // namespace impactbench
