#include <omp.h>

#include <algorithm>
#include <chrono>

#include "validate/cases/host_kernel.hpp"
#include "validate/programs/program_runner.cuh"
#include "validate/runner/backend.hpp"

namespace gpumodel {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = ScriptStep::Kind;

std::size_t index(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

cudaEvent_t new_event() {
  cudaEvent_t event = nullptr;
  must(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
  return event;
}

}  // namespace

ProgramRunner::ProgramRunner(ProgramCase& program)
    : program_(program),
      script_((require_devices(program.script.devices), program.script)),
      memory_(program) {
  open_devices();
  events_.assign(script_.steps.size(), nullptr);
  for (const ScriptStep& step : script_.steps) {
    for (const std::size_t before : step.after) {
      if (events_[before] != nullptr) continue;
      use(script_.steps[before].device);
      events_[before] = new_event();
    }
    if (step.kind == Kind::all_reduce && !nccl_) open_nccl();
  }
  prepare_calls();
  if (!script_.creates_streams) create_streams();
}

// The process ends with it: what the driver holds goes with the process.
ProgramRunner::~ProgramRunner() = default;

void ProgramRunner::require_devices(int devices) {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    throw NoDevice(result == cudaSuccess ? "no CUDA device" : cudaGetErrorString(result));
  }
  if (count < devices) {
    throw CaseError("the program needs " + std::to_string(devices) + " devices, there " +
                    (count == 1 ? "is 1" : "are " + std::to_string(count)));
  }
}

void ProgramRunner::open_devices() {
  if (script_.host_thread_per_device) {
    throw CaseError("a host thread for each device is modelled only");
  }
  const auto devices = index(script_.devices);
  streams_.assign(devices, std::vector<cudaStream_t>(index(script_.streams), nullptr));
  default_streams_.assign(devices, nullptr);
  for (int device = 0; device < script_.devices; ++device) {
    use(device);
    if (script_.per_thread_default_stream) default_streams_[index(device)] = cudaStreamPerThread;
    sent_.push_back(new_event());
    for (int peer = 0; peer < script_.devices; ++peer) {
      if (peer == device) continue;
      const cudaError_t result = cudaDeviceEnablePeerAccess(peer, 0);
      if (result != cudaErrorPeerAccessAlreadyEnabled) must(result, "reaching another device");
    }
  }
}

void ProgramRunner::open_nccl() {
  std::string why_not;
  nccl_ = Nccl::open(script_.devices, why_not);
  if (!nccl_) throw CaseError("an all-reduce is run by NCCL: " + why_not);
}

void ProgramRunner::prepare_calls() {
  calls_.resize(program_.calls.size());
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const ProgramCall& call = program_.calls[i];
    const KernelCase& c = *call.kernel_case;
    if (call.on_host) {
      if (find_host_kernel(c.kernel) == nullptr) {
        throw CaseError("'" + c.kernel + "' has no version for the host");
      }
      continue;
    }
    calls_[i].cuda = find_cuda_kernel(c.kernel);
    if (calls_[i].cuda == nullptr) throw CaseError("'" + c.kernel + "' has no CUDA version");
  }
}

void ProgramRunner::use(int device) {
  if (current_ == device) return;
  must(cudaSetDevice(device), "choosing a device");
  current_ = device;
}

cudaStream_t ProgramRunner::stream(int device, int number) {
  if (number == ScriptStep::default_stream) return default_streams_[index(device)];
  cudaStream_t& made = streams_[index(device)][index(number)];
  if (made == nullptr) {
    use(device);
    must(cudaStreamCreate(&made), "creating a stream");
  }
  return made;
}

void ProgramRunner::create_streams() {
  for (int device = 0; device < script_.devices; ++device) {
    for (int number = 0; number < script_.streams; ++number) stream(device, number);
  }
}

void ProgramRunner::destroy_streams() {
  for (auto& of_device : streams_) {
    for (cudaStream_t& each : of_device) {
      if (each != nullptr) cudaStreamDestroy(each);
      each = nullptr;
    }
  }
}

double ProgramRunner::run() {
  current_ = -1;  // others may have chosen a device
  synchronise_all();
  const Clock::time_point start = Clock::now();
  run_steps(false);
  if (!ends_by_itself()) synchronise_all();
  const double seconds = since(start);
  synchronise_all();
  if (script_.creates_streams) destroy_streams();
  return seconds;
}

