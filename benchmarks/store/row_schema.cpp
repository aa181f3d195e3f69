#include "benchmarks/store/row_schema.hpp"

#include "benchmarks/store/row_fields.hpp"

#include <array>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

/// The paths of all fields, with the type of each by that of its member.
class Paths {
 public:
  Paths() {
    each_field(row_, [this](const char* name, const char* meaning, const auto& member, RowPart) {
      add(name, meaning, member);
    });
  }
  [[nodiscard]] std::vector<RowField> take() { return std::move(out_); }

 private:
  void leaf(const std::string& path, const char* type, const char* meaning) {
    out_.push_back({path, type, meaning});
  }
  using Path = const std::string&;

  void add(Path path, const char* meaning, const std::string&) { leaf(path, "text", meaning); }
  void add(Path path, const char* meaning, RowStatus) { leaf(path, "text", meaning); }
  void add(Path path, const char* meaning, MotionClass) { leaf(path, "text", meaning); }
  void add(Path path, const char* meaning, CheckKind) { leaf(path, "text", meaning); }
  void add(Path path, const char* meaning, bool) { leaf(path, "boolean", meaning); }
  void add(Path path, const char* meaning, int) { leaf(path, "integer", meaning); }
  void add(Path path, const char* meaning, std::int64_t) { leaf(path, "integer", meaning); }
  void add(Path path, const char* meaning, double) { leaf(path, "number", meaning); }
  void add(Path path, const char* meaning, const SharedParameters&) {
    leaf(path + ".*", "any", meaning);
  }
  void add(Path path, const char* meaning, const NamedNumbers&) {
    leaf(path + ".*", "number", meaning);
  }
  void add(Path path, const char* meaning, const FrameContact&) {
    leaf(path + ".[]", "number", meaning);
  }
  template <class T>
  void add(Path path, const char* meaning, const std::map<std::string, T>&) {
    add(path + ".*", meaning, T{});
  }
  template <class T>
  void add(Path path, const char* meaning, const std::vector<T>&) {
    add(path + ".[]", meaning, T{});
  }
  template <class T>
  void add(Path path, const char* meaning, const std::optional<T>&) {
    add(path, meaning, T{});
  }
  /// How a member is stored.
  template <class Stored>
  requires requires(const Stored& s) {
    s.value;
  } &&(!HasFields<Stored>)void add(Path path, const char* meaning, const Stored& stored) {
    add(path, meaning, stored.value);
  }
  template <HasFields T>
  void add(Path path, const char*, const T& object) {
    each_field(object, [&](const char* name, const char* meaning, const auto& member) {
      add(path + '.' + name, meaning, member);
    });
  }

  Row row_;
  std::vector<RowField> out_;
};

}  // namespace

std::span<const RowField> row_fields() {
  static const std::vector<RowField> fields = Paths().take();
  return fields;
}

std::span<const RowField> row_columns() {
  static const std::array columns{
      RowField{"schema", "integer", "version of this table"},
      RowField{"key", "text", "as in JSON, like the others without a remark"},
      RowField{"plan", "text", ""},
      RowField{"problem", "text", ""},
      RowField{"scheme", "text", ""},
      RowField{"solver", "text", ""},
      RowField{"dt", "number", ""},
      RowField{"dt_precision", "text", ""},
      RowField{"status", "text", ""},
      RowField{"reason", "text", ""},
      RowField{"revision", "text", ""},
      RowField{"build", "text", ""},
      RowField{"cpu_median", "number", ""},
      RowField{"cpu_min", "number", ""},
      RowField{"cpu_spread", "number", ""},
      RowField{"problem.*", "any", "parameters, in alphabetical order with those of the others"},
      RowField{"quantity.*", "number", "figures"},
      RowField{"scheme.*", "any", "parameters"},
      RowField{"setup", "number", "of solves alone"},
      RowField{"solver.*", "any", "parameters"},
      RowField{"threads", "integer", ""},
      RowField{"wall_min", "number", ""}};
  return columns;
}

}  // namespace impactbench
