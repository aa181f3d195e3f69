#include "reports/program/program.hpp"

int main(int argc, char** argv) {
  return impactbench::report_main(argc, argv);
}
