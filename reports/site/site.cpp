#include "reports/site/site.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/links.hpp"
#include "reports/site/assets.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string_view>

namespace impactbench {
namespace {

/// Within the folder of the cells.
std::string file_of(const std::string& key) {
  return cell_page_file(key).substr(std::string_view("cells/").size());
}

/// Pages of an earlier report that are none of `kept`; nothing else that may lie there.
void remove_old_pages(const std::string& folder, const std::vector<std::string>& kept) {
  const std::set<std::string> ours(kept.begin(), kept.end());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.size() == 21 && name.ends_with(".html") && name == file_of(name) &&
        !ours.contains(name)) {
      std::error_code ignored;
      std::filesystem::remove(entry.path(), ignored);
    }
  }
}

}  // namespace

Site::Site(std::string folder, std::vector<std::string> keys) : folder_(std::move(folder)) {
  for (const std::string& key : keys)
    files_.push_back(file_of(key));
  std::error_code failed;
  std::filesystem::create_directories(folder_ + "/cells", failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}/cells' cannot be made: {}", folder_, failed.message()));
  }
  write_text_file(folder_ + "/site.css", site_css);
  write_text_file(folder_ + "/site.js", site_js);
}

void Site::add(const Row& row, const NoticedByCheck& noticed) {
  const std::size_t k = next_++;
  const Neighbours neighbours{k > 0 ? files_.at(k - 1) : "",
                              k + 1 < files_.size() ? files_[k + 1] : "", k + 1, files_.size()};
  write_text_file(folder_ + "/cells/" + files_.at(k), cell_page(row, neighbours, stages_, noticed));
  overview_.add(row, files_[k], !row.frames.empty());
}

void Site::write(const std::vector<PageLink>& links, std::span<const SchemeSummary> schemes) const {
  write_text_file(folder_ + "/index.html", overview_.page(links, schemes));
  // Now that nothing leads to them any more.
  remove_old_pages(folder_ + "/cells", files_);
}

}  // namespace impactbench
