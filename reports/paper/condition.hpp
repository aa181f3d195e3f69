#pragma once

#include "problems/base/fields.hpp"
#include "reports/paper/data_table.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// Parts of texts by the names that a condition gives them.
using NamedParts = std::map<std::string, std::string>;

/// A condition on a text in a data file of a source:
///   "text"        the text equals this; <name> in it matches any part, as short as possible, and
///                 that part gets the name
///   "> 0"         the text is a number beyond this one; also <, >=, <=
///   4.5           the text is this number
///   true, false   the text is not empty, or it is
/// or a list of these, one of which must hold.
[[nodiscard]] bool any_holds(const std::vector<Value>& conditions, const std::string& text,
                             NamedParts& parts);

/// Conditions on named texts, all of which must hold.
using Conditions = std::map<std::string, std::vector<Value>>;
/// Reads conditions: every key of the table is the name of a text.
[[nodiscard]] Conditions conditions_of(DataTable table);

}  // namespace impactbench
