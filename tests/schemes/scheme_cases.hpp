#pragma once

#include "problems/model/disc_setup.hpp"
#include "schemes/api/scheme.hpp"
#include "tests/support/run.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace impactbench::testing {

/// A scheme of the catalogue with one setting of its words and switches: the defaults, and each
/// other word of each textual parameter in turn; and the other end of theta. All property tests
/// thus cover a new variant at once.
struct SchemeCase {
  const SchemeEntry* entry;
  ParameterSet parameters;
};

inline std::string name_of(const SchemeCase& c) {
  std::string name(c.entry->name);
  for (const auto& [key, value] : c.parameters)
    name += "_" + key + "_" + to_text(value);
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}
inline std::ostream& operator<<(std::ostream& out, const SchemeCase& c) {
  return out << name_of(c);
}

/// Whether the scheme moves bodies of this kind, rigid or bouncing, with a step within its
/// stability limit.
inline bool moves(const SchemeEntry& entry, BodyKind bodies, bool rotates) {
  for (const double restitution : {0.0, 1.0}) {
    const ProblemTraits traits{.bodies = bodies,
                               .rotates = rotates,
                               .restitution = restitution,
                               .smallest_reduced_mass = 1.0};
    if (!entry.make({})->refuses(traits, 1e-9)) return true;
  }
  return false;
}
inline bool moves(const SchemeEntry& entry, BodyKind bodies) {
  return moves(entry, bodies, false) || moves(entry, bodies, true);
}

inline std::vector<SchemeCase> scheme_cases() {
  std::vector<SchemeCase> cases;
  for (const SchemeEntry& entry : scheme_catalogue()) {
    cases.push_back({&entry, {}});
    for (const FieldInfo& field : entry.parameters.fields()) {
      if (field.name == "theta") cases.push_back({&entry, {{"theta", 1.0}}});
      if (field.type != "text" && field.type != "boolean") continue;
      if (field.range == "any text") continue;
      std::string rest = field.range;
      while (!rest.empty()) {
        const std::size_t bar = rest.find(" | ");
        const std::string word = rest.substr(0, bar);
        rest = bar == std::string::npos ? "" : rest.substr(bar + 3);
        if (word != field.fallback) {
          cases.push_back({&entry, {{field.name, value_of_text(word)}}});
        }
      }
    }
  }
  return cases;
}

/// The cases that move one of these kinds.
inline std::vector<SchemeCase> scheme_cases(std::initializer_list<BodyKind> kinds) {
  std::vector<SchemeCase> out;
  for (const SchemeCase& c : scheme_cases()) {
    if (std::any_of(kinds.begin(), kinds.end(),
                    [&](BodyKind bodies) { return moves(*c.entry, bodies); })) {
      out.push_back(c);
    }
  }
  return out;
}

/// The cases that move rotating discs in the plane.
inline std::vector<SchemeCase> disc_cases() {
  std::vector<SchemeCase> out;
  for (const SchemeCase& c : scheme_cases()) {
    if (moves(*c.entry, BodyKind::round, true)) out.push_back(c);
  }
  return out;
}

/// The case with a given compliance, if it has one to set.
inline ParameterSet with(ParameterSet parameters, const SchemeEntry& entry,
                         std::initializer_list<std::pair<const char*, Value>> settings) {
  for (const auto& [key, value] : settings) {
    for (const FieldInfo& field : entry.parameters.fields()) {
      if (field.name == key) parameters[key] = value;
    }
  }
  return parameters;
}

/// Two unequal discs that meet obliquely in free space, the second one spinning: nothing is
/// symmetric, so that no error cancels.
inline Problem oblique_collision(double restitution = 1.0) {
  DiscSetup setup{DiscCommon{.restitution = restitution}};
  setup.disc(1.0, 0.1, {0.0, 0.0}, {1.0, 0.2});
  setup.disc(2.5, 0.15, {0.5, 0.13}, {-0.4, 0.1}, 0.7);
  return std::move(setup).make("oblique_collision", {}, 1.0);
}

/// Disc 1 hits disc 2 and drives it away from disc 3, which it touches (D = 5e-13 m).
inline Problem opening_contact() {
  const double r = 0.1;
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, r, {-1.0, 0.035}, {1.0, 0.0});
  setup.disc(1.0, r, {0.0, 0.0}, {0.0, 0.0});
  const double apart = 2.0 * r - 5e-13;
  setup.disc(1.0, r, {-0.5 * apart, -0.5 * std::sqrt(3.0) * apart}, {0.0, 0.0});
  return std::move(setup).make("opening_contact", {}, 2.0);
}

}  // namespace impactbench::testing
