#include "src/record/streams.hpp"

#include <map>
#include <set>

#include "src/record/channel.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

constexpr std::uint64_t first_number = 16;  // behind cudaStreamPerThread

struct Numbers {
  std::uint64_t next = first_number;
  std::set<std::uint64_t> streams, graphs;
  std::map<std::uint64_t, bool> events;  // whether it was recorded
  std::uint64_t capturing = 0;           // the graph, while a stream is captured
  std::uint64_t captured = 0;            // that stream
};
Numbers& numbers() {
  static Numbers* all = new Numbers;
  return *all;
}

template <class Handle>
std::uint64_t plain(Handle handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}
template <class Handle>
Handle handle(std::uint64_t number) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(number));
}

cudaError_t make_stream(cudaStream_t* stream, unsigned flags) {
  const Call call;
  if (stream == nullptr || flags > 1) return failed(cudaErrorInvalidValue);
  const std::uint64_t made = numbers().next++;
  numbers().streams.insert(made);
  *stream = handle<cudaStream_t>(made);
  Record("stream")
      .number("number", made)
      .number("alone", flags & cudaStreamNonBlocking)
      .number("device", static_cast<unsigned>(current_device()))
      .send();
  return done();
}

cudaError_t wait_for(const char* what, std::uint64_t number, const char* file, unsigned line) {
  Record("synchronise")
      .text("what", what)
      .number("number", number)
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  return done();
}

}  // namespace

std::uint64_t number_of(cudaStream_t stream) {
  const std::uint64_t number = plain(stream);
  return number == 1 || number == 2 ? 0 : number;
}

bool is_stream(cudaStream_t stream) {
  return number_of(stream) == 0 || numbers().streams.contains(plain(stream));
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t cudaDeviceSynchronize(const char* file, unsigned line) {
  const Call call;
  return wait_for("device", 0, file, line);
}
cudaError_t cudaThreadSynchronize(const char* file, unsigned line) {
  return cudaDeviceSynchronize(file, line);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return make_stream(stream, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return make_stream(stream, flags);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return make_stream(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const Call call;
  return numbers().streams.erase(plain(stream)) == 1 ? done()
                                                     : failed(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream, const char* file, unsigned line) {
  const Call call;
  if (!is_stream(stream)) return failed(cudaErrorInvalidResourceHandle);
  return wait_for("stream", number_of(stream), file, line);
}
// A loop that asks until the work is done must end: the model waits for it at the first question.
cudaError_t cudaStreamQuery(cudaStream_t stream, const char* file, unsigned line) {
  return cudaStreamSynchronize(stream, file, line);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned, const char* file,
                                unsigned line) {
  const Call call;
  const auto found = numbers().events.find(plain(event));
  if (!is_stream(stream) || found == numbers().events.end())
    return failed(cudaErrorInvalidResourceHandle);
  if (found->second)
    Record("wait")
        .number("stream", number_of(stream))
        .number("event", plain(event))
        .place(file, line)
        .send();
  return done();
}
// What the host does in a stream's turn runs at once, when the stream has come to it.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t act, void* data, const char* file,
                               unsigned line) {
  const cudaError_t waited = cudaStreamSynchronize(stream, file, line);
  if (waited == cudaSuccess) act(data);
  return waited;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t act, void* data,
                                  unsigned, const char* file, unsigned line) {
  const cudaError_t waited = cudaStreamSynchronize(stream, file, line);
  if (waited == cudaSuccess) act(stream, cudaSuccess, data);
  return waited;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  const Call call;
  if (event == nullptr) return failed(cudaErrorInvalidValue);
  const std::uint64_t made = numbers().next++;
  numbers().events[made] = false;
  *event = handle<cudaEvent_t>(made);
  return done();
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream, const char* file,
                            unsigned line) {
  const Call call;
  const auto found = numbers().events.find(plain(event));
  if (!is_stream(stream) || found == numbers().events.end())
    return failed(cudaErrorInvalidResourceHandle);
  found->second = true;
  Record("event")
      .number("number", plain(event))
      .number("stream", number_of(stream))
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  return done();
}
cudaError_t cudaEventSynchronize(cudaEvent_t event, const char* file, unsigned line) {
  const Call call;
  const auto found = numbers().events.find(plain(event));
  if (found == numbers().events.end()) return failed(cudaErrorInvalidResourceHandle);
  return found->second ? wait_for("event", plain(event), file, line) : done();
}
cudaError_t cudaEventQuery(cudaEvent_t event, const char* file, unsigned line) {
  return cudaEventSynchronize(event, file, line);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to,
                                 const char* file, unsigned line) {
  const Call call;
  const auto first = numbers().events.find(plain(from)), last = numbers().events.find(plain(to));
  if (first == numbers().events.end() || last == numbers().events.end() || !first->second ||
      !last->second)
    return failed(cudaErrorInvalidResourceHandle);
  const double seconds =
      Record("elapsed").number("from", plain(from)).number("to", plain(to)).place(file, line).ask();
  *milliseconds = static_cast<float>(seconds * 1e3);
  return done();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const Call call;
  return numbers().events.erase(plain(event)) == 1 ? done()
                                                   : failed(cudaErrorInvalidResourceHandle);
}

// A captured stream: what is issued between begin and end belongs to the graph, and is not done.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  const Call call;
  if (!is_stream(stream) || numbers().capturing != 0)
    return failed(cudaErrorStreamCaptureUnsupported);
  numbers().capturing = numbers().next++;
  numbers().captured = number_of(stream);
  Record("capture").number("graph", numbers().capturing).send();
  return done();
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const Call call;
  if (numbers().capturing == 0 || numbers().captured != number_of(stream))
    return failed(cudaErrorStreamCaptureInvalidated);
  Record("captured").number("graph", numbers().capturing).send();
  numbers().graphs.insert(numbers().capturing);
  *graph = handle<cudaGraph_t>(numbers().capturing);
  numbers().capturing = 0;
  return done();
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  const Call call;
  const bool is = numbers().capturing != 0 && numbers().captured == number_of(stream);
  *status = is ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return done();
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long) {
  const Call call;
  if (!numbers().graphs.contains(plain(graph))) return failed(cudaErrorInvalidValue);
  *made = handle<cudaGraphExec_t>(plain(graph));
  return done();
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, cudaGraphNode_t*, char*,
                                 size_t) {
  return cudaGraphInstantiate(made, graph, 0ULL);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) {
  return done();
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream, const char* file,
                            unsigned line) {
  const Call call;
  if (!numbers().graphs.contains(plain(graph))) return failed(cudaErrorInvalidValue);
  if (!is_stream(stream)) return failed(cudaErrorInvalidResourceHandle);
  Record("graph")
      .number("graph", plain(graph))
      .number("stream", number_of(stream))
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  return done();
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) {
  return done();
}
cudaError_t cudaGraphDestroy(cudaGraph_t) {
  return done();
}
