#include "reference/exact/capillary_bridge/capillary_bridge.hpp"

#include "reference/support/gauss_legendre.hpp"
#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::exact::capillary_bridge {
namespace {

/// Follows the two discs, mirror images of each other, from event to event.
class Walk {
 public:
  explicit Walk(const Problem& problem) {
    const auto p = [&](const char* key) { return number(problem, key); };
    scale_ = std::numbers::pi * p("tension") * p("radius");
    decay_ = p("decay"), factor_ = p("factor"), constant_ = p("constant");
    rupture_ = p("rupture"), film_ = p("film"), mass_ = p("mass");
    restitution_ = p("restitution");
    gap_ = p("gap");
    wall_ = p("room") > 0.0 ? gap_ + 2.0 * p("room") : HUGE_VAL;
    kinetic_ = mass_ * p("speed") * p("speed");
    outward_ = p("speed") >= 0.0;
    left_ = problem.horizon;
  }

  /// Kinetic energy at the horizon, where no bridge and no event is near.
  std::optional<double> kinetic_at_horizon() {
    if (!(kinetic_ > 0.0)) return std::nullopt;
    if (gap_ <= film_ && !(outward_ ? tear() : meet())) return std::nullopt;
    while (left_ > 0.0) {
      const double target = outward_ ? wall_ : film_;
      const double way = std::abs(target - gap_), takes = way / (2.0 * speed(kinetic_));
      if (takes > left_) return kinetic_;
      left_ -= takes;
      gap_ = target;
      if (outward_) {
        kinetic_ *= restitution_ * restitution_;
        outward_ = false;
      } else if (!meet()) {
        return std::nullopt;
      }
      if (!(kinetic_ > 0.0)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] double speed(double kinetic) const { return std::sqrt(kinetic / mass_); }
  /// The work of the bridge from a gap to the rupture.
  [[nodiscard]] double work(double gap) const {
    return scale_ *
           ((std::exp(factor_ - decay_ * gap) - std::exp(factor_ - decay_ * rupture_)) / decay_ +
            constant_ * (rupture_ - gap));
  }
  /// Passes the bridge between two gaps, with `rest` of energy at the rupture.
  void pass(double from, double to, double rest) {
    each_gauss_node<40>(std::min(from, to), std::max(from, to), [&](double gap, double weight) {
      left_ -= weight / (2.0 * speed(rest + work(gap)));
    });
  }
  /// From the film to contact, where the bridge is, and out again; false if it holds them.
  bool meet() {
    pass(gap_, 0.0, kinetic_ - work(gap_));
    kinetic_ += work(0.0) - work(gap_);
    kinetic_ *= restitution_ * restitution_;
    gap_ = 0.0;
    return tear();
  }
  bool tear() {
    const double rest = kinetic_ - work(gap_);
    if (!(rest > 0.0) || !(wall_ > rupture_)) return false;
    pass(gap_, rupture_, rest);
    gap_ = rupture_;
    kinetic_ = rest;
    outward_ = true;
    return left_ > 0.0;
  }

  double scale_, decay_, factor_, constant_, rupture_, film_, mass_, restitution_, wall_;
  double gap_, kinetic_, left_;
  bool outward_;
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "capillary_pair" || problem.traits.gluey) return std::nullopt;
  const auto left = Walk(problem).kinetic_at_horizon();
  if (!left) return std::nullopt;
  Truth out;
  out.source = "exact/capillary_bridge";
  out.provenance = Provenance::closed_form;
  out.scalars["kinetic_energy"] = *left;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "capillary_bridge",
          .summary = "two discs that make and tear liquid bridges: the remaining energy",
          .source = "work of the law of maury-slides; coefficients not verified",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::capillary_bridge
