#include "benchmarks/store/series_bytes.hpp"

#include "problems/model/error.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace impactbench {

std::string packed(const std::map<std::string, Series>& series) {
  std::string out;
  const auto raw = [&](const void* data, std::size_t bytes) {
    out.append(static_cast<const char*>(data), bytes);
  };
  for (const auto& [name, s] : series) {
    const std::uint64_t sizes[2] = {name.size(), s.time.size()};
    raw(sizes, sizeof sizes);
    raw(name.data(), name.size());
    raw(s.time.data(), s.time.size() * sizeof(double));
    raw(s.value.data(), s.value.size() * sizeof(double));
  }
  return out;
}

std::map<std::string, Series> unpacked(std::string_view text) {
  std::map<std::string, Series> out;
  const auto raw = [&](void* data, std::size_t bytes) {
    if (bytes > text.size()) throw ConfigurationError("a series in the store is cut short");
    std::copy_n(text.data(), bytes, static_cast<char*>(data));
    text.remove_prefix(bytes);
  };
  while (!text.empty()) {
    std::uint64_t sizes[2];
    raw(sizes, sizeof sizes);
    if (sizes[0] > text.size() || sizes[1] > text.size()) {
      throw ConfigurationError("a series in the store is cut short");
    }
    std::string name(sizes[0], ' ');
    raw(name.data(), sizes[0]);
    Series s;
    s.time.resize(sizes[1]);
    s.value.resize(sizes[1]);
    raw(s.time.data(), sizes[1] * sizeof(double));
    raw(s.value.data(), sizes[1] * sizeof(double));
    out.emplace(std::move(name), std::move(s));
  }
  return out;
}

}  // namespace impactbench
