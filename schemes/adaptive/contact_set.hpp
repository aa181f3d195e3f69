#pragma once

#include "problems/model/wall.hpp"
#include "schemes/api/scheme.hpp"

#include <cstddef>
#include <vector>

namespace impactbench::adaptive {

/// The contacts that carried an impulse in a step, from its contact problem: the two bodies, the
/// normal and the impulse of each. The problem of a generalised system has one body and a fixed
/// partner; its constraints are distinguished by their normals.
class ContactSet {
 public:
  /// Reserves room for as many contacts as a problem reserves.
  void reserve(std::size_t contacts) { acting_.reserve(contacts); }
  void clear() { acting_.clear(); }
  void take(const Scheme& scheme);

  [[nodiscard]] bool empty() const { return acting_.empty(); }
  /// Whether each of these contacts is among the others.
  [[nodiscard]] bool within(const ContactSet& others) const;
  /// Whether both are the same contacts, with impulses that differ by less than `share` of the
  /// larger normal one.
  [[nodiscard]] bool agrees_with(const ContactSet& other, double share) const;

 private:
  struct Acting {
    int a, b;
    Vec3 along;            ///< the normal row, or its first entries
    double normal;         ///< p_n
    double first, second;  ///< p_t
  };
  [[nodiscard]] static bool same(const Acting& x, const Acting& y);
  [[nodiscard]] const Acting* find(const Acting& x) const;

  std::vector<Acting> acting_;  ///< by a, then b
};

}  // namespace impactbench::adaptive
