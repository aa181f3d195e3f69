#include "benchmarks/peers/race/command.hpp"

int main(int argc, char** argv) {
  return impactbench::peers_main(argc, argv);
}
