#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/json_view.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "problems/model/error.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace impactbench {
namespace {

ParameterSet parameters(const JsonView& j) {
  ParameterSet out;
  j.each_member([&](std::string_view key, const JsonView& value) {
    Value& to = out[std::string(key)];
    if (value.is_bool()) {
      to = value.boolean();
    } else if (value.is_integer()) {
      to = value.integer();
    } else if (value.is_string()) {
      to = value.text();
    } else {
      to = value.number();
    }
  });
  return out;
}

/// JSON has no infinity and no NaN: they are words.
double number(const JsonView& j) {
  if (!j.is_string()) return j.number();
  const std::string text = j.text();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> numbers(const JsonView& j) {
  std::vector<double> out;
  out.reserve(j.size());
  j.each_entry([&](const JsonView& x) { out.push_back(number(x)); });
  return out;
}

// Names are sorted in what we write: each goes to the end.
std::map<std::string, double> numbers_by_name(const JsonView& j) {
  std::map<std::string, double> out;
  j.each_member([&](std::string_view name, const JsonView& value) {
    out.emplace_hint(out.end(), name, number(value));
  });
  return out;
}

std::map<std::string, std::string> texts_by_name(const JsonView& j) {
  std::map<std::string, std::string> out;
  j.each_member([&](std::string_view name, const JsonView& value) {
    out.emplace_hint(out.end(), name, value.text());
  });
  return out;
}

Check check(const JsonView& j) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Check c{j.at("name").text(),      std::nullopt, -infinity, infinity,
          j.at("passed").boolean(), std::nullopt};
  c.kind = check_kind(j.at("kind").text());
  c.unresolved = j.at("unresolved").boolean();
  c.formula = j.at("formula").text();
  c.source = j.at("source").text();
  if (const JsonView low = j.at("low"); !low.is_null()) c.low = low.number();
  if (const JsonView high = j.at("high"); !high.is_null()) c.high = high.number();
  if (const JsonView value = j.at("value"); !value.is_null()) c.value = number(value);
  if (const JsonView why = j.at("expected_failure"); !why.is_null())
    c.expected_failure = why.text();
  return c;
}

Cell cell(const JsonView& j) {
  Cell out{j.at("problem").text(),
           j.at("scheme").text(),
           j.at("solver").text(),
           parameters(j.at("problem_parameters")),
           parameters(j.at("scheme_parameters")),
           parameters(j.at("solver_parameters")),
           j.at("dt").number(),
           j.at("dt_precision").text(),
           j.at("tolerance_set").text()};
  if (j.contains("frames")) out.frames = j.at("frames").integer();
  if (j.contains("ensemble")) {
    const JsonView e = j.at("ensemble");
    out.ensemble = {e.at("size").integer(), e.at("seed").integer(), e.at("amplitude").number()};
  }
  if (j.contains("files")) out.files = texts_by_name(j.at("files"));
  return out;
}

FrameContact frame_contact(const JsonView& j) {
  const std::vector<double> c = numbers(j);
  if (c.size() < 5) throw JsonMismatch("a contact of a frame has fewer than five numbers");
  for (const double body : {c[0], c[1]})
    if (!(std::abs(body) < 2e9)) throw JsonMismatch("a contact of a frame names no body");
  return {static_cast<int>(c[0]),   static_cast<int>(c[1]), c[2], c[3], c[4],
          c.size() > 5 ? c[5] : 0.0};
}

Frame frame(const JsonView& j) {
  Frame out{j.at("time").number(), numbers(j.at("q")), numbers(j.at("v")), {}};
  j.at("contacts").each_entry([&](const JsonView& c) { out.contacts.push_back(frame_contact(c)); });
  return out;
}

Timing timing(const JsonView& j) {
  Timing out{static_cast<int>(j.at("repeats").integer()),
             j.at("cpu_min").number(),
             j.at("cpu_median").number(),
             j.at("cpu_spread").number(),
             numbers_by_name(j.at("phases")),
             std::nullopt};
  if (j.contains("threads")) out.threads = static_cast<int>(j.at("threads").integer());
  if (j.contains("wall_min")) out.wall_min = j.at("wall_min").number();
  const auto optional = [&](const char* key, std::optional<double>& to) {
    if (j.contains(key)) to = j.at(key).number();
  };
  optional("cpu_cell", out.cpu_cell);
  optional("setup", out.setup);
  optional("limit", out.limit);
  optional("peak_memory", out.peak_memory);
  return out;
}

void read_optional_parts(const JsonView& j, Row& row) {
  if (j.contains("truth")) {
    const JsonView t = j.at("truth");
    row.truth =
        TruthNote{t.at("source").text(), t.at("provenance").text(), number(t.at("uncertainty"))};
  }
  if (j.contains("timing")) row.timing = timing(j.at("timing"));
  if (j.contains("frames"))
    j.at("frames").each_entry([&](const JsonView& f) { row.frames.push_back(frame(f)); });
  if (j.contains("series")) {
    j.at("series").each_member([&](std::string_view name, const JsonView& s) {
      row.series[std::string(name)] = {numbers(s.at("time")), numbers(s.at("value"))};
    });
  }
}

Row row(const JsonView& j) {
  if (j.contains("schema") && j.at("schema").integer() != row_schema) {
    throw ConfigurationError(fmt::format("this is a row of schema {}; this program reads schema {}",
                                         j.at("schema").integer(), row_schema));
  }
  Row out;
  out.key = j.at("key").text();
  out.plan = j.at("plan").text();
  out.cell = cell(j.at("cell"));
  out.status = row_status(j.at("status").text());
  out.reason = j.at("reason").text();
  out.unexpected_pass = j.at("unexpected_pass").boolean();
  out.quantities = numbers_by_name(j.at("quantities"));
  j.at("checks").each_entry([&](const JsonView& c) { out.checks.push_back(check(c)); });
  out.environment = texts_by_name(j.at("environment"));
  out.revision = j.at("revision").text();
  out.build = j.at("build").text();
  read_optional_parts(j, out);
  return out;
}

/// Why a text is no JSON, with its column, which only the slower of the two readers tells.
std::string trouble_of(std::string_view text, const std::string& otherwise) {
  try {
    const nlohmann::json read = nlohmann::json::parse(text);
    return read.is_discarded() ? "" : otherwise;
  } catch (const nlohmann::json::exception& e) {
    return json_error_in_line(e);
  }
}

}  // namespace

Row row_from_json(std::string_view text) {
  constexpr const char* no_row = "this is not a row of a store: ";
  thread_local simdjson::dom::parser parser;
  simdjson::dom::element whole;
  const simdjson::error_code code = parser.parse(text.data(), text.size()).get(whole);
  if (code != simdjson::SUCCESS)
    throw ConfigurationError(no_row + trouble_of(text, simdjson::error_message(code)));
  try {
    return row(JsonView(whole));
  } catch (const JsonMismatch& e) {
    throw ConfigurationError(std::string(no_row) + e.what());
  }
}

}  // namespace impactbench
