// Copies run, for device memory is host memory; each leaves a record of what the real one moves.
#include <cstring>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"
#include "src/record/graphs.hpp"
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
  std::size_t depth = 1, to_rows = 0, from_rows = 0;  // planes, and rows of each
  std::size_t bytes() const { return width * height * depth; }
  std::size_t reach(std::size_t pitch, std::size_t rows) const {
    return ((depth - 1) * rows + height - 1) * pitch + width;
  }
  std::size_t reach_to() const { return reach(to_pitch, to_rows); }
  std::size_t reach_from() const { return reach(from_pitch, from_rows); }
  template <class Act>  // of each row: where it begins
  void each(const Act& act) const {
    for (std::size_t plane = 0; plane < depth; ++plane)
      for (std::size_t row = 0; row < height; ++row)
        act((plane * to_rows + row) * to_pitch, (plane * from_rows + row) * from_pitch);
  }
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

void move(void* to, const void* from, const Rows& rows) {
  rows.each([&](std::size_t to_at, std::size_t from_at) {
    std::memmove(static_cast<char*>(to) + to_at, static_cast<const char*>(from) + from_at,
                 rows.width);
  });
}

cudaError_t run(const Copy& copy) {
  const Call call;
  const Rows& rows = copy.rows;
  if (rows.bytes() == 0) return done();
  if (rows.height * rows.depth > 1 && (rows.to_pitch < rows.width || rows.from_pitch < rows.width))
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
  if (wrong(wants_to, to) || wrong(wants_from, from) || !fits(to, copy.to, rows.reach_to()) ||
      !fits(from, copy.from, rows.reach_from()))
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
      .number("bytes", rows.bytes())
      .number("reach_to", rows.reach_to())
      .number("reach_from", rows.reach_from())
      .text("memory", in != out ? memory_of_host(host) : "pinned")
      .number("stream", number_of(copy.stream))
      .number("device", static_cast<unsigned>(in && to != nullptr      ? to->device
                                              : out && from != nullptr ? from->device
                                                                       : 0))
      .number("from_device", static_cast<unsigned>(from != nullptr ? from->device : 0))
      .number("waits", copy.waits ? 1 : 0)
      .place(copy.file, copy.line)
      .send();
  Touched touched;
  if (from != nullptr) touched.reads.push_back(from->number);
  if (to != nullptr) touched.writes.push_back(to->number);
  const bool inside = on_device(to) && on_device(from);
  return do_or_capture([to = copy.to, from = copy.from, rows, touched, inside] {
    const auto act = [=] { move(to, from, rows); };
    if (inside) return later(touched, act);
    settle(touched);
    act();
  });
}

// Elements of a size that divides the rows, all with the same bytes.
struct Fill {
  void* to;
  std::size_t pitch;
  unsigned value;
  std::size_t element, width, height;  // width in bytes
  std::size_t depth, rows;             // planes, and rows of each
  cudaStream_t stream;
  const char* file;
  unsigned line;
};

void set(const Fill& fill, const Rows& rows) {
  rows.each([&](std::size_t to, std::size_t) {
    char* row = static_cast<char*>(fill.to) + to;
    if (fill.element == 1) std::memset(row, static_cast<int>(fill.value), fill.width);
    if (fill.element == 1) return;
    for (std::size_t i = 0; i + fill.element <= fill.width; i += fill.element)
      std::memcpy(row + i, &fill.value, fill.element);
  });
}

cudaError_t run(const Fill& fill) {
  const Call call;
  const Rows rows{fill.pitch, fill.pitch, fill.width, fill.height,
                  fill.depth, fill.rows,  fill.rows};
  if (rows.bytes() == 0) return done();
  const Piece* piece = piece_of(fill.to, rows.reach_to());
  if (piece == nullptr) return failed(cudaErrorInvalidValue);
  if (!is_stream(fill.stream)) return failed(cudaErrorInvalidResourceHandle);
  Record("fill")
      .pointer("to", fill.to)
      .number("bytes", rows.bytes())
      .number("reach_to", rows.reach_to())
      .number("stream", number_of(fill.stream))
      .number("device", static_cast<unsigned>(piece->device))
      .place(fill.file, fill.line)
      .send();
  const Touched touched{{}, {piece->number}};
  return do_or_capture(
      [fill, rows, touched] { later(touched, [fill, rows] { set(fill, rows); }); });
}

cudaError_t fill(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                 cudaStream_t stream, const char* file, unsigned line) {
  return run(Fill{to, pitch, static_cast<unsigned>(value), 1, width, height, 1, height, stream,
                  file, line});
}

Copy copy_of(const cudaMemcpy3DParms& all, cudaStream_t stream, bool waits, const char* file,
             unsigned line) {
  const auto memory = [](const CUarray_st* array, const cudaPitchedPtr& of) {
    return array == nullptr
               ? of
               : cudaPitchedPtr{array->data, array->row(), array->width, array->height};
  };
  const cudaPitchedPtr to = memory(all.dstArray, all.dstPtr);
  const cudaPitchedPtr from = memory(all.srcArray, all.srcPtr);
  const CUarray_st* array = all.dstArray != nullptr ? all.dstArray : all.srcArray;
  const std::size_t element = array != nullptr ? array->element : 1;
  const auto at = [](const cudaPitchedPtr& of, const CUarray_st* array, const cudaPos& place) {
    const std::size_t x = place.x * (array != nullptr ? array->element : 1);
    return of.ptr == nullptr
               ? nullptr
               : static_cast<char*>(of.ptr) + (place.z * of.ysize + place.y) * of.pitch + x;
  };
  const cudaExtent& extent = all.extent;
  const Rows rows{to.pitch, from.pitch, extent.width * element, extent.height, extent.depth,
                  to.ysize, from.ysize};
  return {at(to, all.dstArray, all.dstPos),
          at(from, all.srcArray, all.srcPos),
          rows,
          all.kind,
          stream,
          waits,
          file,
          line};
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
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream, const char* file, unsigned line) {
  return fill(to, pitch, value, width, height, stream, file, line);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream,
                              const char* file, unsigned line) {
  return run(Fill{to.ptr, to.pitch, static_cast<unsigned>(value), 1, extent.width, extent.height,
                  extent.depth, to.ysize, stream, file, line});
}
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent, const char* file,
                         unsigned line) {
  return cudaMemset3DAsync(to, value, extent, nullptr, file, line);
}
cudaError_t __gpumodel_fill(const cudaMemsetParams* of, const char* file, unsigned line) {
  const std::size_t bytes = of->elementSize;
  if (bytes != 1 && bytes != 2 && bytes != 4) return failed(cudaErrorInvalidValue);
  const std::size_t width = of->width * bytes;
  return run(Fill{of->dst, of->height > 1 ? of->pitch : width, of->value, bytes, width, of->height,
                  1, of->height, nullptr, file, line});
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* all, const char* file, unsigned line) {
  return run(copy_of(*all, nullptr, true, file, line));
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* all, cudaStream_t stream, const char* file,
                              unsigned line) {
  return run(copy_of(*all, stream, false, file, line));
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