// Whether the host has waited for everything when the last step returns.
bool ProgramRunner::ends_by_itself() const {
  const ScriptStep& last = script_.steps.back();
  return (last.kind == Kind::synchronise && last.everything) || last.kind == Kind::host_kernel ||
         last.kind == Kind::host_time ||
         (last.blocking && script_.streams == 0 && script_.devices == 1);
}

void ProgramRunner::run_in_order() {
  create_streams();
  run_steps(true);
}

void ProgramRunner::run_steps(bool in_order) {
  if (script_.steps.empty()) throw CaseError("the program does nothing");
  graphs_.resize(script_.steps.size());
  current_ = -1;
  for (std::size_t i = 0; i < script_.steps.size(); ++i) {
    if (script_.steps[i].kind == Kind::begin_graph && !in_order) {
      i = run_graph(i);
      continue;
    }
    run_step(i);
    if (in_order) {
      synchronise_all();
    } else if (events_[i] != nullptr) {
      const ScriptStep& step = script_.steps[i];
      must(cudaEventRecord(events_[i], stream(step.device, step.stream)), "recording an event");
    }
  }
}

// Launches what was captured when it ran first; gives the step that ends it.
std::size_t ProgramRunner::run_graph(std::size_t begin) {
  Graph& graph = graphs_[begin];
  const ScriptStep& first = script_.steps[begin + 1];
  use(first.device);
  const cudaStream_t on = stream(first.device, first.stream);
  if (graph.graph == nullptr) {
    must(cudaStreamBeginCapture(on, cudaStreamCaptureModeThreadLocal), "capturing");
    for (graph.end = begin + 1; script_.steps[graph.end].kind != Kind::end_graph; ++graph.end) {
      run_step(graph.end);
    }
    cudaGraph_t captured = nullptr;
    must(cudaStreamEndCapture(on, &captured), "capturing");
    must(cudaGraphInstantiate(&graph.graph, captured, 0), "making a graph");
    cudaGraphDestroy(captured);
  }
  must(cudaGraphLaunch(graph.graph, on), "launching a graph");
  return graph.end;
}

void ProgramRunner::run_step(std::size_t number) {
  const ScriptStep& step = script_.steps[number];
  use(step.device);
  switch (step.kind) {
    case Kind::to_device:
    case Kind::to_host:
      return run_copy(step);
    case Kind::exchange:
      return run_exchange(step);
    case Kind::all_reduce:
      return run_all_reduce(step);
    case Kind::kernel:
      return run_kernel(number);
    case Kind::host_kernel:
    case Kind::host_time:
      return run_host(number);
    case Kind::synchronise:
      return run_synchronise(step);
    case Kind::begin_graph:
    case Kind::end_graph:
      return;
  }
}

void ProgramRunner::wait_for(const ScriptStep& step) {
  wait_for(step, step.device);
}

// In the stream of one of the devices that the step is about.
void ProgramRunner::wait_for(const ScriptStep& step, int device) {
  for (const std::size_t before : step.after) {
    must(cudaStreamWaitEvent(stream(device, step.stream), events_[before]), "waiting");
  }
}

void ProgramRunner::run_copy(const ScriptStep& step) {
  wait_for(step);
  const ScriptStep::Part& part = step.parts.front();
  const bool in = step.kind == Kind::to_device;
  char* const there = memory_.device(part, step.device);
  char* const here = memory_.host(part);
  const auto bytes = static_cast<std::size_t>(part.bytes);
  const auto kind = in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (step.blocking && step.stream == ScriptStep::default_stream) {
    must(cudaMemcpy(in ? there : here, in ? here : there, bytes, kind), "a copy");
    return;
  }
  const cudaStream_t on = stream(step.device, step.stream);
  must(cudaMemcpyAsync(in ? there : here, in ? here : there, bytes, kind, on), "a copy");
  if (step.blocking) must(cudaStreamSynchronize(on), "a copy");
}

