#include "reports/paper/claim_test.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

namespace impactbench {
namespace {

[[noreturn]] void refuse(const PublishedClaim& claim, const std::string& why) {
  throw ConfigurationError(
      fmt::format("{}: test '{}' of claim {}: {}", claim.place, claim.test, claim.id, why));
}

double bound(const PublishedClaim& claim, const std::string& word) {
  double x = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (error != std::errc() || end != word.data() + word.size() || std::isnan(x)) {
    refuse(claim, fmt::format("'{}' is no number", word));
  }
  return x;
}

/// Returns whether the words of the test match the pattern: `=` stands for any word, others for
/// themselves.
bool shaped(const std::vector<std::string>& words, std::initializer_list<const char*> shape) {
  if (words.size() != shape.size()) return false;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string wanted = shape.begin()[k];
    if (wanted != "=" && wanted != words[k]) return false;
  }
  return true;
}

}  // namespace

ClaimWords claim_words(const std::string& text, char by, const std::string& place) {
  ClaimWords out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, by);) {
    if (word.empty()) continue;
    const std::size_t at = word.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == word.size()) {
      throw ConfigurationError(fmt::format("{}: '{}' is not key=value", place, word));
    }
    if (!out.emplace(word.substr(0, at), word.substr(at + 1)).second) {
      throw ConfigurationError(fmt::format("{}: '{}' occurs twice", place, word.substr(0, at)));
    }
  }
  return out;
}

ClaimTest claim_test(const PublishedClaim& claim) {
  std::istringstream in(claim.test);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  using Kind = ClaimTest::Kind;
  ClaimTest out;
  if (claim.test.starts_with("none: ") && claim.runs.empty()) return out;
  if (claim.runs.empty()) refuse(claim, "without runs it must be 'none: why'");
  if (words.size() > 2 && words[0] == "runs" && words[1] == "and") {
    out.promises_the_end = true;
    words.erase(words.begin(), words.begin() + 2);
  }
  if (shaped(words, {"grows", "=", "over", "="}) || shaped(words, {"falls", "=", "over", "="})) {
    out.kind = words[0] == "grows" ? Kind::grows : Kind::falls;
    out.quantity = words[1];
    out.key = words[3];
  } else if (shaped(words, {"order", "=", "over", "=", "in", "=", "="})) {
    out.kind = Kind::order;
    out.quantity = words[1];
    out.key = words[3];
    out.low = bound(claim, words[5]);
    out.high = bound(claim, words[6]);
  } else if (shaped(words, {"less", "=", "for", "=", "than", "="})) {
    out.kind = Kind::less;
    out.quantity = words[1];
    out.left = claim_words(words[3], ',', claim.place);
    out.right = claim_words(words[5], ',', claim.place);
  } else if (shaped(words, {"within", "=", "=", "="})) {
    out.kind = Kind::within;
    out.quantity = words[1];
    out.low = bound(claim, words[2]);
    out.high = bound(claim, words[3]);
  } else if (shaped(words, {"ends", "="})) {
    out.kind = Kind::ends;
    try {
      out.status = row_status(words[1]);
    } catch (const ConfigurationError& e) {
      refuse(claim, e.what());
    }
  } else {
    refuse(claim,
           "known are: grows Q over K, falls Q over K, order Q over K in A B, less Q for K=V "
           "than K=V, within Q A B, ends STATUS, runs and one of these, none: WHY");
  }
  return out;
}

std::optional<double> claim_quantity(const Row& row, const std::string& name) {
  const std::size_t at = name.find('/');
  if (at != std::string::npos) {
    const auto above = claim_quantity(row, name.substr(0, at));
    const auto below = claim_quantity(row, name.substr(at + 1));
    if (!above || !below || *below == 0.0) return std::nullopt;
    return *above / *below;
  }
  double x = 0.0;
  if (name == "cpu_seconds") {
    if (!row.timing || row.timing->repeats < 1) return std::nullopt;
    x = row.timing->cpu_min;
  } else {
    const auto found = row.quantities.find(name);
    if (found == row.quantities.end()) return std::nullopt;
    x = found->second;
  }
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

}  // namespace impactbench
