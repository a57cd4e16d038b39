#include "src/record/streams.hpp"

#include <algorithm>
#include <map>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"
#include "src/record/graphs.hpp"
#include "src/record/handles.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

constexpr std::uint64_t first_number = 16;  // behind cudaStreamPerThread

constexpr int greatest_priority = -5;  // as cudaDeviceGetStreamPriorityRange says

struct Stream {
  unsigned flags = 0;
  int priority = 0, device = 0;
  std::map<cudaStreamAttrID, cudaStreamAttrValue> attributes{};
};
struct Numbers {
  std::uint64_t next = first_number;
  std::map<std::uint64_t, Stream> streams{{0, {}}};
  std::map<std::uint64_t, bool> events;  // whether it was recorded
};
Numbers& numbers() {
  static Numbers* all = new Numbers;
  return *all;
}

cudaError_t make_stream(cudaStream_t* stream, unsigned flags, int priority = 0) {
  const Call call;
  if (stream == nullptr || flags > 1) return failed(cudaErrorInvalidValue);
  const std::uint64_t made = next_number();
  numbers().streams[made] = {
      flags, std::clamp(priority, greatest_priority, 0), current_device(), {}};
  *stream = handle_of<cudaStream_t>(made);
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
  settle_shared();
  return done();
}

// Null, and an error, where there is none.
Stream* stream_of(cudaStream_t stream) {
  const auto found = numbers().streams.find(number_of(stream));
  return found == numbers().streams.end() ? nullptr : &found->second;
}
template <class T, class Value>
cudaError_t tell(cudaStream_t stream, T* value, const Value& of) {
  const Call call;
  const Stream* is = stream_of(stream);
  if (is == nullptr) return failed(cudaErrorInvalidResourceHandle);
  if (value == nullptr) return failed(cudaErrorInvalidValue);
  *value = of(*is);
  return done();
}

}  // namespace

std::uint64_t next_number() {
  return numbers().next++;
}

std::uint64_t number_of(cudaStream_t stream) {
  const std::uint64_t number = number_of_handle(stream);
  return number == 1 || number == 2 ? 0 : number;
}

bool is_stream(cudaStream_t stream) {
  return numbers().streams.contains(number_of(stream));
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
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return make_stream(stream, flags, priority);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return tell(stream, priority, [](const Stream& of) { return of.priority; });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return tell(stream, flags, [](const Stream& of) { return of.flags; });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return tell(stream, id, [=](const Stream&) { return number_of(stream); });
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  const bool of_current = number_of(stream) == 0;
  return tell(stream, device,
              [=](const Stream& of) { return of_current ? current_device() : of.device; });
}
// What is wished is kept, and not followed.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID which,
                                   const cudaStreamAttrValue* value) {
  const Call call;
  Stream* of = stream_of(stream);
  if (of == nullptr) return failed(cudaErrorInvalidResourceHandle);
  if (value == nullptr) return failed(cudaErrorInvalidValue);
  of->attributes[which] = *value;
  if (which == cudaStreamAttributePriority)
    of->priority = std::clamp(value->priority, greatest_priority, 0);
  return done();
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID which,
                                   cudaStreamAttrValue* value) {
  return tell(stream, value, [=](const Stream& of) {
    const auto found = of.attributes.find(which);
    cudaStreamAttrValue made = found == of.attributes.end() ? cudaStreamAttrValue{} : found->second;
    if (which == cudaStreamAttributePriority) made.priority = of.priority;
    return made;
  });
}
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  const Call call;
  Stream* into = stream_of(to);
  const Stream* of = stream_of(from);
  if (into == nullptr || of == nullptr) return failed(cudaErrorInvalidResourceHandle);
  into->attributes = of->attributes;
  return done();
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const Call call;
  return number_of(stream) != 0 && numbers().streams.erase(number_of(stream)) == 1
             ? done()
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
  const auto found = numbers().events.find(number_of_handle(event));
  if (!is_stream(stream) || found == numbers().events.end())
    return failed(cudaErrorInvalidResourceHandle);
  if (found->second)
    Record("wait")
        .number("stream", number_of(stream))
        .number("event", number_of_handle(event))
        .place(file, line)
        .send();
  return done();
}
// What the host does in a stream's turn runs at once, when the stream has come to it.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t act, void* data, const char* file,
                               unsigned line) {
  if (captures()) {
    const Call call;
    return do_or_capture([=] { act(data); });
  }
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
  const std::uint64_t made = next_number();
  numbers().events[made] = false;
  *event = handle_of<cudaEvent_t>(made);
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
  const auto found = numbers().events.find(number_of_handle(event));
  if (!is_stream(stream) || found == numbers().events.end())
    return failed(cudaErrorInvalidResourceHandle);
  found->second = true;
  Record("event")
      .number("number", number_of_handle(event))
      .number("stream", number_of(stream))
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  return done();
}
cudaError_t cudaEventSynchronize(cudaEvent_t event, const char* file, unsigned line) {
  const Call call;
  const auto found = numbers().events.find(number_of_handle(event));
  if (found == numbers().events.end()) return failed(cudaErrorInvalidResourceHandle);
  return found->second ? wait_for("event", number_of_handle(event), file, line) : done();
}
cudaError_t cudaEventQuery(cudaEvent_t event, const char* file, unsigned line) {
  return cudaEventSynchronize(event, file, line);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to,
                                 const char* file, unsigned line) {
  const Call call;
  const auto first = numbers().events.find(number_of_handle(from)),
             last = numbers().events.find(number_of_handle(to));
  if (first == numbers().events.end() || last == numbers().events.end() || !first->second ||
      !last->second)
    return failed(cudaErrorInvalidResourceHandle);
  const double seconds = Record("elapsed")
                             .number("from", number_of_handle(from))
                             .number("to", number_of_handle(to))
                             .place(file, line)
                             .ask();
  *milliseconds = static_cast<float>(seconds * 1e3);
  return done();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const Call call;
  return numbers().events.erase(number_of_handle(event)) == 1
             ? done()
             : failed(cudaErrorInvalidResourceHandle);
}