// Every copy goes in the stream of its sender. Of several, the stream of each receiver waits for
// what its senders sent.
void ProgramRunner::run_exchange(const ScriptStep& step) {
  const ScriptStep::Part& part = step.parts.front();
  const auto bytes = static_cast<std::size_t>(part.bytes);
  if (step.peers.size() == 1) {
    const auto [from, to] = step.peers.front();
    wait_for(step, from);
    must(cudaMemcpyPeerAsync(memory_.device(part, to), to, memory_.device(part, from), from, bytes,
                             stream(from, step.stream)),
         "a copy between devices");
    return;
  }
  std::vector<bool> sends(index(script_.devices), false);
  for (const auto& [from, to] : step.peers) {
    use(from);
    if (!sends[index(from)]) wait_for(step, from);
    sends[index(from)] = true;
    ScriptStep::Part edge = part;
    edge.first_byte = edge_of(part, from, to);
    must(cudaMemcpyPeerAsync(memory_.device(edge, to), to, memory_.device(edge, from), from, bytes,
                             stream(from, step.stream)),
         "an exchange");
  }
  for (int device = 0; device < script_.devices; ++device) {
    if (!sends[index(device)]) continue;
    use(device);
    must(cudaEventRecord(sent_[index(device)], stream(device, step.stream)), "an exchange");
  }
  for (const auto& [from, to] : step.peers) {
    use(to);
    must(cudaStreamWaitEvent(stream(to, step.stream), sent_[index(from)]), "an exchange");
  }
}

// Devices have equal bands of a buffer one after the other: the last bytes of a band go to the next
// device, the first ones to the device before.
std::int64_t ProgramRunner::edge_of(const ScriptStep::Part& part, int from, int to) const {
  const std::int64_t whole = script_.buffers[part.buffer].bytes;
  const std::int64_t band = to > from ? from + 1 : from;
  const std::int64_t edge = whole * band / script_.devices - (to > from ? part.bytes : 0);
  return std::clamp<std::int64_t>(edge, 0, whole - part.bytes);
}

void ProgramRunner::run_all_reduce(const ScriptStep& step) {
  const ScriptStep::Part& part = step.parts.front();
  std::vector<void*> data, streams;
  for (int device = 0; device < script_.devices; ++device) {
    data.push_back(memory_.device(part, device));
    wait_for(step, device);
    streams.push_back(stream(device, step.stream));
  }
  if (!nccl_->all_reduce(data, static_cast<std::size_t>(part.bytes) / sizeof(float), streams)) {
    throw DeviceFault("NCCL's all-reduce failed");
  }
  current_ = -1;  // NCCL chooses devices of its own
}

void ProgramRunner::run_kernel(std::size_t number) {
  const ScriptStep& step = script_.steps[number];
  wait_for(step);
  const std::size_t at = program_.call_of_step[number];
  Call& call = calls_[at];
  const cudaStream_t on = stream(step.device, step.stream);
  if (!call.launch) call.launch.emplace(*program_.calls[at].kernel_case, on);
  call.launch->use_stream(on);
  call.cuda(*call.launch);
  call.launch->constants_are_prepared();
  must(cudaGetLastError(), "a kernel");
  if (step.blocking) must(cudaStreamSynchronize(on), "a kernel");
}

void ProgramRunner::run_host(std::size_t number) {
  const ScriptStep& step = script_.steps[number];
  for (const std::size_t before : step.after) {
    must(cudaEventSynchronize(events_[before]), "waiting");
  }
  if (step.kind == Kind::host_time) {
    const Clock::time_point start = Clock::now();
    while (since(start) < step.seconds) {
    }
    return;
  }
  const ProgramCall& call = program_.calls[program_.call_of_step[number]];
  const int threads = omp_get_max_threads();
  if (call.one_thread) omp_set_num_threads(1);
  find_host_kernel(call.kernel_case->kernel)(*call.kernel_case);
  omp_set_num_threads(threads);
}

void ProgramRunner::run_synchronise(const ScriptStep& step) {
  if (step.everything) return synchronise_all();
  must(cudaStreamSynchronize(stream(step.device, step.stream)), "waiting for a stream");
}

void ProgramRunner::synchronise_all() {
  for (int device = 0; device < script_.devices; ++device) {
    use(device);
    must(cudaDeviceSynchronize(), "waiting for a device");
  }
}

}  // namespace gpumodel
