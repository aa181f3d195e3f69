#include "benchmarks/store/row_bytes.hpp"

#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace impactbench {
namespace {

class Writer {
 public:
  explicit Writer(std::size_t size) { out_.reserve(size); }

  void count(std::size_t n) { raw(static_cast<std::uint64_t>(n)); }
  void number(double x) { raw(std::isnan(x) ? std::numeric_limits<double>::quiet_NaN() : x); }
  void index(int i) { raw(static_cast<std::int64_t>(i)); }
  void numbers(std::span<const double> values) {
    for (const double x : values)
      number(x);
  }
  void text(std::string_view word) { out_.append(word); }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  template <class T>
  void raw(T x) {
    char bytes[sizeof x];
    std::copy_n(reinterpret_cast<const char*>(&x), sizeof x, bytes);
    out_.append(bytes, sizeof x);
  }
  std::string out_;
};

class Reader {
 public:
  Reader(std::string_view bytes, const char* what) : left_(bytes), what_(what) {}

  [[nodiscard]] bool empty() const { return left_.empty(); }
  /// The number of things of `each` bytes or more; a count that the remaining bytes cannot hold is
  /// an error.
  [[nodiscard]] std::size_t count(std::size_t each) {
    const auto n = raw<std::uint64_t>();
    if (n > left_.size() / each) fail();
    return static_cast<std::size_t>(n);
  }
  [[nodiscard]] double number() { return raw<double>(); }
  [[nodiscard]] int index() { return static_cast<int>(raw<std::int64_t>()); }
  [[nodiscard]] std::vector<double> numbers(std::size_t n) {
    std::vector<double> out(n);
    copy(out.data(), n * sizeof(double));
    return out;
  }
  [[nodiscard]] std::string text(std::size_t n) {
    std::string out(n, ' ');
    copy(out.data(), n);
    return out;
  }

 private:
  template <class T>
  T raw() {
    T x{};
    copy(&x, sizeof x);
    return x;
  }
  void copy(void* to, std::size_t bytes) {
    if (bytes > left_.size()) fail();
    std::copy_n(left_.data(), bytes, static_cast<char*>(to));
    left_.remove_prefix(bytes);
  }
  [[noreturn]] void fail() const {
    throw ConfigurationError(std::string(what_) + " in the store is cut short");
  }

  std::string_view left_;
  const char* what_;
};

constexpr std::size_t word = sizeof(double);
constexpr std::size_t contact_size = 6 * word;

std::size_t size_of(const Frame& f) {
  return word * (4 + f.q.size() + f.v.size()) + contact_size * f.contacts.size();
}

void write(Writer& out, const Frame& f) {
  out.count(f.q.size());
  out.count(f.v.size());
  out.count(f.contacts.size());
  out.number(f.time);
  out.numbers(f.q);
  out.numbers(f.v);
  for (const FrameContact& c : f.contacts) {
    out.index(c.a);
    out.index(c.b);
    for (const double x : {c.nx, c.ny, c.nz, c.force})
      out.number(x);
  }
}

Frame frame(Reader& in) {
  const std::size_t q = in.count(word), v = in.count(word), contacts = in.count(contact_size);
  Frame out;
  out.time = in.number();
  out.q = in.numbers(q);
  out.v = in.numbers(v);
  out.contacts.reserve(contacts);
  for (std::size_t k = 0; k < contacts; ++k) {
    FrameContact c{};
    c.a = in.index();
    c.b = in.index();
    c.nx = in.number();
    c.ny = in.number();
    c.nz = in.number();
    c.force = in.number();
    out.contacts.push_back(c);
  }
  return out;
}

}  // namespace

std::string packed(const std::map<std::string, Series>& series) {
  std::size_t size = 0;
  for (const auto& [name, s] : series)
    size += 2 * word * (1 + s.time.size()) + name.size();
  Writer out(size);
  for (const auto& [name, s] : series) {
    out.count(name.size());
    out.count(s.time.size());
    out.text(name);
    out.numbers(s.time);
    out.numbers(s.value);
  }
  return out.take();
}

std::string packed(const std::vector<Frame>& frames) {
  std::size_t size = 0;
  for (const Frame& f : frames)
    size += size_of(f);
  Writer out(size);
  for (const Frame& f : frames)
    write(out, f);
  return out.take();
}

std::map<std::string, Series> unpacked_series(std::string_view bytes) {
  std::map<std::string, Series> out;
  Reader in(bytes, "a history");
  while (!in.empty()) {
    const std::size_t name_size = in.count(1), size = in.count(2 * word);
    std::string name = in.text(name_size);
    Series s;
    s.time = in.numbers(size);
    s.value = in.numbers(size);
    out.emplace(std::move(name), std::move(s));
  }
  return out;
}

std::vector<Frame> unpacked_frames(std::string_view bytes) {
  std::vector<Frame> out;
  Reader in(bytes, "a frame");
  while (!in.empty())
    out.push_back(frame(in));
  return out;
}

std::string compared_bytes(const Row& row) {
  return compared_json(row) + '\n' + packed(row.series) + packed(row.frames);
}

}  // namespace impactbench
