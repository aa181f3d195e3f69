# find_package(impactbench): the program impactbench::impactbench, the headers impactbench::plugin and
# the function impactbench_plugin.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
find_dependency(OpenMP COMPONENTS CXX)
include("${CMAKE_CURRENT_LIST_DIR}/impactbenchTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/impactbench_plugin.cmake")
