#include "problems/support/disc_file.hpp"

#include "problems/support/number_table.hpp"

namespace impactbench {
namespace {

constexpr const char* header = "x,y,angle,vx,vy,spin,radius";

}  // namespace

std::vector<DiscPose> read_disc_file(const std::string& path) {
  const auto known = [](const std::vector<std::string>& names) -> std::string {
    std::string joined;
    for (const std::string& name : names)
      joined += (joined.empty() ? "" : ",") + name;
    if (joined == header) return "";
    return "names the columns " + joined + "; they must be " + header;
  };
  std::vector<DiscPose> out;
  for (const std::vector<double>& row : read_number_table(path, "discs", known).rows)
    out.push_back({{row[0], row[1]}, row[2], {row[3], row[4]}, row[5], row[6]});
  return out;
}

}  // namespace impactbench
