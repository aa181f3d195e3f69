#pragma once

#include <cstdint>
#include <string>

namespace impactbench {

/// LEB128: seven bits a byte, the lowest first.
inline void put(std::string& out, std::uint64_t x) {
  for (; x >= 128; x >>= 7)
    out += static_cast<char>((x & 127U) | 128U);
  out += static_cast<char>(x);
}

/// The same, zigzagged: numbers near zero are short.
inline void put_signed(std::string& out, std::int64_t x) {
  put(out, (static_cast<std::uint64_t>(x) << 1) ^ static_cast<std::uint64_t>(x >> 63));
}

[[nodiscard]] inline std::string base64(const std::string& bytes) {
  static constexpr char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(4 * (bytes.size() + 2) / 3);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned word = 0;
    for (std::size_t j = 0; j < 3; ++j)
      word = (word << 8) | (k + j < bytes.size() ? static_cast<unsigned char>(bytes[k + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      out += k + j > bytes.size() ? '=' : letters[(word >> (18 - 6 * j)) & 63U];
  }
  return out;
}

}  // namespace impactbench
