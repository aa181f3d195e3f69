#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/json_view.hpp"
#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "problems/model/error.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {
namespace {

ParameterSet parameters(const JsonView& j) {
  ParameterSet out;
  j.each_member([&](std::string_view key, const JsonView& value) {
    Value& to = out.try_emplace(out.end(), std::string(key))->second;
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
NamedNumbers numbers_by_name(const JsonView& j) {
  NamedNumbers out;
  j.each_member(
      [&](std::string_view name, const JsonView& value) { out.emplace(name, number(value)); });
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
  JsonMembers m(j);  // in the order of their names, as below
  Check c{{}, std::nullopt, -infinity, infinity};
  if (const JsonView why = m.at("expected_failure"); !why.is_null())
    c.expected_failure = why.text();
  c.formula = m.at("formula").text();
  if (const JsonView high = m.at("high"); !high.is_null()) c.high = high.number();
  c.kind = check_kind(m.at("kind").text());
  if (const JsonView low = m.at("low"); !low.is_null()) c.low = low.number();
  c.name = m.at("name").text();
  c.passed = m.at("passed").boolean();
  c.source = m.at("source").text();
  c.unresolved = m.at("unresolved").boolean();
  if (const JsonView value = m.at("value"); !value.is_null()) c.value = number(value);
  return c;
}

Ensemble ensemble(const JsonView& j) {
  JsonMembers m(j);
  Ensemble out;
  out.amplitude = m.at("amplitude").number();
  out.seed = m.at("seed").integer();
  out.size = m.at("size").integer();
  return out;
}

Cell cell(const JsonView& j) {
  JsonMembers m(j);
  Cell out;
  out.dt = m.at("dt").number();
  out.dt_precision = m.at("dt_precision").text();
  if (const auto e = m.find("ensemble")) out.ensemble = ensemble(*e);
  if (const auto files = m.find("files")) out.files = texts_by_name(*files);
  if (const auto frames = m.find("frames")) out.frames = frames->integer();
  out.problem = m.at("problem").text();
  out.problem_parameters = parameters(m.at("problem_parameters"));
  out.scheme = m.at("scheme").text();
  out.scheme_parameters = parameters(m.at("scheme_parameters"));
  out.solver = m.at("solver").text();
  out.solver_parameters = parameters(m.at("solver_parameters"));
  out.tolerance_set = m.at("tolerance_set").text();
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
  JsonMembers m(j);
  Frame out;
  m.at("contacts").each_entry([&](const JsonView& c) { out.contacts.push_back(frame_contact(c)); });
  out.q = numbers(m.at("q"));
  out.time = m.at("time").number();
  out.v = numbers(m.at("v"));
  return out;
}

Timing timing(const JsonView& j) {
  JsonMembers m(j);
  Timing out;
  const auto optional = [&](const char* key, std::optional<double>& to) {
    if (const auto found = m.find(key)) to = found->number();
  };
  optional("cpu_cell", out.cpu_cell);
  out.cpu_median = m.at("cpu_median").number();
  out.cpu_min = m.at("cpu_min").number();
  out.cpu_spread = m.at("cpu_spread").number();
  optional("limit", out.limit);
  optional("peak_memory", out.peak_memory);
  out.phases = numbers_by_name(m.at("phases"));
  out.repeats = static_cast<int>(m.at("repeats").integer());
  optional("setup", out.setup);
  if (const auto threads = m.find("threads")) out.threads = static_cast<int>(threads->integer());
  if (const auto wall = m.find("wall_min")) out.wall_min = wall->number();
  return out;
}

TruthNote truth(const JsonView& j) {
  JsonMembers m(j);
  TruthNote out;
  out.provenance = m.at("provenance").text();
  out.source = m.at("source").text();
  out.uncertainty = number(m.at("uncertainty"));
  return out;
}

/// Histories and frames, which rows of JSON lines have in their text.
void read_long_parts(JsonMembers& m, Row& row) {
  if (const auto frames = m.find("frames"))
    frames->each_entry([&](const JsonView& f) { row.frames.push_back(frame(f)); });
  if (const auto series = m.find("series")) {
    series->each_member([&](std::string_view name, const JsonView& s) {
      JsonMembers of_one(s);
      Series& to = row.series[std::string(name)];
      to.time = numbers(of_one.at("time"));
      to.value = numbers(of_one.at("value"));
    });
  }
}

void expect_our_schema(const JsonView& j) {
  const auto schema = JsonMembers(j).find("schema");
  if (!schema || schema->integer() == row_schema) return;
  throw ConfigurationError(fmt::format("this is a row of schema {}; this program reads schema {}",
                                       schema->integer(), row_schema));
}

/// In the order of the names, as written, except the field that selects the checks.
Row row(const JsonView& j, RowParts parts) {
  expect_our_schema(j);
  Row out;
  out.status = row_status(JsonMembers(j).at("status").text());
  const bool judged = out.status == RowStatus::missed || out.status == RowStatus::stopped;
  JsonMembers m(j);
  if (parts != RowParts::cell) out.build = m.at("build").text();
  out.cell = cell(m.at("cell"));
  if (parts == RowParts::all || (parts == RowParts::figures && judged))
    m.at("checks").each_entry([&](const JsonView& c) { out.checks.push_back(check(c)); });
  if (parts == RowParts::all) out.environment = texts_by_name(m.at("environment"));
  out.key = m.at("key").text();
  if (parts == RowParts::cell) return out;
  out.plan = m.at("plan").text();
  out.quantities = numbers_by_name(m.at("quantities"));
  out.reason = m.at("reason").text();
  out.revision = m.at("revision").text();
  if (const auto t = m.find("timing")) out.timing = timing(*t);
  if (const auto t = m.find("truth")) out.truth = truth(*t);
  out.unexpected_pass = m.at("unexpected_pass").boolean();
  if (parts == RowParts::all) read_long_parts(m, out);
  return out;
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
    return row(JsonView(whole), parts);
  } catch (const JsonMismatch& e) {
    throw ConfigurationError(std::string(no_row) + e.what());
  }
}

}  // namespace impactbench
