#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// A run behind a figure or a table.
struct ManifestCell {
  std::string title;
  std::string row;     ///< hash of what the row holds, whatever revision and build; "" if absent
  std::string status;  ///< of the row; "absent"
  std::string revision{};  ///< that the row was made by; no part of the digest
};

/// A figure or a table at the time of drawing.
struct ManifestItem {
  std::string name;  ///< fig4.13, tab4.11, claims, theorems
  std::string caption;
  std::string recipe;  ///< hash of the description that it is drawn by
  std::vector<ManifestCell> cells;
  std::vector<std::string> files;  ///< below the folder of the edition
  std::vector<std::string> notes;  ///< what is absent or stopped early

  /// Hash of everything that determines its appearance.
  [[nodiscard]] std::string digest() const;
};

struct Manifest {
  std::string source, revision;
  std::vector<ManifestItem> items;
  [[nodiscard]] const ManifestItem* find(std::string_view name) const;
};

/// 32 hexadecimal digits of a text.
[[nodiscard]] std::string hash_of(std::string_view text);

/// Reads `folder`/manifest.json; an empty manifest if there is none. Throws ConfigurationError if
/// the file is not a manifest.
[[nodiscard]] Manifest read_manifest(const std::string& folder);
/// Throws ConfigurationError if it cannot be written.
void write_manifest(const Manifest& manifest, const std::string& folder);

/// Why an item has to be drawn again, in words: "not made before", "2 of 5 rows changed", "its
/// description changed", "fig4_1.pdf is gone"; empty if it is up to date.
[[nodiscard]] std::string why_stale(const ManifestItem& now, const ManifestItem* drawn,
                                    const std::string& folder);

}  // namespace impactbench
