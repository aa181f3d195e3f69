#pragma once

#include "schemes/solvers/api/contact_impulses.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// The impulses that contacts transmit over a step of the run, in which rows turn: for each row of
/// a contact the sums over the parts of the step
///
///   G = sum p_k J_k,   P = sum p_k,   S = sum |p_k|,
///
/// recorded as the impulse P with the mean row G / P, so that the momenta of bodies are exact to
/// rounding; where parts of opposite signs leave little, |P| < S / 2, as the impulse whose row has
/// the mean length of rows, |G| S / sum |p_k| |J_k|. A row against that of the first part, as of a
/// slip that turned back, counts with the other sign. Parts of contacts with one obstacle belong
/// together where their normals are less than 60 degrees apart.
class StepImpulses {
 public:
  /// Removes all; contacts have this shape.
  void begin(int rows, int dofs);
  /// The index of a contact with this normal row, that of the first body.
  [[nodiscard]] std::size_t place(int body_a, int body_b, std::span<const double> normal);
  /// Adds a part of a row; `b` is empty where there is no second body.
  void add(std::size_t place, std::size_t row, double impulse, std::span<const double> a,
           std::span<const double> b);
  /// Adds all impulses that another scheme recorded in a step of its own, each times `factor`.
  void add(const ContactImpulses& recorded, double factor = 1.0);
  /// Writes the contacts that transmitted an impulse.
  void write(ContactImpulses& out) const;

 private:
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(sums_.dofs); }
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(sums_.rows); }
  [[nodiscard]] bool same_side(std::size_t place, std::span<const double> normal) const;

  void record_row(std::size_t at, ContactImpulses& out) const;

  ContactImpulses sums_;         ///< G in place of J, P
  std::vector<double> sizes_;    ///< S, of each row
  std::vector<double> lengths_;  ///< sum |p_k| |J_k|
  std::vector<double> firsts_;   ///< rows of the first parts, of the first body
  std::vector<double> normals_;  ///< of each contact its first normal row of the first body
};

}  // namespace impactbench
