#include "problems/contact/neighbour_list.hpp"

namespace impactbench {}
