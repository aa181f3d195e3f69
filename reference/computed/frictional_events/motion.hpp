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
/// estimate is below `tolerance` of the system's length (velocities: of its length over the
/// time for it; angles by their arms), at most `longest`; contacts that close, open, begin or cease
/// to slip are located to rounding. After each event the modes are those that the laws allow; where
/// they allow several motions, it ends, and where they allow only a jump of the velocity, it jumps.
class Motion {
 public:
  struct Settings {
    double tolerance, longest;
    /// The number of the motion to follow if the start allows several; 0 if there is one.
    std::size_t choice{0};
  };
  Motion(const GeneralisedSystem& system, const State& start, double end, const Settings& settings);

  void run();
  /// Its duration [s]: to its end, or to the stop for the reason.
  [[nodiscard]] double covered() const { return nodes_.empty() ? 0.0 : nodes_.back().t; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The number of motions from the start.
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
  /// The first event within a time h after the node; x_ is the state at its end.
  [[nodiscard]] Event first_event(const Node& from, double h);
  [[nodiscard]] Event event_of(Eigen::Index a, const Node& from, double h);
  /// The time in (0, h] at which f of the state changes from positive; f(h) < 0.
  [[nodiscard]] double root(const Node& from, double h, const std::function<double()>& f);
  void begin(const State& start);
  void process_event(const Event& event, const Node& from);
  /// Processes the impact of all closed contacts; then calls choose().
  void hit(Node& node);
  /// The modes of closed_, of which one may be forced, and the node where they begin.
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
  Eigen::VectorXd arms_;   ///< of coordinates (CoordinateArms)
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
