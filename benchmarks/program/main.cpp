#include "benchmarks/program/program.hpp"

int main(int argc, char** argv) {
  return impactbench::impactbench_main(argc, argv);
}
