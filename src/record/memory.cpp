#include "src/record/memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <map>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"

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

cudaError_t release(void* p, const char* file, unsigned line) {
  const Call call;
  if (p == nullptr) return done();
  const auto found = pieces().find(number_of(p));
  if (found == pieces().end() || found->second.kind == Kind::symbol || found->second.registered)
    return failed(cudaErrorInvalidValue);
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
  return done();
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

cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) {
  return done();
}
cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
  return done();
}
