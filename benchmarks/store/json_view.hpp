#pragma once

#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// A text that is JSON, but not as expected: what() names the place.
class JsonMismatch : public ConfigurationError {
 public:
  using ConfigurationError::ConfigurationError;
};

/// A value of a parsed JSON text that knows its place: a request for something absent throws
/// JsonMismatch with its path, "(/cell/dt) type must be number, but is string". It points to the
/// value that contains it, which must outlive it, as must the parser.
class JsonView {
 public:
  explicit JsonView(simdjson::dom::element value) : value_(value) {}

  /// Calls f(key, value) with each member of an object.
  template <class F>
  void each_member(F&& f) const {
    for (const auto& member : object())
      f(member.key, JsonView(member.value, this, member.key));
  }
  /// Calls f(value) with each entry of a list.
  template <class F>
  void each_entry(F&& f) const {
    for (const simdjson::dom::element entry : list())
      f(JsonView(entry, this, {}));
  }
  [[nodiscard]] std::size_t size() const { return list().size(); }

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] bool is_bool() const { return value_.is_bool(); }
  [[nodiscard]] bool is_string() const { return value_.is_string(); }
  [[nodiscard]] bool is_integer() const { return value_.is_int64(); }

  [[nodiscard]] bool boolean() const { return get<bool>("boolean"); }
  [[nodiscard]] double number() const { return get<double>("number"); }
  [[nodiscard]] std::int64_t integer() const { return get<std::int64_t>("an integer"); }
  [[nodiscard]] std::string text() const { return std::string(get<std::string_view>("string")); }

 private:
  friend class JsonMembers;

  JsonView(simdjson::dom::element value, const JsonView* whole, std::string_view key)
      : value_(value), whole_(whole), key_(key) {}

  [[nodiscard]] simdjson::dom::object object() const {
    return get<simdjson::dom::object>("object");
  }
  [[nodiscard]] simdjson::dom::array list() const { return get<simdjson::dom::array>("array"); }

  template <class T>
  [[nodiscard]] T get(const char* wanted) const {
    T out{};
    if (value_.get(out) != simdjson::SUCCESS) {
      throw JsonMismatch(fmt::format("{}type must be {}, but is {}", place(), wanted, type_name()));
    }
    return out;
  }

  [[nodiscard]] std::string path() const {
    return whole_ == nullptr ? std::string() : whole_->path() + '/' + std::string(key_);
  }
  [[nodiscard]] std::string place() const {
    return whole_ == nullptr ? std::string() : fmt::format("({}) ", path());
  }
  [[nodiscard]] const char* type_name() const {
    switch (value_.type()) {
      case simdjson::dom::element_type::ARRAY:
        return "array";
      case simdjson::dom::element_type::OBJECT:
        return "object";
      case simdjson::dom::element_type::STRING:
        return "string";
      case simdjson::dom::element_type::BOOL:
        return "boolean";
      case simdjson::dom::element_type::NULL_VALUE:
        return "null";
      default:
        return "number";
    }
  }

  simdjson::dom::element value_;
  const JsonView* whole_{nullptr};
  std::string_view key_{};
};

/// The members of an object by name. Those requested in the order of the text (ours are
/// sorted) are found without another search; any other order works, too. The object must
/// outlive it.
class JsonMembers {
 public:
  explicit JsonMembers(const JsonView& of)
      : of_(of), object_(of.object()), next_(object_.begin()), end_(object_.end()) {}

  [[nodiscard]] std::optional<JsonView> find(std::string_view key) {
    for (auto at = next_; at != end_; ++at) {
      if (at.key() != key) continue;
      next_ = at;
      ++next_;
      return JsonView(at.value(), &of_, key);
    }
    simdjson::dom::element before;
    if (object_.at_key(key).get(before) != simdjson::SUCCESS) return std::nullopt;
    return JsonView(before, &of_, key);
  }
  [[nodiscard]] JsonView at(std::string_view key) {
    if (const auto found = find(key)) return *found;
    throw JsonMismatch(fmt::format("{}key '{}' not found", of_.place(), key));
  }

 private:
  const JsonView& of_;
  simdjson::dom::object object_;
  simdjson::dom::object::iterator next_, end_;
};

}  // namespace impactbench
