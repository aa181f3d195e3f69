#pragma once

#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace impactbench::attack {

/// Numbers of one try: a function of seed, class and number alone.
class Random {
 public:
  Random(std::uint64_t seed, std::string_view name, std::uint64_t number);
  /// In [0, n).
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(engine_() % n); }
  bool chance(double p) { return static_cast<double>(engine_() >> 11U) * 0x1p-53 < p; }
  template <class List>
  const auto& of(const List& list) {
    return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

 private:
  std::mt19937_64 engine_;
};

/// The end of the program under test.
struct Ended {
  int status{0};  ///< exit status, or -signal; -1000: it did not end within a minute
  std::string out, err;
};

/// Deviations from the usual start.
struct Start {
  bool full_stdout{false};
  std::string folder{};  ///< current folder
  std::map<std::string, std::string> environment{};
  std::size_t address_space{0};  ///< most of it [MiB]; 0: as the machine has it
};

/// A folder of one try, and the program under test.
class Arena {
 public:
  testing::Scratch folder{};

  [[nodiscard]] std::string path(const std::string& name) const { return folder / name; }
  /// A copy of one of the files for every class: s.db (a store of four rows), rows.jsonl (the
  /// same), plan.toml, t.h5 (a trajectory), start.toml (a state of box_25), f.hdf5 (a contact
  /// problem).
  std::string fixture(const std::string& name) const;
  [[nodiscard]] Ended run(const std::vector<std::string>& words, const Start& start = {}) const;
  /// Starts the program under test; `end` waits for it.
  [[nodiscard]] pid_t begin(const std::vector<std::string>& words, const Start& start = {}) const;
  [[nodiscard]] Ended end(pid_t program, const Start& start = {}) const;
  /// Waits until the store that a running program makes has a row, five seconds at most.
  static void wait_for_a_row(const std::string& db);
  /// Nothing if both stores hold the same values.
  [[nodiscard]] std::optional<std::string> differ(const std::string& db,
                                                  const std::string& other) const;
  /// Names and contents of all files in the folder, without the program's output.
  [[nodiscard]] std::map<std::string, std::string> contents() const;
};

/// The error; nothing: the answer is right.
using Verdict = std::optional<std::string>;

/// The process ended by itself with one of these statuses, and 2 with a sentence of its own.
[[nodiscard]] Verdict in_order(const Ended& ended, std::initializer_list<int> statuses);
/// The difference between earlier and present contents of files; nothing if there is none.
[[nodiscard]] Verdict same_files(const std::map<std::string, std::string>& before,
                                 const Arena& arena);
/// Changes bytes of a text: replaces, removes, doubles or cuts off.
[[nodiscard]] std::string damaged(std::string text, Random& random);
/// Flips and zeroes bytes, and cuts off.
[[nodiscard]] std::string damaged_bytes(std::string bytes, Random& random);

/// One kind of try.
struct AttackClass {
  const char* name;
  const char* right;  ///< what is right
  int weight;         ///< tries among all those of a round
  Verdict (*one)(Arena&, Random&);
};
[[nodiscard]] std::span<const AttackClass> classes();

/// One try of a class; an exception also counts as an error.
[[nodiscard]] Verdict attempt(const AttackClass& kind, std::uint64_t seed, std::uint64_t number);

}  // namespace impactbench::attack
