#include "src/record/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"
#include "src/record/graphs.hpp"
#include "src/record/handles.hpp"

namespace gpumodel::record {
namespace {

std::map<std::uintptr_t, Piece>& pieces() {
  static auto* all = new std::map<std::uintptr_t, Piece>;
  return *all;
}

std::vector<Piece>& left() {  // given back, but needed
  static auto* all = new std::vector<Piece>;
  return *all;
}
// A variable of the device: where the host's code has it, and what it begins with, if its kernels
// are executed. Which of the two is known first depends on how the application was linked.
struct Symbol {
  void* shadow = nullptr;
  std::string_view initial;

  void begin() const {
    if (shadow != nullptr && !initial.empty()) std::memcpy(shadow, initial.data(), initial.size());
  }
};
std::map<std::string, Symbol>& symbols() {
  static auto* all = new std::map<std::string, Symbol>;
  return *all;
}

std::uintptr_t number_of(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

// What a program said of an allocation, by its number, for who asks again.
struct Wishes {
  unsigned flags = 0;
  bool of_graph = false, read_mostly = false;
  int preferred = cudaInvalidDeviceId, prefetched = cudaInvalidDeviceId;
  std::set<int> accessed_by{};
};
std::map<std::uint64_t, Wishes>& wishes() {
  static auto* all = new std::map<std::uint64_t, Wishes>;
  return *all;
}
using PoolAndDevice = std::pair<std::uint64_t, int>;
std::map<PoolAndDevice, cudaMemAccessFlags>& access() {
  static auto* all = new std::map<PoolAndDevice, cudaMemAccessFlags>;
  return *all;
}

cudaError_t release(void* p, const char* file, unsigned line) {
  const Call call;
  if (p == nullptr) return done();
  const auto found = pieces().find(number_of(p));
  if (found == pieces().end() || found->second.kind == Kind::symbol || found->second.registered)
    return failed(cudaErrorInvalidValue);
  if (wishes()[found->second.number].of_graph) return done();
  Record("free").pointer("at", p).place(file, line).send();
  const Piece piece = found->second;
  pieces().erase(found);
  left().push_back(piece);
  // A piece that is still needed stays where it is: nothing else comes to its place.
  std::erase_if(left(), [](const Piece& each) {
    const bool gone = give_up(each.number);
    if (gone) munmap(each.begin, each.bytes);
    return gone;
  });
  return done();
}

}  // namespace

const Piece* piece_of(const void* p, std::size_t bytes) {
  auto after = pieces().upper_bound(number_of(p));
  if (after == pieces().begin()) return nullptr;
  const Piece& piece = (--after)->second;
  const std::size_t at = number_of(p) - number_of(piece.begin);
  return at < piece.bytes && bytes <= piece.bytes - at ? &piece : nullptr;
}

void add_piece(Piece piece) {
  static std::uint64_t numbers = 0;
  piece.number = ++numbers;
  pieces()[number_of(piece.begin)] = piece;
}

void name_symbol(const char* name, void* shadow) {
  Symbol& symbol = symbols()[name];
  symbol.shadow = shadow;
  symbol.begin();
}
void begin_symbol(const char* name, std::string_view initial) {
  Symbol& symbol = symbols()[name];
  symbol.initial = initial;
  symbol.begin();
}
void* symbol_named(const std::string& name) {
  const auto found = symbols().find(name);
  return found == symbols().end() ? nullptr : found->second.shadow;
}

std::vector<const Piece*> all_pieces() {
  std::vector<const Piece*> all;
  for (const auto& [at, piece] : pieces()) all.push_back(&piece);
  return all;
}

std::vector<const Piece*> shared_pieces() {
  std::vector<const Piece*> all;
  for (const auto& [at, piece] : pieces())
    if (piece.kind == Kind::pinned || piece.kind == Kind::managed) all.push_back(&piece);
  return all;
}

std::size_t free_bytes(int device) {
  std::size_t all = Setup::get().number(device, "totalGlobalMem");
  for (const auto& [at, piece] : pieces())
    if (piece.device == device && (piece.kind == Kind::device || piece.kind == Kind::symbol))
      all -= piece.bytes < all ? piece.bytes : all;
  return all;
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t __gpumodel_allocate(void** p, size_t n, int kind, const char* file, unsigned line) {
  const Call call;
  if (p == nullptr) return failed(cudaErrorInvalidValue);
  *p = nullptr;
  if (n == 0) return done();
  if (kind == 0 && n > free_bytes(current_device())) {
    Record("full")
        .number("bytes", n)
        .number("device", static_cast<unsigned>(current_device()))
        .place(file, line)
        .send();
    return failed(cudaErrorMemoryAllocation);
  }
  void* made =
      mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return failed(cudaErrorMemoryAllocation);
  *p = made;
  add_piece({static_cast<char*>(made), n, static_cast<Kind>(kind), current_device(), false});
  static constexpr const char* names[] = {"device", "pinned", "managed"};
  Record("allocate")
      .pointer("at", made)
      .number("bytes", n)
      .text("memory", names[kind])
      .number("device", static_cast<unsigned>(current_device()))
      .place(file, line)
      .send();
  return captures() ? __gpumodel_keep_for_graph(made) : done();
}

cudaError_t cudaFree(void* p, const char* file, unsigned line) {
  return release(p, file, line);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t, const char* file, unsigned line) {
  return release(p, file, line);
}
cudaError_t cudaFreeHost(void* p, const char* file, unsigned line) {
  return release(p, file, line);
}

cudaError_t cudaHostRegister(void* p, size_t n, unsigned) {
  const Call call;
  if (p == nullptr || n == 0) return failed(cudaErrorInvalidValue);
  if (piece_of(p) != nullptr) return failed(cudaErrorHostMemoryAlreadyRegistered);
  add_piece({static_cast<char*>(p), n, Kind::pinned, current_device(), true});
  return done();
}

cudaError_t cudaHostUnregister(void* p) {
  const Call call;
  const auto found = pieces().find(number_of(p));
  if (found == pieces().end() || !found->second.registered)
    return failed(cudaErrorHostMemoryNotRegistered);
  pieces().erase(found);
  return done();
}

cudaError_t __gpumodel_device_pointer(void** device, void* host) {
  const Call call;
  const Piece* piece = piece_of(host);
  if (piece == nullptr || piece->kind == Kind::device) return failed(cudaErrorInvalidValue);
  *device = host;
  return done();
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* of, const void* p) {
  const Call call;
  *of = {cudaMemoryTypeUnregistered, -2, nullptr, nullptr};
  const Piece* piece = piece_of(p);
  void* there = const_cast<void*>(p);
  if (piece == nullptr) {
    of->hostPointer = there;
    return done();
  }
  of->device = piece->device;
  of->type = piece->kind == Kind::pinned    ? cudaMemoryTypeHost
             : piece->kind == Kind::managed ? cudaMemoryTypeManaged
                                            : cudaMemoryTypeDevice;
  of->devicePointer = there;
  if (of->type != cudaMemoryTypeDevice) of->hostPointer = there;
  return done();
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  const Call call;
  if (free != nullptr) *free = free_bytes(current_device());
  if (total != nullptr) *total = Setup::get().number(current_device(), "totalGlobalMem");
  return done();
}

// What is given back of a graph's memory it has again when it is launched once more.
cudaError_t __gpumodel_keep_for_graph(void* p) {
  const Call call;
  if (const Piece* piece = piece_of(p)) wishes()[piece->number].of_graph = true;
  return done();
}
cudaError_t __gpumodel_keep_flags(void* p, unsigned flags) {
  const Call call;
  if (const Piece* piece = piece_of(p)) wishes()[piece->number].flags = flags;
  return done();
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* p) {
  const Call call;
  const Piece* piece = piece_of(p);
  if (flags == nullptr || piece == nullptr || piece->kind != Kind::pinned)
    return failed(cudaErrorInvalidValue);
  *flags = wishes()[piece->number].flags;
  return done();
}
cudaError_t cudaMemPrefetchAsync(const void* p, size_t, int device, cudaStream_t) {
  const Call call;
  if (const Piece* piece = piece_of(p)) wishes()[piece->number].prefetched = device;
  return done();
}
cudaError_t cudaMemAdvise(const void* p, size_t, cudaMemoryAdvise what, int device) {
  const Call call;
  const Piece* piece = piece_of(p);
  if (piece == nullptr) return done();
  Wishes& of = wishes()[piece->number];
  switch (what) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      of.read_mostly = what == cudaMemAdviseSetReadMostly;
      break;
    case cudaMemAdviseSetPreferredLocation:
      of.preferred = device;
      break;
    case cudaMemAdviseUnsetPreferredLocation:
      of.preferred = cudaInvalidDeviceId;
      break;
    case cudaMemAdviseSetAccessedBy:
      of.accessed_by.insert(device);
      break;
    case cudaMemAdviseUnsetAccessedBy:
      of.accessed_by.erase(device);
      break;
  }
  return done();
}
cudaError_t cudaMemRangeGetAttribute(void* value, size_t bytes, cudaMemRangeAttribute which,
                                     const void* p, size_t n) {
  const Call call;
  const Piece* piece = piece_of(p, n);
  if (value == nullptr || piece == nullptr || piece->kind != Kind::managed || bytes < sizeof(int) ||
      bytes % sizeof(int) != 0)
    return failed(cudaErrorInvalidValue);
  const Wishes& of = wishes()[piece->number];
  std::vector<int> said(bytes / sizeof(int), cudaInvalidDeviceId);
  if (which == cudaMemRangeAttributeReadMostly) said[0] = of.read_mostly ? 1 : 0;
  if (which == cudaMemRangeAttributePreferredLocation) said[0] = of.preferred;
  if (which == cudaMemRangeAttributeLastPrefetchLocation) said[0] = of.prefetched;
  if (which == cudaMemRangeAttributeAccessedBy)
    std::copy_n(of.accessed_by.begin(), std::min(said.size(), of.accessed_by.size()), said.begin());
  std::memcpy(value, said.data(), bytes);
  return done();
}
cudaError_t cudaMemRangeGetAttributes(void** values, size_t* bytes, cudaMemRangeAttribute* which,
                                      size_t count, const void* p, size_t n) {
  for (size_t i = 0; i < count; ++i)
    if (const cudaError_t error = cudaMemRangeGetAttribute(values[i], bytes[i], which[i], p, n);
        error != cudaSuccess)
      return error;
  return done();
}

// Which devices may use what is allocated from a pool: its own does.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* of, size_t count) {
  const Call call;
  if (of == nullptr) return failed(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    const int device = of[i].location.id;
    if (of[i].location.type != cudaMemLocationTypeDevice || device < 0 ||
        device >= Setup::get().devices)
      return failed(cudaErrorInvalidValue);
    access()[{number_of_handle(pool), device}] = of[i].flags;
  }
  return done();
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* of) {
  const Call call;
  if (flags == nullptr || of == nullptr || of->type != cudaMemLocationTypeDevice)
    return failed(cudaErrorInvalidValue);
  const std::uint64_t number = number_of_handle(pool);
  const auto found = access().find({number, of->id});
  const bool own = number == static_cast<std::uint64_t>(of->id) + 1;
  *flags = found != access().end() ? found->second
           : own                   ? cudaMemAccessFlagsProtReadWrite
                                   : cudaMemAccessFlagsProtNone;
  return done();
}
