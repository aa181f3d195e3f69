#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/json_view.hpp"
#include "benchmarks/store/row_fields.hpp"
#include "benchmarks/store/row_json.hpp"
#include "problems/base/error.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {
namespace {

/// Reads objects by their lists of fields (row_fields.hpp), in the order of the names, as written.
class RowReader {
 public:
  [[nodiscard]] Row row(const JsonView& j, RowParts parts) {
    Row out;
    const RowStatus status = row_status(JsonMembers(j).at("status").text());
    const bool judged = status == RowStatus::missed || status == RowStatus::stopped;
    JsonMembers m(j);
    each_field(out, [&](const char* name, const char*, auto&& member, RowPart part) {
      if (parts == RowParts::cell && part != RowPart::identity) return;
      if (parts == RowParts::figures &&
          (part == RowPart::environment || part == RowPart::histories))
        return;
      if (part == RowPart::checks && !(parts == RowParts::all || judged)) return;
      field(m, name, member);
    });
    return out;
  }

 private:
  template <class T>
  void field(JsonMembers& m, const char* name, T& member) {
    read(m.at(name), member);
  }
  template <class T>
  void field(JsonMembers& m, const char* name, Sparse<T>& sparse) {
    if (const auto found = m.find(name)) read(*found, sparse.value);
  }
  template <class T>
  void field(JsonMembers& m, const char* name, Later<T>& later) {
    if (const auto found = m.find(name)) read(*found, later.value);
  }
  /// The schema was read before the row.
  void field(JsonMembers&, const char*, Later<const int>&) {}

  void read(const JsonView& j, std::string& to) { to = j.text(); }
  void read(const JsonView& j, bool& to) { to = j.boolean(); }
  void read(const JsonView& j, int& to) { to = static_cast<int>(j.integer()); }
  void read(const JsonView& j, std::int64_t& to) { to = j.integer(); }
  void read(const JsonView& j, RowStatus& to) { to = row_status(j.text()); }
  void read(const JsonView& j, MotionClass& to) { to = motion_class(j.text()); }
  void read(const JsonView& j, CheckKind& to) { to = check_kind(j.text()); }
  /// JSON has no infinity and no NaN: they are words.
  void read(const JsonView& j, double& to) {
    if (!j.is_string()) {
      to = j.number();
      return;
    }
    const std::string text = j.text();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    to = text == "inf"    ? infinity
         : text == "-inf" ? -infinity
                          : std::numeric_limits<double>::quiet_NaN();
  }

  template <class T>
  void read(const JsonView& j, Finite<T>& finite) {
    finite.value = j.number();
  }
  /// The limits of a check begin open.
  template <class T>
  void read(const JsonView& j, OpenEnd<T>& limit) {
    if (!j.is_null()) limit.value = j.number();
  }
  template <class T>
  void read(const JsonView& j, OrNull<T>& optional) {
    if (!j.is_null()) read(j, optional.value);
  }
  template <class T>
  void read(const JsonView& j, std::optional<T>& to) {
    read(j, to.emplace());
  }

  void read(const JsonView& j, SharedParameters& to) {
    ParameterSet set;
    j.each_member([&](std::string_view key, const JsonView& value) {
      read(value, set.try_emplace(set.end(), std::string(key))->second);
    });
    to = std::move(set);
  }
  void read(const JsonView& j, Value& to) {
    if (j.is_bool()) {
      to = j.boolean();
    } else if (j.is_integer()) {
      to = j.integer();
    } else if (j.is_string()) {
      to = j.text();
    } else {
      to = j.number();
    }
  }
  // Names are sorted in what we write: each goes to the end.
  void read(const JsonView& j, NamedNumbers& to) {
    j.each_member([&](std::string_view name, const JsonView& value) {
      double x = 0.0;
      read(value, x);
      to.emplace(name, x);
    });
  }
  template <class T>
  void read(const JsonView& j, std::map<std::string, T>& to) {
    j.each_member([&](std::string_view name, const JsonView& value) {
      read(value, to.try_emplace(to.end(), std::string(name))->second);
    });
  }

  void read(const JsonView& j, std::vector<Check>& to) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    j.each_entry([&](const JsonView& entry) {
      read(entry, to.emplace_back(Check{{}, std::nullopt, -infinity, infinity}));
    });
  }
  template <class T>
  void read(const JsonView& j, std::vector<T>& to) {
    to.clear();
    to.reserve(j.size());
    j.each_entry([&](const JsonView& entry) { read(entry, to.emplace_back()); });
  }
  void read(const JsonView& j, FrameContact& to) {
    std::vector<double> c;
    read(j, c);
    if (c.size() < 5) throw JsonMismatch("a contact of a frame has fewer than five numbers");
    for (const double body : {c[0], c[1]})
      if (!(std::abs(body) < 2e9)) throw JsonMismatch("a contact of a frame names no body");
    to = {static_cast<int>(c[0]),   static_cast<int>(c[1]), c[2], c[3], c[4],
          c.size() > 5 ? c[5] : 0.0};
  }

  template <HasFields T>
  void read(const JsonView& j, T& object) {
    JsonMembers m(j);
    each_field(object,
               [&](const char* name, const char*, auto&& member) { field(m, name, member); });
  }
};

void expect_our_schema(const JsonView& j) {
  const auto schema = JsonMembers(j).find("schema");
  if (!schema || schema->integer() == row_schema) return;
  throw ConfigurationError(fmt::format("this is a row of schema {}; this program reads schema {}",
                                       schema->integer(), row_schema));
}

/// Why a text is not JSON, with the column, which only the slower of the two readers gives.
std::string trouble_of(std::string_view text, const std::string& otherwise) {
  try {
    const nlohmann::json read = nlohmann::json::parse(text);
    return read.is_discarded() ? "" : otherwise;
  } catch (const nlohmann::json::exception& e) {
    return json_error_in_line(e);
  }
}

}  // namespace

Row row_from_json(std::string_view text, RowParts parts) {
  constexpr const char* no_row = "this is not a row of a store: ";
  thread_local simdjson::dom::parser parser;
  simdjson::dom::element whole;
  const simdjson::error_code code = parser.parse(text.data(), text.size()).get(whole);
  if (code != simdjson::SUCCESS)
    throw ConfigurationError(no_row + trouble_of(text, simdjson::error_message(code)));
  try {
    const JsonView view(whole);
    expect_our_schema(view);
    return RowReader().row(view, parts);
  } catch (const JsonMismatch& e) {
    throw ConfigurationError(std::string(no_row) + e.what());
  }
}

}  // namespace impactbench
