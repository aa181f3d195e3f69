// Files of a source: recipes, figures, errata and findings as TOML. An input is a letter that says
// which, and the text. What can be read is asked about a printed value and about a row.

#include "reports/paper/source.hpp"
#include "benchmarks/store/row.hpp"
#include "problems/base/error.hpp"
#include "problems/files/toml_file.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/derived_quantities.hpp"
#include "reports/paper/figure_book.hpp"
#include "reports/paper/finding.hpp"
#include "reports/paper/known_reasons.hpp"
#include "reports/paper/recipe_book.hpp"
#include "reports/paper/scene.hpp"
#include "reports/paper/source_errors.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace impactbench {

// Stands in for the whole catalogue: a history is one that the row has, and there is one source.
Series history(const Row& row, const std::string& quantity) {
  const auto it = row.series.find(quantity);
  return it == row.series.end() ? Series{} : it->second;
}
const Source& find_source(const std::string& name) {
  throw ConfigurationError("there is no source " + name);
}

namespace {

const std::vector<PublishedValue>& printed() {
  static const std::vector<PublishedValue> values = [] {
    PublishedValue value;
    value.table = "1";
    value.problem = "ball";
    value.scheme = "law";
    value.dt = "1e-3";
    value.quantity = "height";
    value.value = 1.5;
    value.digits = "1.5";
    value.columns = {{"problem", "ball"}, {"scheme", "law"}, {"dt", "1e-3"}, {"load", "7"}};
    return std::vector{value};
  }();
  return values;
}

Row row() {
  Row out;
  out.cell.problem = "ball";
  out.cell.scheme = "law";
  out.cell.dt = 1e-3;
  out.cell.problem_parameters = {{"radius", 0.1}, {"seed", std::int64_t{1}}};
  out.status = RowStatus::passed;
  out.quantities = {{"height", 1.5}, {"nothing", 0.0}};
  out.series["kinetic_energy"] = {{0.0, 1e-3, 2e-3}, {1.0, 0.5, 2.0}};
  return out;
}

void read_recipes(DataTable& file) {
  const RecipeBook recipes(file, printed());
  const DerivedQuantities derived(file);
  file.done();
  for (const PublishedValue& value : printed())
    (void)recipes.of(value);
  (void)derived.of(row());
}

void read_errata(DataTable& file) {
  const KnownReasons reasons(file, printed());
  const std::vector<SourceError> errors = read_source_errors(file);
  file.done();
  (void)reasons.of(printed().front());
  for (const SourceError& error : errors)
    if (error.shown) (void)error.shown->of(std::vector<Row>{row(), row()});
}

void read(char which, const std::string& text) {
  const std::string name = "file";
  const toml::table root = parse_toml(text, name);
  DataTable file(root, name, "the file");
  const FigureOf none = [](const std::string& figure) -> const Figure& {
    throw ConfigurationError("there is no figure " + figure);
  };
  if (which == 'f') {
    (void)read_figures(file, "source", none);
  } else if (which == 'e') {
    read_errata(file);
  } else if (which == 'n') {
    (void)read_findings(file);
    file.done();
  } else {
    read_recipes(file);
  }
}

}  // namespace
}  // namespace impactbench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    impactbench::read(text[0], text.substr(1));
  } catch (const impactbench::ConfigurationError&) {
    // a sentence
  }
  return 0;
}
