#pragma once

#include "problems/model/state.hpp"
#include "reference/computed/spring_discs/contacts.hpp"

#include <optional>
#include <vector>

namespace impactbench::computed::spring_discs {

/// The result of an integration.
struct Course {
  std::vector<Piece> pieces;   ///< ascending; each holds until the next one begins
  std::vector<double> begins;  ///< of contacts after the start [s]
  std::vector<double> events;  ///< all, those included: velocities have kinks there [s]
  Real deepest{0};             ///< largest depth of all contacts [m]
  bool touching{false};        ///< some contact is closed at the end

  void at(Real t, Vector& q, Vector& v) const;
};

/// Discs on springs from event to event. Between events all functions are smooth, and a
/// collocation step is as long as the last Legendre coefficient of the accelerations keeps the
/// velocity (times the length: the position) within `tolerance`; without contact, parabolas go to
/// the first contact at once. Events are zeros of functions on the polynomials of a step, halved
/// to rounding: a gap closes, a depth is zero again, a force changes its sign, a contact begins to
/// slide or to stick.
class Motion {
 public:
  Motion(const RoundSystem& system, const Compliance& law, const State& start, Real end, int stages,
         Real tolerance);

  /// Returns nothing if steps are too many or events accumulate at one instant.
  [[nodiscard]] std::optional<Course> run();

 private:
  enum class Kind { closes, opens, presses, slips };
  /// A function of the state that is negative beyond an event.
  struct Guard {
    Kind kind;
    std::size_t which;  ///< index in closed_ or open_
    Real slack;         ///< rounding of the function
  };

  void close(const Contact& contact);
  void fly();
  bool step();
  [[nodiscard]] Real time_to(const Contact& contact) const;
  [[nodiscard]] std::vector<Guard> guards() const;
  [[nodiscard]] Real value(const Guard& guard, const Vector& q, const Vector& v,
                           const Vector& stretch) const;
  [[nodiscard]] Real first_zero(const Guard& guard, const Piece& piece, Real low, Real high) const;
  void record_depths(const Piece& piece, Real low, Real high);
  void handle(const Guard& guard);
  [[nodiscard]] Vector stretches() const;
  [[nodiscard]] Equations equations() const;

  Contacts contacts_;
  Real end_, tolerance_;
  RadauStep method_;
  Real now_{0}, length_;
  Vector q_, v_;
  std::vector<Contact> closed_, open_;
  Course out_;
  int at_once_{0};  ///< events without time between them
};

}  // namespace impactbench::computed::spring_discs
