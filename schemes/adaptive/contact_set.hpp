#pragma once

#include "problems/model/wall.hpp"
#include "schemes/api/scheme.hpp"

#include <cstddef>
#include <vector>

namespace impactbench::adaptive {

/// The contacts that carried an impulse in a step, from the contact problem of the step: who
/// touches whom, along which normal, and how hard. The problem of a generalised system has one body
/// and a fixed partner; its constraints are told apart by their normals.
class ContactSet {
 public:
  /// Room for as many contacts as a problem has room for.
  void reserve(std::size_t contacts) { acting_.reserve(contacts); }
  void clear() { acting_.clear(); }
  void take(const Scheme& scheme);

  [[nodiscard]] bool empty() const { return acting_.empty(); }
  /// Whether each of these is one of the others.
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
