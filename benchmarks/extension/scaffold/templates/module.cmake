cmake_minimum_required(VERSION 3.25)
project(@NAME@ CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(impactbench 0.1 REQUIRED)
impactbench_plugin(@NAME@ @KINDS@ @NAME@)

# The property tests of impactbench on it.
enable_testing()
add_test(NAME @NAME@.properties
  COMMAND impactbench::impactbench properties --plugin $<TARGET_FILE:@NAME@> @NAME@)
