#include "benchmarks/store/row_json.hpp"

#include "benchmarks/store/json_text.hpp"
#include "benchmarks/store/row_fields.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace impactbench {
namespace {

/// Writes objects by their lists of fields (row_fields.hpp), whose order JsonText needs.
class RowText {
 public:
  /// The row without some of its parts.
  [[nodiscard]] std::string of(const Row& row, std::initializer_list<RowPart> without) {
    out_.open('{');
    each_field(row, [&](const char* name, const char*, const auto& member, RowPart part) {
      if (std::find(without.begin(), without.end(), part) == without.end()) field(name, member);
    });
    out_.close('}');
    return out_.take();
  }

 private:
  template <class T>
  void field(std::string_view name, const T& value) {
    out_.key(name);
    write(value);
  }
  template <class T>
  void field(std::string_view name, const Sparse<T>& sparse) {
    if (!is_empty(sparse.value)) field(name, sparse.value);
  }

  void write(const std::string& text) { out_.text(text); }
  void write(bool b) { out_.boolean(b); }
  void write(int i) { out_.integer(i); }
  void write(std::int64_t i) { out_.integer(i); }
  void write(RowStatus status) { out_.text(to_text(status)); }
  void write(MotionClass motion) { out_.text(to_text(motion)); }
  void write(CheckKind kind) { out_.text(to_text(kind)); }
  void write(const Value& value) {
    std::visit([this](const auto& x) { write(x); }, value);
  }
  /// JSON has no infinity and no NaN; a row that has one all the same must still be stored.
  void write(double x) {
    if (std::isfinite(x)) {
      out_.number(x);
    } else {
      out_.text(to_text(x));
    }
  }

  template <class T>
  void write(const Finite<T>& x) {
    out_.number(x.value);
  }
  template <class T>
  void write(const Later<T>& later) {
    write(later.value);
  }
  template <class T>
  void write(const OpenEnd<T>& limit) {
    std::isinf(limit.value) ? out_.null() : out_.number(limit.value);
  }
  template <class T>
  void write(const OrNull<T>& optional) {
    optional.value ? write(*optional.value) : out_.null();
  }
  template <class T>
  void write(const std::optional<T>& there) {
    write(*there);
  }

  void write(const SharedParameters& map) { write_members(map); }
  void write(const NamedNumbers& map) { write_members(map); }
  template <class T>
  void write(const std::map<std::string, T>& map) {
    write_members(map);
  }
  template <class Map>
  void write_members(const Map& map) {
    out_.open('{');
    for (const auto& [key, value] : map)
      field(key, value);
    out_.close('}');
  }

  template <class T>
  void write(const std::vector<T>& list) {
    out_.open('[');
    for (const T& one : list)
      write(one);
    out_.close(']');
  }
  void write(const FrameContact& c) {
    out_.open('[');
    out_.integer(c.a);
    out_.integer(c.b);
    for (const double x : {c.nx, c.ny, c.force})
      write(x);
    if (c.nz != 0.0) write(c.nz);
    out_.close(']');
  }

  template <HasFields T>
  void write(const T& object) {
    out_.open('{');
    each_field(object,
               [this](const char* name, const char*, const auto& member) { field(name, member); });
    out_.close('}');
  }

  JsonText out_;
};

}  // namespace

std::string compared_json(const Row& row) {
  return RowText().of(row, {RowPart::facts, RowPart::environment, RowPart::histories});
}

std::string to_json(const Row& row, RowExtent extent) {
  if (extent == RowExtent::whole) return RowText().of(row, {});
  return RowText().of(row, {RowPart::histories});
}

}  // namespace impactbench
