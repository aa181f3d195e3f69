#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace impactbench {

/// The one way in which files are written: beside their place, under a name of their own, and then
/// renamed to it. Whoever looks finds the old file or the new one, complete; nothing partial stays
/// behind an error. A link is followed, devices and pipes are written as they are. Throws
/// ConfigurationError with a sentence where the file is an input of this process (input_at), or
/// cannot be written; then what was there is as it was.
void write_file(const std::string& path, const std::function<void(std::ostream&)>& writer);
void write_text_file(const std::string& path, const std::string& text);

/// The same, or stdout for "-". Throws where stdout does not take all of it.
void write_to(const std::string& path, const std::function<void(std::ostream&)>& writer);

/// Throws what write_to() would throw now: to be called before hours of work. Empty: no output.
void expect_output(const std::string& path);

}  // namespace impactbench
