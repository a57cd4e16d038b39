// gpumodel-sweep-mpi: `gpumodel sweep` in all processes that mpirun started. The first one reads
// and writes what gpumodel alone does; the others send it their points, each when it is its turn,
// so that no process holds more than a few groups of them.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "program.hpp"
#include "src/app/sweep/ranks.hpp"

namespace gpumodel {
namespace {

int of_world(int (*ask)(MPI_Comm, int*)) {
  int value = 0;
  ask(MPI_COMM_WORLD, &value);
  return value;
}

void send_to_first(std::string_view bytes) {
  // Until it is received: else a fast process would fill the first one's memory.
  MPI_Ssend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

std::string receive_from(std::uint64_t rank) {
  MPI_Status status;
  MPI_Probe(static_cast<int>(rank), 0, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, static_cast<int>(rank), 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return bytes;
}

// What is wrong is wrong in all processes, or in some: the first of them says it. With the exit
// code of this one, 0 where it can begin; does not come back where one cannot.
class Start {
 public:
  Start(int rank, int size, const std::ostringstream& err) : rank_(rank), size_(size), err_(err) {}

  void together(int code) {
    begun_ = true;
    const int own = code == 0 ? size_ : rank_;
    int failed = size_;
    MPI_Allreduce(&own, &failed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (failed == size_) return;
    if (failed == rank_ && rank_ > 0) std::cerr << err_.str();
    MPI_Bcast(&code, 1, MPI_INT, failed, MPI_COMM_WORLD);
    std::cout.flush();
    std::cerr.flush();
    MPI_Finalize();
    std::_Exit(code);
  }
  bool begun() const { return begun_; }

 private:
  int rank_, size_;
  const std::ostringstream& err_;
  bool begun_ = false;
};

int sweep_together(const std::vector<std::string>& arguments) {
  const int rank = of_world(MPI_Comm_rank), size = of_world(MPI_Comm_size);
  std::ostringstream out, err;  // of all but the first process
  Start start(rank, size, err);
  bool ended = false;
  SweepRanks& ranks = sweep_ranks();
  ranks.rank = static_cast<std::uint64_t>(rank);
  ranks.size = static_cast<std::uint64_t>(size);
  ranks.send = send_to_first;
  ranks.receive = receive_from;
  ranks.begin = [&](std::uint64_t from) {
    start.together(0);
    MPI_Bcast(&from, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return from;
  };
  ranks.end = [&] {
    MPI_Barrier(MPI_COMM_WORLD);
    ended = true;
  };
  Console console{rank == 0 ? std::cout : out, rank == 0 ? std::cerr : err};
  const int code = run_program(arguments, console);
  // Help and the like: no process has begun.
  if (!start.begun() && code != 0) start.together(code);
  if (start.begun() && !ended) {
    std::cout.flush();
    std::cerr << err.str() << std::flush;
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  return code;
}

}  // namespace
}  // namespace gpumodel

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  setenv("NO_COLOR", "1", 0);  // what mpirun gives the first process looks like a terminal
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const int code = gpumodel::sweep_together(arguments);
  MPI_Finalize();
  return code;
}
