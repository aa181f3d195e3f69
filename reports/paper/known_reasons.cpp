#include "reports/paper/known_reasons.hpp"

namespace impactbench {

KnownReasons::KnownReasons(DataTable& file, std::span<const PublishedValue> printed) {
  for (DataTable& reason : file.tables("reason", "[[reason]]")) {
    reason.expect("text");
    One one{printed_part(reason, printed), reason.text("text")};
    reason.done();
    all_.push_back(std::move(one));
  }
}

std::string KnownReasons::of(const PublishedValue& printed) const {
  for (const One& one : all_) {
    if (one.of.holds(printed, nullptr)) return one.text;
  }
  return {};
}

}  // namespace impactbench
