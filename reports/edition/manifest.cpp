#include "reports/edition/manifest.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/store/json_error.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace impactbench {
namespace {

using nlohmann::json;

json of(const ManifestItem& item) {
  json cells = json::array();
  for (const ManifestCell& c : item.cells)
    cells.push_back(
        {{"title", c.title}, {"row", c.row}, {"status", c.status}, {"revision", c.revision}});
  return {{"name", item.name},      {"caption", item.caption}, {"recipe", item.recipe},
          {"cells", cells},         {"files", item.files},     {"notes", item.notes},
          {"digest", item.digest()}};
}

ManifestItem item_of(const json& j) {
  ManifestItem out{j.at("name"), j.at("caption"), j.at("recipe"), {}, j.at("files"), j.at("notes")};
  for (const json& c : j.at("cells"))
    out.cells.push_back({c.at("title"), c.at("row"), c.at("status"), c.value("revision", "")});
  return out;
}

}  // namespace

std::string hash_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string ManifestItem::digest() const {
  std::string text = name + "\n" + recipe + "\n";
  for (const ManifestCell& c : cells)
    text += c.title + " " + c.row + "\n";
  return hash_of(text);
}

const ManifestItem* Manifest::find(std::string_view name) const {
  const auto it = std::find_if(items.begin(), items.end(),
                               [&](const ManifestItem& item) { return item.name == name; });
  return it == items.end() ? nullptr : &*it;
}

Manifest read_manifest(const std::string& folder) {
  const std::string path = folder + "/manifest.json";
  if (!std::filesystem::exists(path)) return {};
  try {
    std::ifstream in(path);
    const json j = json::parse(in);
    Manifest out{j.at("source"), j.at("revision"), {}};
    for (const json& item : j.at("items"))
      out.items.push_back(item_of(item));
    return out;
  } catch (const json::exception& e) {
    throw ConfigurationError(
        fmt::format("'{}' is not a manifest of impactbench: {}", path, json_error(e)));
  }
}

void write_manifest(const Manifest& manifest, const std::string& folder) {
  json items = json::array();
  for (const ManifestItem& item : manifest.items)
    items.push_back(of(item));
  const json j{{"source", manifest.source}, {"revision", manifest.revision}, {"items", items}};
  write_text_file(folder + "/manifest.json",
                  j.dump(1, ' ', false, json::error_handler_t::replace) + '\n');
}

std::string why_stale(const ManifestItem& now, const ManifestItem* drawn,
                      const std::string& folder) {
  if (drawn == nullptr) return "not made before";
  if (drawn->recipe != now.recipe) return "its description changed";
  std::size_t changed = 0;
  for (const ManifestCell& cell : now.cells) {
    const auto same = [&](const ManifestCell& c) {
      return c.title == cell.title && c.row == cell.row;
    };
    changed += std::any_of(drawn->cells.begin(), drawn->cells.end(), same) ? 0 : 1;
  }
  if (changed > 0) return fmt::format("{} of {} rows changed", changed, now.cells.size());
  if (drawn->cells.size() != now.cells.size()) return "it has fewer runs";
  for (const std::string& file : drawn->files) {
    if (!std::filesystem::exists(folder + "/" + file)) return file + " is gone";
  }
  return {};
}

}  // namespace impactbench
