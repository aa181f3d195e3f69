#include "reports/site/site.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/links.hpp"
#include "reports/html/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>

namespace impactbench {
namespace {

/// Within the folder of the cells.
std::string file_of(const std::string& key) {
  return cell_page_file(key).substr(std::string_view("cells/").size());
}

/// The rank of the reason why a cell gets a page before others, 0 the first; nothing: no reason.
std::optional<std::size_t> reason_to_be_first(const Row& row) {
  if (row.unexpected_pass) return 2;
  constexpr std::array reasons{"failed", "missed", "", "unjudged", "unresolved"};
  const auto reason = std::find(reasons.begin(), reasons.end(), status_class(row));
  if (reason == reasons.end()) return std::nullopt;
  return static_cast<std::size_t>(reason - reasons.begin());
}

/// Pages of an earlier report that are not among `kept`, and no other files of the folder.
void remove_old_pages(const std::string& folder, const CellPages& kept) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.size() == 21 && name.ends_with(".html") && name == file_of(name) &&
        !kept.has("cells/" + name)) {
      std::error_code ignored;
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

}  // namespace

Site::Site(std::string folder, std::size_t most) : folder_(std::move(folder)), pages_(most) {
  std::error_code failed;
  std::filesystem::create_directories(folder_ + "/cells", failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}/cells' cannot be made: {}", folder_, failed.message()));
  }
  write_text_file(folder_ + "/site.css", std::string(html::site_css));
  write_text_file(folder_ + "/site.js", std::string(html::site_js));
}

void Site::add(const Row& row) {
  overview_.add(row);
  if (const auto reason = reason_to_be_first(row)) {
    first_.at(*reason).push_back(keys_.size());
  } else if (row.cell.frames > 0 && ran_to_the_end(row.status) &&
             filmed_.insert(row.cell.problem).second) {
    first_.back().push_back(keys_.size());
  }
  keys_.push_back(row.key);
}

CellPages& Site::pages() {
  for (const auto& cells : first_) {
    for (const std::size_t k : cells)
      pages_.take(keys_[k]);
  }
  return pages_;
}

const std::vector<std::string>& Site::keys_of_pages() {
  CellPages& taken = pages();
  keys_of_pages_.clear();
  std::copy_if(keys_.begin(), keys_.end(), std::back_inserter(keys_of_pages_),
               [&](const std::string& key) { return taken.take(key); });
  return keys_of_pages_;
}

void Site::write_page(const Row& row, const NoticedByCheck& noticed) {
  while (keys_of_pages_.at(next_) != row.key)
    ++next_;
  const std::size_t k = next_++, last = keys_of_pages_.size() - 1;
  const Neighbours neighbours{k > 0 ? file_of(keys_of_pages_[k - 1]) : "",
                              k < last ? file_of(keys_of_pages_.at(k + 1)) : "", k + 1, last + 1};
  write_text_file(folder_ + "/" + cell_page_file(row.key),
                  cell_page(row, neighbours, stages_, noticed));
  if (!row.frames.empty()) overview_.add_film(row.key);
}

void Site::write(const std::vector<PageLink>& links, std::span<const SchemeSummary> schemes,
                 const Table& choice) const {
  write_text_file(folder_ + "/index.html", overview_.page(links, schemes, choice, pages_));
  // Nothing links to them any more.
  remove_old_pages(folder_ + "/cells", pages_);
}

void add_cell_page(const std::string& folder, const Row& row, const NoticedByCheck& noticed) {
  if (!std::filesystem::exists(folder + "/index.html")) {
    throw ConfigurationError(fmt::format(
        "folder '{0}' has no report that the page could be added to: impactbench report "
        "STORE --out '{0}' writes one",
        folder));
  }
  Stages stages;
  write_text_file(folder + "/" + cell_page_file(row.key), cell_page(row, {}, stages, noticed));
}

}  // namespace impactbench
