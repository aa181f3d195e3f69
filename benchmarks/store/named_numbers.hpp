#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {

/// Numbers by name, in the order of the names, with the interface of a map. A store has many rows,
/// and their numbers have the same names: each name is in memory once for all of them, and the
/// numbers of a row lie side by side, 16 bytes each, where a map takes over 100.
class NamedNumbers {
 public:
  using Named = std::pair<const std::string, double>;

  /// What an iterator is at: a pair of references, as a map has a pair of values.
  template <class Number>
  struct Reference {
    const std::string& first;
    Number& second;
    [[nodiscard]] const Reference* operator->() const { return this; }
  };
  template <class Number, class Entry>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Reference<Number>;
    using difference_type = std::ptrdiff_t;
    using pointer = Reference<Number>;
    using reference = Reference<Number>;

    Iterator() = default;
    explicit Iterator(Entry* at) : at_(at) {}
    [[nodiscard]] reference operator*() const { return {*at_->first, at_->second}; }
    [[nodiscard]] pointer operator->() const { return **this; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Entry* at_{nullptr};
  };
  using Entry = std::pair<const std::string*, double>;
  using iterator = Iterator<double, Entry>;
  using const_iterator = Iterator<const double, const Entry>;

  NamedNumbers() = default;
  NamedNumbers(std::initializer_list<Named> numbers);
  NamedNumbers(const std::map<std::string, double>& numbers);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] iterator begin() { return iterator(entries_.data()); }
  [[nodiscard]] iterator end() { return iterator(entries_.data() + entries_.size()); }
  [[nodiscard]] const_iterator begin() const { return const_iterator(entries_.data()); }
  [[nodiscard]] const_iterator end() const {
    return const_iterator(entries_.data() + entries_.size());
  }

  [[nodiscard]] const_iterator find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != end(); }
  /// Throws std::out_of_range where there is none of that name.
  [[nodiscard]] double at(std::string_view name) const;
  /// Zero where there was none of that name.
  [[nodiscard]] double& operator[](std::string_view name);
  /// Leaves the number that has the name already.
  void emplace(std::string_view name, double value);
  void reserve(std::size_t n) { entries_.reserve(n); }
  void erase(std::string_view name);
  void clear() { entries_.clear(); }

  [[nodiscard]] std::map<std::string, double> to_map() const;
  friend bool operator==(const NamedNumbers&, const NamedNumbers&) = default;

 private:
  /// The place of the first name that is not before this one.
  [[nodiscard]] std::size_t place_of(std::string_view name) const;
  [[nodiscard]] bool is_at(std::size_t place, std::string_view name) const {
    return place < entries_.size() && *entries_[place].first == name;
  }

  std::vector<Entry> entries_;  ///< equal names are one string
};

}  // namespace impactbench
