#pragma once

#include "problems/model/fields.hpp"
#include "reports/paper/data_table.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// Parts of texts by the names that a condition gives them.
using NamedParts = std::map<std::string, std::string>;

/// A condition on a text that a data file of a source writes:
///   "text"        it is this text; <name> in it stands for any part, as short as it can be, and is
///                 known by that name
///   "> 0"         it is a number beyond this one; also <, >=, <=
///   4.5           it is this number
///   true, false   it is not empty, or it is
/// or a list of these, one of which holds.
[[nodiscard]] bool any_holds(const std::vector<Value>& conditions, const std::string& text,
                             NamedParts& parts);

/// Conditions on texts that have names, all of which hold.
using Conditions = std::map<std::string, std::vector<Value>>;
/// Every key of the table is the name of a text.
[[nodiscard]] Conditions conditions_of(DataTable table);

}  // namespace impactbench
