#include "benchmarks/store/row_json.hpp"

#include "benchmarks/store/json_text.hpp"
#include "benchmarks/store/row_schema.hpp"

#include <cmath>

namespace impactbench {
namespace {

/// Which parts of a row are written beside those that are compared.
struct Extras {
  bool facts, long_parts;
};

/// Writes a row. Members of objects stand in the order of their names (JsonText).
class RowText {
 public:
  [[nodiscard]] std::string of(const Row& row, Extras extras) {
    out_.open('{');
    member("build", row.build);
    member("cell", row.cell);
    write_list("checks", row.checks);
    if (extras.facts) write_members("environment", row.environment);
    if (extras.long_parts && !row.frames.empty()) write_list("frames", row.frames);
    member("key", row.key);
    if (extras.facts) member("plan", row.plan);
    write_members("quantities", row.quantities);
    member("reason", row.reason);
    member("revision", row.revision);
    if (extras.facts) {
      out_.key("schema");
      out_.integer(row_schema);
    }
    if (extras.long_parts) write_members("series", row.series);
    out_.key("status");
    out_.text(to_text(row.status));
    if (extras.facts && row.timing) member("timing", *row.timing);
    if (row.truth) member("truth", *row.truth);
    out_.key("unexpected_pass");
    out_.boolean(row.unexpected_pass);
    out_.close('}');
    return out_.take();
  }

 private:
  void write(const Value& value) {
    struct Printer {
      JsonText& out_;
      void operator()(bool b) const { out_.boolean(b); }
      void operator()(std::int64_t i) const { out_.integer(i); }
      void operator()(double x) const { out_.number(x); }
      void operator()(const std::string& s) const { out_.text(s); }
    };
    std::visit(Printer{out_}, value);
  }

  void write(const std::string& text) { out_.text(text); }

  /// JSON has no infinity and no NaN; a row that has one all the same must still be stored.
  void write(double x) {
    if (std::isfinite(x)) {
      out_.number(x);
    } else {
      out_.text(to_text(x));
    }
  }

  /// A number for which a word is not a valid value: null instead.
  void write_finite(const char* name, double x) {
    out_.key(name);
    out_.number(x);
  }

  void write_finite(const char* name, const std::optional<double>& x) {
    if (x) write_finite(name, *x);
  }

  template <class T>
  void member(std::string_view name, const T& value) {
    out_.key(name);
    write(value);
  }

  template <class Map>
  void write_members(const char* name, const Map& map) {
    out_.key(name);
    out_.open('{');
    for (const auto& [key, value] : map)
      member(key, value);
    out_.close('}');
  }

  void write(const Check& c) {
    out_.open('{');
    out_.key("expected_failure");
    c.expected_failure ? out_.text(*c.expected_failure) : out_.null();
    member("formula", c.formula);
    const auto limit = [&](const char* name, double x) {  // an open end of a limit is null
      out_.key(name);
      std::isinf(x) ? out_.null() : out_.number(x);
    };
    limit("high", c.high);
    out_.key("kind");
    out_.text(to_text(c.kind));
    limit("low", c.low);
    member("name", c.name);
    out_.key("passed");
    out_.boolean(c.passed);
    member("source", c.source);
    out_.key("unresolved");
    out_.boolean(c.unresolved);
    out_.key("value");
    c.value ? write(*c.value) : out_.null();
    out_.close('}');
  }

  void write(const Ensemble& e) {
    out_.open('{');
    write_finite("amplitude", e.amplitude);
    out_.key("seed");
    out_.integer(e.seed);
    out_.key("size");
    out_.integer(e.size);
    out_.close('}');
  }

  void write(const Cell& c) {
    out_.open('{');
    write_finite("dt", c.dt);
    member("dt_precision", c.dt_precision);
    if (c.ensemble.size > 0) member("ensemble", c.ensemble);
    if (!c.files.empty()) write_members("files", c.files);
    if (c.frames > 0) {
      out_.key("frames");
      out_.integer(c.frames);
    }
    member("problem", c.problem);
    write_members("problem_parameters", c.problem_parameters);
    member("scheme", c.scheme);
    write_members("scheme_parameters", c.scheme_parameters);
    member("solver", c.solver);
    write_members("solver_parameters", c.solver_parameters);
    member("tolerance_set", c.tolerance_set);
    out_.close('}');
  }

  /// One dump of all: a history is long.
  void write(const std::vector<double>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const double x : values)
      list.push_back(std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(to_text(x)));
    out_.raw(list.dump());
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

  void write(const Series& s) {
    out_.open('{');
    member("time", s.time);
    member("value", s.value);
    out_.close('}');
  }

  template <class T>
  void write_list(const char* name, const std::vector<T>& list) {
    out_.key(name);
    out_.open('[');
    for (const T& one : list)
      write(one);
    out_.close(']');
  }

  void write(const Frame& f) {
    out_.open('{');
    write_list("contacts", f.contacts);
    member("q", f.q);
    write_finite("time", f.time);
    member("v", f.v);
    out_.close('}');
  }

  void write(const TruthNote& t) {
    out_.open('{');
    member("provenance", t.provenance);
    member("source", t.source);
    member("uncertainty", t.uncertainty);
    out_.close('}');
  }

  void write(const Timing& t) {
    out_.open('{');
    write_finite("cpu_cell", t.cpu_cell);
    write_finite("cpu_median", t.cpu_median);
    write_finite("cpu_min", t.cpu_min);
    write_finite("cpu_spread", t.cpu_spread);
    write_finite("limit", t.limit);
    write_finite("peak_memory", t.peak_memory);
    out_.key("phases");
    out_.open('{');
    for (const auto& [phase, share] : t.phases)
      write_finite(phase.c_str(), share);
    out_.close('}');
    out_.key("repeats");
    out_.integer(t.repeats);
    write_finite("setup", t.setup);
    out_.key("threads");
    out_.integer(t.threads);
    write_finite("wall_min", t.wall_min);
    out_.close('}');
  }

  JsonText out_;
};

}  // namespace

std::string compared_json(const Row& row) {
  return RowText().of(row, {.facts = false, .long_parts = false});
}

std::string to_json(const Row& row, RowExtent extent) {
  return RowText().of(row, {.facts = true, .long_parts = extent == RowExtent::whole});
}

}  // namespace impactbench
