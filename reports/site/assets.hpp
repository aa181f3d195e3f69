#pragma once

namespace impactbench {

/// The style sheet and the script shared by all pages of a site.
extern const char* const site_css;
extern const char* const site_js;

}  // namespace impactbench
