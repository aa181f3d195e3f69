#include "benchmarks/store/cell_hash.hpp"

#include <xxhash.h>

#include <cstring>
#include <string_view>
#include <type_traits>

namespace impactbench {
namespace {

template <class T>
void append(std::string& to, const T& x) {
  if constexpr (std::is_convertible_v<T, std::string_view>) {
    // Its length before it, lest "a" and "bc" be "ab" and "c".
    append(to, std::string_view(x).size());
    to.append(std::string_view(x));
  } else {
    static_assert(std::is_arithmetic_v<T>);
    char bytes[sizeof x];
    std::memcpy(bytes, &x, sizeof x);
    to.append(bytes, sizeof x);
  }
}

/// The type is part of it: 1 and "1" are different settings.
void append(std::string& to, const ParameterSet& set) {
  append(to, set.size());
  for (const auto& [key, value] : set) {
    append(to, key);
    append(to, value.index());
    std::visit([&](const auto& x) { append(to, x); }, value);
  }
}

}  // namespace

std::string cell_hash(const Cell& cell) {
  std::string bytes;
  bytes.reserve(1024);
  for (const std::string& name :
       {cell.problem, cell.scheme, cell.solver, cell.dt_precision, cell.tolerance_set})
    append(bytes, name);
  append(bytes, cell.dt);
  append(bytes, cell.frames);
  append(bytes, cell.ensemble.size);
  // Without perturbed starts the rest has no meaning, and is not part of a key either.
  if (cell.ensemble.size > 0) {
    append(bytes, cell.ensemble.seed);
    append(bytes, cell.ensemble.amplitude);
  }
  append(bytes, cell.files.size());
  for (const auto& [parameter, hash] : cell.files) {
    append(bytes, parameter);
    append(bytes, hash);
  }
  append(bytes, cell.problem_parameters.get());
  append(bytes, cell.scheme_parameters.get());
  append(bytes, cell.solver_parameters.get());
  XXH128_canonical_t out;
  XXH128_canonicalFromHash(&out, XXH3_128bits(bytes.data(), bytes.size()));
  return {reinterpret_cast<const char*>(out.digest), sizeof out.digest};
}

}  // namespace impactbench
