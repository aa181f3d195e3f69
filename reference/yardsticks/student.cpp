#include "reference/yardsticks/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace impactbench {

double student_quantile(double freedom, double probability) {
  return boost::math::quantile(boost::math::students_t(freedom), probability);
}

}  // namespace impactbench
