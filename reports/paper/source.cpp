#include "reports/paper/source.hpp"

#include "benchmarks/files/inputs.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"
#include "reference/published/theorems.hpp"
#include "reports/paper/figure_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

/// Reads a file of a source; an empty table if there is none.
class DataFile {
 public:
  explicit DataFile(const fs::path& path) : path_(path.string()) {
    if (!fs::exists(path)) return;
    const auto text = read_text_file(path_);
    if (!text) throw ConfigurationError(fmt::format("file '{}' cannot be read", path_));
    root_ = parse_toml(*text, path_);
  }
  [[nodiscard]] DataTable table() const { return {root_, path_, "the file"}; }

 private:
  std::string path_;
  toml::table root_;
};

std::vector<PublishedValue> all_values(const std::string& source) {
  std::vector<PublishedValue> out;
  for (const std::string& table : published_tables(source)) {
    for (PublishedValue& value : read_published(source, table))
      out.push_back(std::move(value));
  }
  return out;
}

const Figure& figure_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos)
    throw ConfigurationError(fmt::format("'{}' is not the SOURCE/NUMBER of a figure", name));
  return find_figure(name.substr(0, slash), name.substr(slash + 1));
}

std::vector<StatementErratum> statement_errata(DataTable& file, const std::string& source) {
  const std::vector<PublishedTheorem> theorems = read_theorems(source);
  std::vector<StatementErratum> out;
  for (DataTable& statement : file.tables("theorem", "[[theorem]]")) {
    statement.expect("number");
    statement.expect("text");
    out.push_back({statement.text("number"), statement.text("text")});
    statement.done();
    if (std::none_of(theorems.begin(), theorems.end(),
                     [&](const PublishedTheorem& t) { return t.number == out.back().number; })) {
      statement.refuse("number", fmt::format("theorems.csv has no '{}'", out.back().number));
    }
  }
  return out;
}

using SourcesRead = std::map<std::pair<std::string, std::string>, std::unique_ptr<const Source>>;

/// By folder and name, since tests have their own folders.
SourcesRead& sources_read() {
  static SourcesRead all;
  return all;
}

std::map<std::string, double> long_runs_of(DataTable& table) {
  std::map<std::string, double> out;
  for (const std::string& title : table.keys()) {
    const double seconds = *table.number(title);
    if (!(seconds > 0.0))
      table.refuse(title, fmt::format("'{}' must be a CPU time above 0 s", title));
    out[title] = seconds;
  }
  return out;
}

Source read_source(const std::string& name) {
  const fs::path folder = fs::path(published_folder()) / name;
  const std::vector<PublishedValue> printed = all_values(name);
  Source out;
  out.name = name;
  const DataFile about(folder / "source.toml"), recipes(folder / "recipes.toml"),
      figures(folder / "figures.toml"), errata(folder / "errata.toml"),
      findings(folder / "findings.toml");
  DataTable file = about.table();
  file.expect("citation");
  out.citation = file.text("citation");
  out.tables = file.text("tables");
  out.notation = file.text("notation");
  out.sketches = file.texts("sketches");
  file.done();

  file = recipes.table();
  out.recipes = RecipeBook(file, printed);
  out.derived = DerivedQuantities(file);
  if (auto times = file.table("times", "[times]")) {
    auto anchor = times->table("anchor", "'anchor'");
    if (!anchor) times->refuse("[times] needs 'anchor', the rows by which others are divided");
    out.times = TimeRatios{PrintedMatch(*anchor, printed), times->text("unlike")};
    times->done();
  }
  if (auto runs = file.table("long_runs", "[long_runs]")) out.long_runs = long_runs_of(*runs);
  file.done();

  file = errata.table();
  out.reasons = KnownReasons(file, printed);
  out.statements = statement_errata(file, name);
  out.errors = read_source_errors(file);
  file.done();

  file = figures.table();
  out.figures = read_figures(file, name, figure_of);
  file.done();

  file = findings.table();
  out.findings = read_findings(file);
  file.done();
  return out;
}

}  // namespace

std::vector<std::string> source_names() {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(published_folder(), ignored)) {
    if (fs::exists(entry.path() / "source.toml")) out.push_back(entry.path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

const Source& find_source(const std::string& name) {
  SourcesRead& read = sources_read();
  static std::vector<std::string> reading;
  const std::pair key{published_folder(), name};
  if (const auto it = read.find(key); it != read.end()) return *it->second;
  const std::vector<std::string> names = source_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw ConfigurationError(
        fmt::format("there is no published source '{}'; known: {}", name, fmt::join(names, ", ")));
  }
  if (std::find(reading.begin(), reading.end(), name) != reading.end())
    throw ConfigurationError(
        fmt::format("the figures of '{}' refer to one another in a cycle", name));
  reading.push_back(name);
  struct Done {
    ~Done() { reading.pop_back(); }
  } const done;
  return *(read[key] = std::make_unique<const Source>(read_source(name)));
}

std::optional<double> quantity_of(const Row& row, const std::string& quantity,
                                  const std::string& source) {
  const auto own = row.quantities.find(quantity);
  if (own != row.quantities.end()) return own->second;
  if (source.empty()) return std::nullopt;
  const std::map<std::string, double> derived = find_source(source).derived.of(row);
  const auto it = derived.find(quantity);
  return it == derived.end() ? std::nullopt : std::optional(it->second);
}

std::optional<Row> with_derived(const Row* row, const Source& from, const Histories& histories) {
  if (row == nullptr || !from.derived.are_of(row->cell.problem)) return std::nullopt;
  const std::map<std::string, double> more = from.derived.of(histories.whole(*row));
  if (more.empty()) return std::nullopt;
  Row out = *row;
  for (const auto& [name, value] : more)
    out.quantities.emplace(name, value);
  return out;
}

void forget_sources() {
  sources_read().clear();
}

}  // namespace impactbench
