// Runs the steps of a script on the GPUs of this machine, as the host would.
#pragma once

#include <optional>
#include <vector>

#include "validate/cases/cuda_kernel.cuh"
#include "validate/device/nccl.hpp"
#include "validate/programs/program_memory.cuh"

namespace gpumodel {

class ProgramRunner {
 public:
  // Opens the devices. Throws NoDevice, and CaseError where there are too few.
  explicit ProgramRunner(ProgramCase& program);
  ~ProgramRunner();
  ProgramRunner(const ProgramRunner&) = delete;
  ProgramRunner& operator=(const ProgramRunner&) = delete;

  // From the first step until everything has ended, in seconds. Throws DeviceFault.
  double run();
  // Each step ends before the next begins: what a right answer is.
  void run_in_order();
  void restart() { memory_.restart(); }
  std::vector<double> answer() const { return memory_.sampled(); }

 private:
  struct Call {  // of a kernel, on a stream
    CudaFunction cuda = nullptr;
    std::optional<CudaLaunch> launch;
  };
  struct Graph {
    std::size_t end = 0;  // the step after it
    cudaGraphExec_t graph = nullptr;
  };

  static void require_devices(int devices);
  void open_devices();
  void open_nccl();
  void prepare_calls();
  void use(int device);
  cudaStream_t stream(int device, int number);
  void create_streams();
  void destroy_streams();
  void wait_for(const ScriptStep& step);
  void wait_for(const ScriptStep& step, int device);

  void run_steps(bool in_order);
  bool ends_by_itself() const;
  std::size_t run_graph(std::size_t begin);
  std::int64_t edge_of(const ScriptStep::Part& part, int from, int to) const;
  void run_step(std::size_t number);
  void run_copy(const ScriptStep& step);
  void run_exchange(const ScriptStep& step);
  void run_all_reduce(const ScriptStep& step);
  void run_kernel(std::size_t number);
  void run_host(std::size_t number);
  void run_synchronise(const ScriptStep& step);
  void synchronise_all();

  ProgramCase& program_;
  const Script& script_;
  ProgramMemory memory_;
  std::vector<Call> calls_;
  std::vector<std::vector<cudaStream_t>> streams_;  // by device
  std::vector<cudaStream_t> default_streams_;
  std::vector<cudaEvent_t> events_;  // by step; of those waited for
  std::vector<cudaEvent_t> sent_;    // by device, for an exchange
  std::vector<Graph> graphs_;        // by the step that begins them
  std::unique_ptr<Nccl> nccl_;
  int current_ = -1;
};

}  // namespace gpumodel
