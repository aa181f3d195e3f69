#pragma once

namespace impactbench {

/// The style sheet and the script that all pages of a site share.
extern const char* const site_css;
extern const char* const site_js;

}  // namespace impactbench
