// gpumodel, and the way to gpumodel-sweep-mpi where mpirun starts it.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "program.hpp"
#include "src/cli/measure/find_program.hpp"

namespace gpumodel {
namespace {

// Open MPI tells its programs how many they are. Parts that were asked for are made alone.
bool shares_a_sweep(const std::vector<std::string>& arguments) {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::string_view(size) == "1") return false;
  if (arguments.empty() || arguments.front() != "sweep") return false;
  return std::ranges::none_of(arguments,
                              [](const std::string& each) { return each.starts_with("--shard"); });
}

int become_one_of_many(const std::vector<std::string>& arguments, char** argv) {
  const auto program = find_runner("gpumodel-sweep-mpi");
  if (program) execv(program->c_str(), argv);
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank == nullptr || std::string_view(rank) == "0") {
    std::cerr << "error: mpirun started gpumodel " << arguments.front()
              << ", and there is no gpumodel-sweep-mpi\n"
                 "   = built with -DGPUMODEL_MPI=ON, it lies beside gpumodel\n"
                 "   = without it: --shard I/N in each process, then gpumodel merge\n";
  }
  return exit_code::usage;
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (gpumodel::shares_a_sweep(arguments)) return gpumodel::become_one_of_many(arguments, argv);
  gpumodel::Console console{std::cout, std::cerr};
  return gpumodel::run_program(arguments, console);
}
