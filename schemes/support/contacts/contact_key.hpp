#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Identifies a contact from one list of contacts to the next: a body and a wall, or two bodies.
struct ContactKey {
  int body;
  int partner;  ///< the other body (> body), or -1 - wall
  friend bool operator==(const ContactKey&, const ContactKey&) = default;
};

[[nodiscard]] inline ContactKey wall_key(int body, int wall) {
  return {body, -1 - wall};
}
[[nodiscard]] inline bool is_wall(const ContactKey& key) {
  return key.partner < 0;
}

/// The order in which NeighbourList lists contacts: walls body by body, then pairs.
[[nodiscard]] inline bool before(const ContactKey& x, const ContactKey& y) {
  if (is_wall(x) != is_wall(y)) return is_wall(x);
  if (x.body != y.body) return x.body < y.body;
  return is_wall(x) ? x.partner > y.partner : x.partner < y.partner;
}

/// Sorts in that order.
inline void sort_keys(std::vector<ContactKey>& keys) {
  // The comparison in a lambda, so that it is inlined.
  std::sort(keys.begin(), keys.end(),
            [](const ContactKey& x, const ContactKey& y) { return before(x, y); });
}

/// Moves `cursor` through a list in that order to `key`; true if it is in the list. One pass
/// matches two lists as long as the keys asked for are in order too.
template <class List, class KeyOf>
[[nodiscard]] bool advance_to(const List& list, std::size_t& cursor, const ContactKey& key,
                              KeyOf&& key_of) {
  while (cursor < list.size() && before(key_of(list[cursor]), key))
    ++cursor;
  return cursor < list.size() && key_of(list[cursor]) == key;
}

}  // namespace impactbench
