#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"
#include "reference/computed/frictional_events/forces.hpp"

#include <Eigen/Core>

#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::computed::frictional_events {

/// The motion from event to event: steps of Fehlberg's method of orders 7 and 8 whose error
/// estimate is below `tolerance` of the system's length (velocities: of its length in the time in
/// which it goes that), none longer than `longest`; contacts that close, open, begin or cease to
/// slip are located to rounding. After each event the modes are those that the laws leave; where
/// they leave several motions, it ends, and where they leave none but a jump of the velocity, it
/// jumps.
class Motion {
 public:
  struct Settings {
    double tolerance, longest;
    /// Of several motions at the start, the one that goes on; where there is but one, 0.
    std::size_t choice{0};
  };
  Motion(const GeneralisedSystem& system, const State& start, double end, const Settings& settings);

  void run();
  /// How long it goes [s]: to its end, or to where it stops for the reason.
  [[nodiscard]] double covered() const { return nodes_.empty() ? 0.0 : nodes_.back().t; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// How many motions begin at the start.
  [[nodiscard]] std::size_t beginnings() const { return beginnings_; }
  /// State at a time within the motion, right limits.
  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v);

  [[nodiscard]] const std::vector<double>& impacts() const { return impacts_; }
  [[nodiscard]] const std::vector<double>& changes() const { return changes_; }  ///< of modes

 private:
  struct Node {
    double t;
    Phase x;
    std::vector<Mode> modes;
  };
  struct Event {
    enum class Kind { none, hit, release, stop, slide } kind{Kind::none};
    Eigen::Index a{-1};
    double time{0.0};  ///< after the node
  };

  double step(const Node& from, double h);
  void go_to(double t);
  /// Within a time h after the node; x_ is the state at its end.
  [[nodiscard]] Event first_event(const Node& from, double h);
  [[nodiscard]] Event event_of(Eigen::Index a, const Node& from, double h);
  /// Where f of the state after a time in (0, h] changes from positive; f(h) < 0.
  [[nodiscard]] double root(const Node& from, double h, const std::function<double()>& f);
  void begin(const State& start);
  void process_event(const Event& event, const Node& from);
  /// The impact of all contacts that are closed; then choose().
  void hit(Node& node);
  /// Modes for closed_, one of them perhaps forced, and the node that begins with them.
  using Forced = std::optional<std::pair<Eigen::Index, Mode>>;
  void choose(Node& node, const Forced& forced);
  void jump(Node& node, const Solution& impact);
  void stop(std::string reason) { reason_ = std::move(reason); }

  const GeneralisedSystem& system_;
  Forces forces_;
  double end_;
  Settings settings_;
  double length_, speed_;  ///< units of gaps and of their rates
  double time_;            ///< of coordinates
  boost::numeric::odeint::runge_kutta_fehlberg78<Phase> method_;
  Phase x_, error_;
  Phase answer_;  ///< of the last call of at(): observables ask for the same time one by one
  double asked_{std::numeric_limits<double>::quiet_NaN()};
  double reached_{0.0};  ///< the time of x_
  std::vector<Eigen::Index> closed_;
  std::vector<Node> nodes_;
  std::vector<double> impacts_, changes_;
  std::string reason_;
  std::size_t beginnings_{0};
  int at_once_{0};  ///< events without time between
};

}  // namespace impactbench::computed::frictional_events
