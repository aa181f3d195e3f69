#include "reports/paper/source.hpp"

#include "problems/model/error.hpp"
#include "reports/paper/maury2004.hpp"
#include "reports/paper/maury_slides.hpp"
#include "reports/paper/monasse2012.hpp"
#include "reports/paper/nguyen2024.hpp"
#include "reports/paper/nguyen2024_figures.hpp"
#include "reports/paper/paoli2010.hpp"

#include <fmt/format.h>

#include <array>

namespace impactbench {
namespace {

/// A source of pictures alone.
Source pictures(const char* name, const std::vector<Figure>& (*figures)(),
                const std::vector<std::string>& (*diagrams)()) {
  return {name,
          figures,
          diagrams,
          [](const PublishedValue&) { return std::optional<Recipe>(); },
          [](const PublishedValue&) { return std::optional<double>(); },
          [](const PublishedValue&) { return std::string(); },
          [](const PublishedValue&) { return std::string(); },
          nullptr};
}

}  // namespace

std::span<const Source> sources() {
  static const std::array all{
      Source{"maury2004", maury2004::figures, maury2004::diagrams, maury2004::recipe,
             [](const PublishedValue&) { return std::optional<double>(); },
             [](const PublishedValue&) { return std::string(); },
             [](const PublishedValue&) { return std::string(); }, maury2004::derived},
      pictures("maury-slides", maury_slides::figures, maury_slides::diagrams),
      Source{"monasse2012", monasse2012::figures, monasse2012::diagrams, monasse2012::recipe,
             monasse2012::input_value, monasse2012::known_reason,
             [](const PublishedValue&) { return std::string(); }, monasse2012::derived},
      Source{"nguyen2024", nguyen2024::figures, nguyen2024::diagrams, nguyen2024::recipe,
             nguyen2024::input_value, nguyen2024::known_reason, nguyen2024::why_no_run, nullptr},
      pictures("paoli2010", paoli2010::figures, paoli2010::diagrams)};
  return all;
}

const Source& find_source(const std::string& name) {
  std::string known;
  for (const Source& source : sources()) {
    if (source.name == name) return source;
    known += (known.empty() ? "" : ", ") + source.name;
  }
  throw ConfigurationError(
      fmt::format("there is no published source '{}'; known: {}", name, known));
}

}  // namespace impactbench
