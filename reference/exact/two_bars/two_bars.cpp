#include "reference/exact/two_bars/two_bars.hpp"

#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"
#include "reference/support/stopped_elements.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::exact::two_bars {
namespace {

struct Bars {
  double length, longer, wave_speed, speed, met;

  [[nodiscard]] double period() const { return 2.0 * length / wave_speed; }

  void short_at(double x, double t, double& u, double& v) const {
    const double up = t - met - x / wave_speed, down = t - met - period() + x / wave_speed;
    u = speed * t - 0.5 * speed * (std::max(up, 0.0) + std::max(down, 0.0));
    v = speed - 0.5 * speed * ((up >= 0.0 ? 1.0 : 0.0) + (down >= 0.0 ? 1.0 : 0.0));
  }
  [[nodiscard]] double pulse(double s) const { return 0.5 * speed * std::clamp(s, 0.0, period()); }
  [[nodiscard]] double rate(double s) const { return s >= 0.0 && s < period() ? 0.5 * speed : 0.0; }
  void long_at(double x, double t, double& u, double& v) const {
    u = v = 0.0;
    for (double gone = (t - met) * wave_speed; gone >= 0.0; gone -= 2.0 * longer) {
      const double up = (gone - x) / wave_speed, down = (gone - 2.0 * longer + x) / wave_speed;
      u += pulse(up) + pulse(down);
      v += rate(up) + rate(down);
    }
  }
};

/// Both bars in elements, at t in [0, end]; the ends meet where displacements differ by `gap`.
bool cut_bars(const StoppedElements::Bar& short_bar, const StoppedElements::Bar& long_bar,
              bool consistent, double gap, double speed, double end, Truth& out) {
  const Eigen::Index n = short_bar.nodes, more = long_bar.nodes;
  StoppedElements::Bodies bodies =
      StoppedElements::elements({short_bar, long_bar}, consistent, 0.0);
  bodies.gradient[n - 1] = -1.0;
  bodies.gradient[n] = 1.0;
  bodies.loose = 2;
  bodies.joined = 1;
  Eigen::VectorXd u = Eigen::VectorXd::Zero(n + more), v = u;
  u.tail(more).setConstant(gap);
  v.head(n).setConstant(speed);
  auto found = StoppedElements::motion(bodies, u, v, end);
  if (!found) return false;
  const auto cut = std::make_shared<const StoppedElements>(std::move(*found));
  out.uncertainty = StoppedElements::rounding * (gap + speed * end);
  out.event_times = cut->impacts();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& rates) {
    if (!(t >= 0.0 && t <= end)) return false;
    cut->at(t, q, rates);
    q.tail(more).array() -= gap;
    return true;
  };
  return true;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "two_bars") return std::nullopt;
  const double length = number(problem, "length"), speed = number(problem, "speed");
  const double stiffness = number(problem, "stiffness");
  const Bars bars{.length = length,
                  .longer = number(problem, "ratio") * length,
                  .wave_speed = std::sqrt(stiffness / number(problem, "density")),
                  .speed = speed,
                  .met = number(problem, "gap") / speed};
  const auto n = static_cast<Eigen::Index>(number(problem, "n"));
  const Eigen::Index more = problem.system->dofs() - n;
  const double element = length / static_cast<double>(n - 1);
  const double element_2 = bars.longer / static_cast<double>(more - 1);
  const double travelled = std::max(bars.wave_speed * (problem.horizon - bars.met), 0.0);
  Truth out;
  out.source = "exact/two_bars";
  out.provenance = Provenance::closed_form;
  out.histories["far_end"] = [=](double t) {
    double u = 0.0, v = 0.0;
    bars.long_at(bars.longer, t, u, v);
    return u;
  };
  out.histories["contact_impulse"] = [=](double t) {
    return stiffness / bars.wave_speed * bars.pulse(t - bars.met);
  };
  const double density = number(problem, "density");
  if (number(problem, "restitution") == 0.0 &&
      cut_bars({n, length, stiffness, density}, {more, bars.longer, stiffness, density},
               text(problem, "mass") == "consistent", number(problem, "gap"), speed,
               problem.horizon * (1.0 + 1e-6), out))
    return out;
  out.uncertainty = 0.5 * speed / bars.wave_speed *
                    (distance_of_elements(element, length, travelled) +
                     distance_of_elements(element_2, bars.longer, travelled));
  if (bars.met <= problem.horizon) out.event_times = {bars.met};
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    for (Eigen::Index i = 0; i < n; ++i)
      bars.short_at(element * static_cast<double>(n - 1 - i), t, q[i], v[i]);
    for (Eigen::Index i = 0; i < more; ++i)
      bars.long_at(element_2 * static_cast<double>(i), t, q[n + i], v[n + i]);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "two_bars",
          .summary = "an elastic bar that hits a longer one: the pulse that runs in both",
          .source = "Saint-Venant 1867; d'Alembert",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::two_bars
