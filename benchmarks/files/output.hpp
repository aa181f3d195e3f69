#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace impactbench {

/// The only function that writes files: next to their place, under a name of their own, and then
/// renamed to it. A reader finds the old file or the new one, complete; nothing partial remains
/// after an error. A link is followed, devices and pipes are written directly. Throws
/// ConfigurationError with a sentence if the file is an input of this process (input_at), or cannot
/// be written; the old content is then unchanged.
void write_file(const std::string& path, const std::function<void(std::ostream&)>& writer);
void write_text_file(const std::string& path, const std::string& text);

/// The same, or to stdout for "-". Throws if stdout does not take all of it.
void write_to(const std::string& path, const std::function<void(std::ostream&)>& writer);

/// Throws the errors of write_to() in advance, before hours of work. Empty: no output.
void expect_output(const std::string& path);

}  // namespace impactbench
