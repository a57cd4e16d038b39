// Copies run, for device memory is host memory; each leaves a record of what the real one moves.
#include <cstring>

#include "src/record/channel.hpp"
#include "src/record/memory.hpp"
#include "src/record/streams.hpp"

namespace gpumodel::record {
namespace {

bool on_device(const Piece* piece) {
  return piece != nullptr && (piece->kind == Kind::device || piece->kind == Kind::symbol);
}

const char* memory_of_host(const Piece* piece) {
  if (piece == nullptr) return "pageable";
  return piece->kind == Kind::managed ? "managed" : "pinned";
}

struct Rows {
  std::size_t to_pitch, from_pitch, width, height;
  std::size_t reach(std::size_t pitch) const { return (height - 1) * pitch + width; }
};

struct Copy {
  void* to;
  const void* from;
  Rows rows;
  cudaMemcpyKind kind;
  cudaStream_t stream;
  bool waits;  // the host, for its end
  const char* file;
  unsigned line;
};

bool fits(const Piece* piece, const void* p, std::size_t bytes) {
  return piece == nullptr || piece_of(p, bytes) == piece;
}

cudaError_t run(const Copy& copy) {
  const Call call;
  const Rows& rows = copy.rows;
  if (rows.width == 0 || rows.height == 0) return done();
  if (rows.height > 1 && (rows.to_pitch < rows.width || rows.from_pitch < rows.width))
    return failed(cudaErrorInvalidPitchValue);
  if (copy.to == nullptr || copy.from == nullptr) return failed(cudaErrorInvalidValue);
  if (!is_stream(copy.stream)) return failed(cudaErrorInvalidResourceHandle);
  const Piece* to = piece_of(copy.to);
  const Piece* from = piece_of(copy.from);
  const bool wants_to =
      copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice;
  const bool wants_from =
      copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice;
  const bool any = copy.kind == cudaMemcpyDefault;
  const auto wrong = [&](bool wants, const Piece* piece) {
    if (any) return false;
    return wants ? piece == nullptr : on_device(piece);
  };
  if (wrong(wants_to, to) || wrong(wants_from, from) ||
      !fits(to, copy.to, rows.reach(rows.to_pitch)) ||
      !fits(from, copy.from, rows.reach(rows.from_pitch)))
    return failed(cudaErrorInvalidValue);
  const bool in = any ? on_device(to) : wants_to, out = any ? on_device(from) : wants_from;
  const Piece* host = in ? from : to;
  Record record("copy");
  record.text("way", in && out ? "on_device"
                     : in      ? "to_device"
                     : out     ? "to_host"
                               : "on_host")
      .pointer("to", copy.to)
      .pointer("from", copy.from)
      .number("bytes", rows.width * rows.height)
      .number("reach_to", rows.reach(rows.to_pitch))
      .number("reach_from", rows.reach(rows.from_pitch))
      .text("memory", in != out ? memory_of_host(host) : "pinned")
      .number("stream", number_of(copy.stream))
      .number("device", static_cast<unsigned>(in && to != nullptr      ? to->device
                                              : out && from != nullptr ? from->device
                                                                       : 0))
      .number("from_device", static_cast<unsigned>(from != nullptr ? from->device : 0))
      .number("waits", copy.waits ? 1 : 0)
      .place(copy.file, copy.line)
      .send();
  for (std::size_t row = 0; row < rows.height; ++row)
    std::memmove(static_cast<char*>(copy.to) + row * rows.to_pitch,
                 static_cast<const char*>(copy.from) + row * rows.from_pitch, rows.width);
  return done();
}

cudaError_t fill(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                 cudaStream_t stream, const char* file, unsigned line) {
  const Call call;
  if (width == 0 || height == 0) return done();
  const Rows rows{pitch, pitch, width, height};
  const Piece* piece = piece_of(to, rows.reach(pitch));
  if (piece == nullptr) return failed(cudaErrorInvalidValue);
  if (!is_stream(stream)) return failed(cudaErrorInvalidResourceHandle);
  Record("fill")
      .pointer("to", to)
      .number("bytes", width * height)
      .number("reach_to", rows.reach(pitch))
      .number("stream", number_of(stream))
      .number("device", static_cast<unsigned>(piece->device))
      .place(file, line)
      .send();
  for (std::size_t row = 0; row < height; ++row)
    std::memset(static_cast<char*>(to) + row * pitch, value, width);
  return done();
}

}  // namespace
}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t cudaMemcpy(void* to, const void* from, size_t n, cudaMemcpyKind kind, const char* file,
                       unsigned line) {
  return run({to, from, {n, n, n, 1}, kind, nullptr, true, file, line});
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n, cudaMemcpyKind kind,
                            cudaStream_t stream, const char* file, unsigned line) {
  return run({to, from, {n, n, n, 1}, kind, stream, false, file, line});
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind, const char* file,
                         unsigned line) {
  return run({to, from, {to_pitch, from_pitch, width, height}, kind, nullptr, true, file, line});
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                              const char* file, unsigned line) {
  return run({to, from, {to_pitch, from_pitch, width, height}, kind, stream, false, file, line});
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t n, const char* file,
                           unsigned line) {
  return run({to, from, {n, n, n, 1}, cudaMemcpyDeviceToDevice, nullptr, true, file, line});
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t n, cudaStream_t stream,
                                const char* file, unsigned line) {
  return run({to, from, {n, n, n, 1}, cudaMemcpyDeviceToDevice, stream, false, file, line});
}
cudaError_t cudaMemset(void* to, int value, size_t n, const char* file, unsigned line) {
  return fill(to, n, value, n, 1, nullptr, file, line);
}
cudaError_t cudaMemsetAsync(void* to, int value, size_t n, cudaStream_t stream, const char* file,
                            unsigned line) {
  return fill(to, n, value, n, 1, stream, file, line);
}
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height,
                         const char* file, unsigned line) {
  return fill(to, pitch, value, width, height, nullptr, file, line);
}
cudaError_t __gpumodel_to_symbol(const void* symbol, const void* from, size_t n, size_t at,
                                 cudaMemcpyKind kind, cudaStream_t stream, bool waits,
                                 const char* file, unsigned line) {
  if (piece_of(symbol) == nullptr) return failed(cudaErrorInvalidSymbol);
  char* to = static_cast<char*>(const_cast<void*>(symbol)) + at;
  return run({to, from, {n, n, n, 1}, kind, stream, waits, file, line});
}
cudaError_t __gpumodel_from_symbol(void* to, const void* symbol, size_t n, size_t at,
                                   cudaMemcpyKind kind, cudaStream_t stream, bool waits,
                                   const char* file, unsigned line) {
  if (piece_of(symbol) == nullptr) return failed(cudaErrorInvalidSymbol);
  const char* from = static_cast<const char*>(symbol) + at;
  return run({to, from, {n, n, n, 1}, kind, stream, waits, file, line});
}
cudaError_t __gpumodel_symbol(void** p, size_t* n, const void* symbol) {
  const Piece* piece = piece_of(symbol);
  if (piece == nullptr) return failed(cudaErrorInvalidSymbol);
  if (p != nullptr) *p = const_cast<void*>(symbol);
  if (n != nullptr) *n = piece->bytes;
  return done();
}
